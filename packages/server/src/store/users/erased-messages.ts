import { erasedUserPattern } from '@quoin/core/users/erased-user.ts'
import type { Db } from '../pg/database.ts'
import { clicksOfUser, itsUser } from '../tracking/clicks-of-user.ts'
import type { Erasure } from './erasures.ts'

/** The parameters that networks sent along: they may name the user or hold their sub id. */
export async function eraseRequestsOfClicks(tx: Db, clickIds: readonly string[]): Promise<void> {
  await tx.query(
    `update postback_requests set parameters = '{}' where click_id = any($1::text[]) and parameters <> '{}'`,
    [clickIds],
  )
}

/** The address of an attempt: only the receiver's host stays, since a path may name the user just as a query does. */
const emptiedAttempt = `url = regexp_replace(a.url, '^([^:]+://[^/?#]*).*$', '\\1/'), headers = '{}', body = null,
  body_excerpt = null`

/** The callbacks to the publisher about conversions, and the answers; that they were sent, and how it ended, stays. */
export async function eraseCallbackAttempts(tx: Db, conversionIds: readonly string[]): Promise<void> {
  await tx.query(
    `update callback_attempts a set ${emptiedAttempt}
     from callbacks c where c.conversion_id = any($1::uuid[]) and a.callback_id = c.id`,
    [conversionIds],
  )
}

/** An attempt that was under way when the user was erased is logged when it ends, and had read who they were. */
const underWayMs = 60_000

/** The rows written about a user by their token since, with what came from before it. */
export async function eraseLateRecords(
  tx: Db,
  { appId, token, requestedAtMs }: Pick<Erasure, 'appId' | 'token' | 'requestedAtMs'>,
): Promise<void> {
  await tx.query(
    `update callback_attempts a set ${emptiedAttempt}
     from conversions v join callbacks c on c.conversion_id = v.id
     where v.app_id = $1 and v.user_id = $2 and a.callback_id = c.id
       and a.attempted_at <= to_timestamp($3::bigint / 1000.0) and (a.headers <> '{}' or a.url !~ '^[^:]+://[^/]*/$')`,
    [appId, token, requestedAtMs + underWayMs],
  )
  await tx.query(
    `update postback_requests r set parameters = '{}' from ${clicksOfUser('id', itsUser)} k
     where r.click_id = k.id::text and r.parameters <> '{}'`,
    [appId, token],
  )
}

/** Whose user was erased, of these clicks; also when a conversion alone still knows the click. */
export async function listErasedClicks(db: Db, clickIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ id: string }>(
    `select id from clicks where id = any($1::uuid[]) and user_id ~ '${erasedUserPattern}'
     union
     select click_id from conversions where click_id = any($1::uuid[]) and user_id ~ '${erasedUserPattern}'`,
    [clickIds],
  )
  return new Set(rows.map(({ id }) => id))
}
