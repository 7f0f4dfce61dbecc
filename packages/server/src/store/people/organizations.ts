import type { MemberRole } from '@quoin/core/people/member-role.ts'
import type { Db } from '../pg/database.ts'
import type { PersonOrigin } from './persons.ts'

export interface Organization {
  readonly id: number
  readonly kind: 'platform' | 'publisher'
  /** Null: the platform. */
  readonly publisherId: number | null
  /** The publisher's name; null: the platform. */
  readonly publisher: string | null
}

const columns = `o.id, o.kind, o.publisher_id as "publisherId", p.name as publisher`
const tables = 'people_organizations o left join publishers p on p.id = o.publisher_id'

export async function findOrganization(db: Db, id: number): Promise<Organization | undefined> {
  const [row] = await db.query<Organization>(`select ${columns} from ${tables} where o.id = $1`, [id])
  return row
}

export async function findPlatform(db: Db): Promise<Organization | undefined> {
  const [row] = await db.query<Organization>(`select ${columns} from ${tables} where o.kind = 'platform'`, [])
  return row
}

export async function findOrganizationOf(db: Db, publisherId: number): Promise<Organization | undefined> {
  const [row] = await db.query<Organization>(`select ${columns} from ${tables} where o.publisher_id = $1`, [
    publisherId,
  ])
  return row
}

/** Locked until the transaction ends: of two who demote each other at once, the second sees what the first did. */
export async function lockOrganization(tx: Db, id: number): Promise<void> {
  await tx.query('select from people_organizations where id = $1 for update', [id])
}

export interface MemberRow {
  readonly personId: string
  readonly name: string
  readonly email: string
  readonly role: MemberRole
  readonly hasTwoFactor: boolean
  readonly createdAtMs: number
  readonly isConfirmed: boolean
  /** The address that they say is theirs, while `email` is a placeholder. */
  readonly claimedEmail: string | null
  readonly origin: PersonOrigin | null
}

const memberColumns = `u.id as "personId", u.name, u.email, m.role, u.two_factor_enabled as "hasTwoFactor",
  m.created_at as "createdAtMs", u.email_verified as "isConfirmed", u.claimed_email as "claimedEmail", u.origin`

/** The people of a publisher, by name. */
export async function listMembers(db: Db, organizationId: number): Promise<MemberRow[]> {
  return await db.query(
    `select ${memberColumns} from people_members m join people_users u on u.id = m.user_id
     where m.organization_id = $1 and m.kind = 'publisher' order by lower(u.name), u.id limit 1000`,
    [organizationId],
  )
}

export async function findMember(
  db: Db,
  organizationId: number,
  personId: string,
): Promise<MemberRow | undefined> {
  const [row] = await db.query<MemberRow>(
    `select ${memberColumns} from people_members m join people_users u on u.id = m.user_id
     where m.organization_id = $1 and m.user_id = $2 and m.kind = 'publisher'`,
    [organizationId, personId],
  )
  return row
}

interface NewMember {
  readonly organizationId: number
  readonly personId: string
  readonly role: MemberRole
  readonly nowMs: number
}

export async function upsertMember(
  tx: Db,
  { organizationId, personId, role, nowMs }: NewMember,
): Promise<void> {
  await tx.query(
    `insert into people_members (organization_id, kind, user_id, role, created_at)
     values ($1, 'publisher', $2, $3, to_timestamp($4::bigint / 1000.0))
     on conflict (organization_id, user_id) do update set role = excluded.role`,
    [organizationId, personId, role, nowMs],
  )
}

/** Whether they belong anywhere still. */
export async function deleteMember(
  tx: Db,
  organizationId: number,
  personId: string,
): Promise<{ readonly isLeft: boolean }> {
  await tx.query('delete from people_members where organization_id = $1 and user_id = $2', [
    organizationId,
    personId,
  ])
  const left = await tx.query('select from people_members where user_id = $1 limit 1', [personId])
  return { isLeft: left.length > 0 }
}

export async function countOwners(tx: Db, organizationId: number): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    "select count(*) from people_members where organization_id = $1 and role = 'owner'",
    [organizationId],
  )
  return row?.count ?? 0
}

/** The publishers that wait for approval and to whom nobody belongs. */
export async function listAbandoned(tx: Db, publisherIds: readonly number[]): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    `select p.id from publishers p join people_organizations o on o.publisher_id = p.id
     where p.id = any($1::bigint[]) and p.status = 'waiting'
       and not exists (select from people_members m where m.organization_id = o.id)`,
    [publisherIds],
  )
  return rows.map(({ id }) => id)
}

/** The publishers of a person. */
export async function listPublishersOf(tx: Db, personId: string): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    `select o.publisher_id as id from people_members m join people_organizations o on o.id = m.organization_id
     where m.user_id = $1 and o.publisher_id is not null order by 1`,
    [personId],
  )
  return rows.map(({ id }) => id)
}
