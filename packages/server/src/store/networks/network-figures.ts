import type { LastReports } from '@quoin/core/networks/silence.ts'
import { firstIdAt } from '@quoin/core/tracking/click-id.ts'
import type { Db } from '../pg/database.ts'
import { newestOfNetwork, ofNetwork } from '../postbacks/newest-of-network.ts'

export interface NetworkFigures extends LastReports {
  readonly networkId: number
  readonly offers: number
  /** Since a moment, counted to a bound. */
  readonly accepted: number
  readonly refused: number
}

/** Reports by which what is usual is known. */
const lastMax = 50
const countedMax = 100_000

/** How some networks fare, by postback_requests_by_network. */
export async function listNetworkFigures(
  db: Db,
  networkIds: readonly number[],
  { sinceMs, lookBackMs }: { readonly sinceMs: number; readonly lookBackMs: number },
): Promise<NetworkFigures[]> {
  return await db.query(
    `select n.id as "networkId", last.at as "lastAtMs", last.first_at as "firstAtMs", last.count,
       coalesce(recent.accepted, 0) as accepted, coalesce(recent.refused, 0) as refused,
       (select count(*) from offers o where o.network_id = n.id) as offers
     from unnest($1::bigint[]) as n(id)
       cross join lateral (
         select max(r.received_at) as at, min(r.received_at) as first_at, count(*) from (
           select received_at from postback_requests
           where ${ofNetwork} and id >= $3 and outcome in ('applied', 'duplicate')
           order by ${newestOfNetwork} limit ${lastMax}) r) last
       left join lateral (
         select count(*) filter (where outcome in ('applied', 'duplicate')) as accepted,
           count(*) filter (where outcome in ('refused', 'unmatched')) as refused from (
           select outcome from postback_requests where ${ofNetwork} and id >= $2
           order by ${newestOfNetwork} limit ${countedMax}) r) recent on true`,
    [networkIds, firstIdAt(sinceMs), firstIdAt(lookBackMs)],
  )
}
