import type { StaffRole } from '@quoin/core/people/staff-role.ts'
import type { Db } from '../pg/database.ts'

export interface PersonRow {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly role: StaffRole | null
  readonly hasPassword: boolean
  readonly hasTwoFactor: boolean
  readonly createdAtMs: number
}

const personColumns = `u.id, u.name, u.email, m.role, u.two_factor_enabled as "hasTwoFactor",
  u.created_at as "createdAtMs",
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

interface ListedPerson extends PersonRow {
  readonly role: StaffRole
  readonly sessions: number
  readonly lastSeenAtMs: number | null
}

/** The people of the platform. */
export async function listStaff(db: Db, nowMs: number): Promise<ListedPerson[]> {
  return await db.query(
    `select ${personColumns}, s.sessions, s."lastSeenAtMs" from ${personTables}
     cross join lateral (
       select count(*) as sessions, max(created_at) as "lastSeenAtMs" from people_sessions
       where user_id = u.id and expires_at > to_timestamp($1::bigint / 1000.0)
     ) s
     where m.role is not null order by lower(u.name), u.id limit 1000`,
    [nowMs],
  )
}

export async function insertPerson(
  tx: Db,
  { id, name, email, nowMs }: { id: string; name: string; email: string; nowMs: number },
): Promise<void> {
  await tx.query(
    `insert into people_users (id, name, email, email_verified, created_at, updated_at)
     values ($1, $2, $3, true, to_timestamp($4::bigint / 1000.0), to_timestamp($4::bigint / 1000.0))`,
    [id, name, email, nowMs],
  )
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
