import type { StaffRole } from '@quoin/core/people/staff-role.ts'
import type { PublisherStatus } from '@quoin/core/publishers/publisher.ts'
import type { Db } from '../pg/database.ts'

export interface PersonRow {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly role: StaffRole | null
  readonly hasPassword: boolean
  readonly hasTwoFactor: boolean
  readonly createdAtMs: number
  /** Whether the address is proven: by mail, by an operator, by the set-up. */
  readonly isConfirmed: boolean
  /** The address that they say is theirs, while `email` is a placeholder. */
  readonly claimedEmail: string | null
}

/** The way by which an account was made. */
export type PersonOrigin = 'set_up' | 'demo' | 'invitation' | 'sign_up'

const personColumns = `u.id, u.name, u.email, m.role, u.two_factor_enabled as "hasTwoFactor",
  u.created_at as "createdAtMs", u.email_verified as "isConfirmed", u.claimed_email as "claimedEmail",
  exists (select from people_accounts a where a.user_id = u.id and a.password is not null) as "hasPassword"`

const personTables = `people_users u
  left join people_members m on m.user_id = u.id and m.kind = 'platform'`

export async function findPerson(db: Db, id: string): Promise<PersonRow | undefined> {
  const [row] = await db.query<PersonRow>(`select ${personColumns} from ${personTables} where u.id = $1`, [
    id,
  ])
  return row
}

/** The e-mail in lower case, as all are kept. */
export async function findPersonByEmail(db: Db, email: string): Promise<PersonRow | undefined> {
  const [row] = await db.query<PersonRow>(`select ${personColumns} from ${personTables} where u.email = $1`, [
    email,
  ])
  return row
}

/** The operator whom an earlier link of the demo made. */
export async function findDemoOperator(tx: Db): Promise<PersonRow | undefined> {
  const [row] = await tx.query<PersonRow>(
    `select ${personColumns} from ${personTables} where u.origin = 'demo' order by u.created_at, u.id limit 1`,
  )
  return row
}

interface ListedPerson extends PersonRow {
  readonly role: StaffRole
  readonly sessions: number
  readonly lastSeenAtMs: number | null
  /** An operator whose account a stranger may have made: it came from a sign-up before anybody had set this up. */
  readonly isDoubtful: boolean
}

/** Nobody has vouched for them, and their account is older than the platform's first person. */
const isDoubtful = `(u.origin = 'sign_up' and u.vouched_at is null and m.role = 'operator' and u.created_at <
  (select min(created_at) from people_members where kind = 'platform'))`

/** The people of the platform. */
export async function listStaff(db: Db, nowMs: number): Promise<ListedPerson[]> {
  return await db.query(
    `select ${personColumns}, s.sessions, s."lastSeenAtMs", ${isDoubtful} as "isDoubtful" from ${personTables}
     cross join lateral (
       select count(*) as sessions, max(created_at) as "lastSeenAtMs" from people_sessions
       where user_id = u.id and expires_at > to_timestamp($1::bigint / 1000.0)
     ) s
     where m.role is not null order by lower(u.name), u.id limit 1000`,
    [nowMs],
  )
}

interface NewPerson {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly claimedEmail?: string
  readonly isConfirmed: boolean
  readonly origin: PersonOrigin
  readonly nowMs: number
}

/** Whether it could be made: nobody else has the address. */
export async function insertPerson(tx: Db, person: NewPerson): Promise<boolean> {
  const { id, name, email, claimedEmail = null, isConfirmed, origin, nowMs } = person
  const rows = await tx.query(
    `insert into people_users (id, name, email, claimed_email, email_verified, origin, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, to_timestamp($7::bigint / 1000.0), to_timestamp($7::bigint / 1000.0))
     on conflict (email) do nothing returning id`,
    [id, name, email, claimedEmail, isConfirmed, origin, nowMs],
  )
  return rows.length > 0
}

interface UnconfirmedPerson extends PersonRow {
  readonly origin: PersonOrigin | null
  readonly publisherId: number | null
  readonly publisher: string | null
  readonly publisherStatus: PublisherStatus | null
  /** From where the first of their sessions that still holds was opened. */
  readonly address: string | null
}

/** The accounts whose address nobody has proven, newest first, each with one of their publishers. */
export async function listUnconfirmed(db: Db): Promise<UnconfirmedPerson[]> {
  return await db.query(
    `select ${personColumns}, u.origin, p.id as "publisherId", p.name as publisher, p.status as "publisherStatus",
       (select s.ip_address from people_sessions s where s.user_id = u.id order by s.created_at, s.id limit 1) as address
     from ${personTables}
     left join lateral (
       select p.id, p.name, p.status from people_members o join people_organizations g on g.id = o.organization_id
       join publishers p on p.id = g.publisher_id where o.user_id = u.id order by p.id limit 1
     ) p on true
     where not u.email_verified order by u.created_at desc, u.id desc limit 1000`,
  )
}

/** From now on the address that they claimed is theirs. False: somebody else has it. */
export async function confirmPerson(tx: Db, { id, email }: { id: string; email: string }): Promise<boolean> {
  const rows = await tx.query(
    `update people_users set email = $2, claimed_email = null, email_verified = true, updated_at = now()
     where id = $1 and not exists (select from people_users other where other.email = $2 and other.id <> $1)
     returning id`,
    [id, email],
  )
  return rows.length > 0
}

export async function vouchForPerson(tx: Db, { id, nowMs }: { id: string; nowMs: number }): Promise<void> {
  await tx.query('update people_users set vouched_at = to_timestamp($2::bigint / 1000.0) where id = $1', [
    id,
    nowMs,
  ])
}

export async function renamePerson(
  tx: Db,
  { id, name, email }: { id: string; name: string; email: string },
): Promise<void> {
  await tx.query('update people_users set name = $2, email = $3, updated_at = now() where id = $1', [
    id,
    name,
    email,
  ])
}

export async function deletePerson(tx: Db, id: string): Promise<void> {
  await tx.query('delete from people_users where id = $1', [id])
}

export async function findPasswordHash(db: Db, personId: string): Promise<string | undefined> {
  const [row] = await db.query<{ password: string }>(
    'select password from people_accounts where user_id = $1 and password is not null',
    [personId],
  )
  return row?.password
}

/** As the sign-in library keeps a password: one local account whose id is the person's. */
export async function upsertPassword(
  tx: Db,
  { id, personId, hash }: { id: string; personId: string; hash: string },
): Promise<void> {
  await tx.query(
    `insert into people_accounts (id, user_id, issuer, account_id, provider_id, password)
     values ($1, $2, 'local:credential', $2, 'credential', $3)
     on conflict (issuer, account_id) do update set password = excluded.password, updated_at = now()`,
    [id, personId, hash],
  )
}

export async function deleteTwoFactor(tx: Db, personId: string): Promise<void> {
  await tx.query('delete from people_two_factors where user_id = $1', [personId])
  await tx.query('update people_users set two_factor_enabled = false where id = $1', [personId])
}
