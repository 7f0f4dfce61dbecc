import type { Click } from '@quoin/core/tracking/click.ts'
import { firstIdAt } from '@quoin/core/tracking/click-id.ts'
import type { Conversion } from '@quoin/core/conversions/conversion.ts'
import type { KeptListEntry } from '@quoin/core/lists/list-entry.ts'
import { clickColumns } from '../tracking/clicks.ts'
import { clicksOfUser, everyColumn } from '../tracking/clicks-of-user.ts'
import { byIndex, conversionColumns } from '../conversions/conversion-columns.ts'
import type { Db } from '../pg/database.ts'
import type { LoggedRequest } from '../postbacks/postback-requests.ts'

/** An operator's conditions on clicks and conversions alike. Null: any. */
export interface ListFilter {
  readonly appId: number | null
  readonly offerId: number | null
  readonly networkId: number | null
  readonly userId: string | null
  readonly isTest: boolean | null
  /** From this moment on, and before the other. */
  readonly fromMs: number
  readonly toMs: number | null
  /** The last id of the page before. */
  readonly beforeId: string | null
  readonly limit: number
}

interface ClickFilter extends ListFilter {
  readonly verdict: string | null
  readonly outcome: string | null
  readonly reason: string | null
}

const scope = {
  appId: '$3::bigint',
  userId: '$4::text',
  sinceId: '$1::uuid',
  untilId: `coalesce($2::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')`,
}

/**
 * Clicks, newest first. A user's clicks come by their index; others by their ids, from the newest in the
 * span of time back until there are enough.
 */
export async function listClicks(db: Db, filter: ClickFilter): Promise<Click[]> {
  const isOfUser = filter.appId !== null && filter.userId !== null
  const clicks = isOfUser ? clicksOfUser(everyColumn, scope) : 'clicks'
  return await db.query(
    `select ${clickColumns} from (
       select * from ${clicks} c
       where id >= $1 and ($2::uuid is null or id < $2)
         and ($3::bigint is null or app_id = $3) and ($4::text is null or user_id = $4)
         and ($5::bigint is null or offer_id = $5)
         and ($6::bigint is null or offer_id in (select o.id from offers o where o.network_id = $6))
         and ($7::boolean is null or is_test = $7) and ($8::text is null or verdict = $8)
         and ($9::text is null or outcome = $9) and ($10::text is null or reason = $10)) c
     order by id desc limit $11`,
    [...spanOf(filter), ...scopeOf(filter), filter.verdict, filter.outcome, filter.reason, filter.limit],
  )
}

interface ConversionFilter extends ListFilter {
  readonly status: string | null
  readonly reason: string | null
}

/** Conversions in the order in which they were first known, newest first; of a user by conversions_by_user. */
export async function listConversions(db: Db, filter: ConversionFilter): Promise<Conversion[]> {
  const [wanted, fence] =
    filter.appId === null || filter.userId === null ? ['', ''] : ['app_id = $3 and user_id = $4 and', byIndex]
  return await db.query(
    `select ${conversionColumns} from (
       select * from conversions
       where ${wanted} id >= $1 and ($2::uuid is null or id < $2)
         and ($3::bigint is null or app_id = $3) and ($4::text is null or user_id = $4)
         and ($5::bigint is null or offer_id = $5) and ($6::bigint is null or network_id = $6)
         and ($7::boolean is null or is_test = $7) and ($8::text is null or status = $8)
         and ($9::text is null or reason = $9) ${fence}) v
     order by v.id desc limit $10`,
    [...spanOf(filter), ...scopeOf(filter), filter.status, filter.reason, filter.limit],
  )
}

/** Ids are made when a row is, so a span of time is a span of ids. */
function spanOf({ fromMs, toMs, beforeId }: ListFilter): readonly (string | null)[] {
  const endId = toMs === null ? null : firstIdAt(toMs)
  const before = [beforeId, endId].filter((id) => id !== null).sort()
  return [firstIdAt(fromMs), before[0] ?? null]
}

function scopeOf({ appId, userId, offerId, networkId, isTest }: ListFilter): readonly unknown[] {
  return [appId, userId, offerId, networkId, isTest]
}

/** The reports of networks about some clicks, newest first, by postback_requests_by_click. */
export async function listRequestsOfClicks(
  db: Db,
  clickIds: readonly string[],
  limit: number,
): Promise<LoggedRequest[]> {
  return await db.query(
    `select id, network_id as "networkId", received_at as "receivedAtMs", method, address, parameters,
       click_id as "clickId", conversion_id as "conversionId", outcome, http_status as "httpStatus", reason, message
     from postback_requests where click_id = any($1::text[]) order by id desc limit $2`,
    [clickIds, limit],
  )
}

/** The list entries about a user of an app, its own and those of the platform. */
export async function listEntriesOfUser(
  db: Db,
  { appId, userId, limit }: { appId: number; userId: string; limit: number },
): Promise<KeptListEntry[]> {
  return await db.query(
    `select id, app_id as "appId", kind, value, action, reason, expires_at as "expiresAtMs", actor,
       created_at as "createdAtMs"
     from list_entries where kind = 'user' and value = $2 and (app_id = $1 or app_id is null) order by id limit $3`,
    [appId, userId, limit],
  )
}
