import type { StaffRole } from '@quoin/core/people/staff-role.ts'
import type { Db } from '../pg/database.ts'

interface SessionRow {
  readonly sessionId: string
  readonly personId: string
  readonly name: string
  readonly email: string
  readonly role: StaffRole | null
}

/** Whose session it is while it holds, with their role at the platform. */
export async function findSessionByToken(
  db: Db,
  token: string,
  nowMs: number,
): Promise<SessionRow | undefined> {
  const [row] = await db.query<SessionRow>(
    `select s.id as "sessionId", u.id as "personId", u.name, u.email, m.role
     from people_sessions s join people_users u on u.id = s.user_id
     left join people_members m on m.user_id = u.id and m.kind = 'platform'
     where s.token = $1 and s.expires_at > to_timestamp($2::bigint / 1000.0)`,
    [token, nowMs],
  )
  return row
}

interface ListedSession {
  readonly id: string
  readonly address: string | null
  readonly userAgent: string | null
  readonly createdAtMs: number
  readonly expiresAtMs: number
}

/** Newest first. */
export async function listSessionsOf(db: Db, personId: string, nowMs: number): Promise<ListedSession[]> {
  return await db.query(
    `select id, ip_address as address, user_agent as "userAgent", created_at as "createdAtMs",
       expires_at as "expiresAtMs"
     from people_sessions where user_id = $1 and expires_at > to_timestamp($2::bigint / 1000.0)
     order by created_at desc, id desc limit 100`,
    [personId, nowMs],
  )
}

/** Whether there was such a session of theirs. */
export async function deleteSession(tx: Db, personId: string, sessionId: string): Promise<boolean> {
  const rows = await tx.query('delete from people_sessions where user_id = $1 and id = $2 returning id', [
    personId,
    sessionId,
  ])
  return rows.length > 0
}

/** All of a person's sessions, but for one, and sign-ins that wait for their code. Returns how many sessions there were. */
export async function deleteSessionsOf(
  tx: Db,
  personId: string,
  exceptId: string | null = null,
): Promise<number> {
  const rows = await tx.query(
    'delete from people_sessions where user_id = $1 and ($2::text is null or id <> $2) returning id',
    [personId, exceptId],
  )
  await tx.query('delete from people_verifications where value = $1', [personId])
  return rows.length
}

/** Deletes sessions that have ended, sign-ins that never came to their second step, and used codes. */
export async function deleteEndedSessions(db: Db, nowMs: number): Promise<void> {
  await db.query('delete from people_sessions where expires_at < to_timestamp($1::bigint / 1000.0)', [nowMs])
  await db.query('delete from people_verifications where expires_at < to_timestamp($1::bigint / 1000.0)', [
    nowMs,
  ])
}

interface NewSession {
  readonly id: string
  readonly personId: string
  readonly token: string
  readonly address: string
  readonly userAgent: string | undefined
  readonly nowMs: number
  readonly expiresAtMs: number
}

export async function insertSession(tx: Db, session: NewSession): Promise<void> {
  const { id, personId, token, address, userAgent = null, nowMs, expiresAtMs } = session
  await tx.query(
    `insert into people_sessions (id, user_id, token, ip_address, user_agent, created_at, updated_at, expires_at)
     values ($1, $2, $3, $4, $5, to_timestamp($6::bigint / 1000.0), to_timestamp($6::bigint / 1000.0),
       to_timestamp($7::bigint / 1000.0))`,
    [id, personId, token, address, userAgent, nowMs, expiresAtMs],
  )
}
