import type { Db } from '../pg/database.ts'

/** A visit that waits for its phone. */
export interface Handoff {
  readonly apiKey: string
  readonly userId: string
  /** The place on the wall that it opens. */
  readonly path: string
}

export async function insertHandoff(
  db: Db,
  handoff: Handoff & { readonly digest: Buffer; readonly nowMs: number; readonly expiresAtMs: number },
): Promise<void> {
  await db.query(
    `with gone as (delete from wall_handoffs where expires_at <= to_timestamp($6::bigint / 1000.0))
     insert into wall_handoffs (token_digest, api_key, user_id, path, expires_at)
     values ($1, $2, $3, $4, to_timestamp($5::bigint / 1000.0))`,
    [handoff.digest, handoff.apiKey, handoff.userId, handoff.path, handoff.expiresAtMs, handoff.nowMs],
  )
}

/** Looks at it and leaves it as it is. */
export async function findHandoff(
  db: Db,
  { digest, nowMs }: { digest: Buffer; nowMs: number },
): Promise<Handoff | undefined> {
  const [row] = await db.query<Handoff>(
    `select api_key as "apiKey", user_id as "userId", path from wall_handoffs
     where token_digest = $1 and expires_at > to_timestamp($2::bigint / 1000.0)`,
    [digest, nowMs],
  )
  return row
}

/** Takes it away: it works once. */
export async function takeHandoff(
  db: Db,
  { digest, nowMs }: { digest: Buffer; nowMs: number },
): Promise<Handoff | undefined> {
  const [row] = await db.query<Handoff>(
    `delete from wall_handoffs where token_digest = $1 and expires_at > to_timestamp($2::bigint / 1000.0)
     returning api_key as "apiKey", user_id as "userId", path`,
    [digest, nowMs],
  )
  return row
}
