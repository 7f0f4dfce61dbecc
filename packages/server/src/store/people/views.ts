import type { MemberRole } from '@quoin/core/people/member-role.ts'
import type { Db } from '../pg/database.ts'

interface NewView {
  readonly sessionId: string
  readonly publisherId: number
  readonly reason: string
  readonly role: MemberRole
  readonly nowMs: number
  readonly expiresAtMs: number
}

/** One at a time of a session and publisher. */
export async function upsertView(tx: Db, view: NewView): Promise<void> {
  await tx.query(
    `insert into people_views (session_id, publisher_id, reason, role, created_at, expires_at)
     values ($1, $2, $3, $4, to_timestamp($5::bigint / 1000.0), to_timestamp($6::bigint / 1000.0))
     on conflict (session_id, publisher_id) do update
     set reason = excluded.reason, role = excluded.role, expires_at = excluded.expires_at`,
    [view.sessionId, view.publisherId, view.reason, view.role, view.nowMs, view.expiresAtMs],
  )
}

/** Whether there was one. */
export async function deleteView(tx: Db, sessionId: string, publisherId: number): Promise<boolean> {
  const rows = await tx.query(
    'delete from people_views where session_id = $1 and publisher_id = $2 returning publisher_id',
    [sessionId, publisherId],
  )
  return rows.length > 0
}
