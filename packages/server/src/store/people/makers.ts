import type { Transaction } from '../pg/db.ts'

/** When a token ends by itself: Unix milliseconds; null: never. */
interface HeldToken {
  readonly expiresAtMs: number | null
}

/**
 * Whether a session holds and its person has this address. It ends no earlier than the transaction: whatever takes a role
 * away ends the sessions, too, and waits.
 */
export async function holdSession(
  tx: Transaction,
  { id, email, nowMs }: { readonly id: string; readonly email: string; readonly nowMs: number },
): Promise<boolean> {
  const rows = await tx.query(
    `select from people_sessions s join people_users u on u.id = s.user_id
     where s.id = $1 and s.expires_at > to_timestamp($3::bigint / 1000.0) and u.email = $2 for share of s`,
    [id, email, nowMs],
  )
  return rows.length > 0
}

/** A token of the platform's while it is valid. It is revoked no earlier than the transaction ends. */
export async function holdToken(tx: Transaction, id: string, nowMs: number): Promise<HeldToken | undefined> {
  return await hold(tx, 'people_tokens', { id, nowMs })
}

/** The same of a publisher's token. */
export async function holdPublisherToken(
  tx: Transaction,
  id: string,
  nowMs: number,
): Promise<HeldToken | undefined> {
  return await hold(tx, 'people_publisher_tokens', { id, nowMs })
}

async function hold(
  tx: Transaction,
  table: 'people_tokens' | 'people_publisher_tokens',
  { id, nowMs }: { readonly id: string; readonly nowMs: number },
): Promise<HeldToken | undefined> {
  const [row] = await tx.query<HeldToken>(
    `select expires_at as "expiresAtMs" from ${table}
     where id = $1 and revoked_at is null and (expires_at is null or expires_at > to_timestamp($2::bigint / 1000.0))
     for share`,
    [id, nowMs],
  )
  return row
}
