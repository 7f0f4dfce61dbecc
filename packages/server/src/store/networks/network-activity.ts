import { firstIdAt } from '@quoin/core/tracking/click-id.ts'
import type { Db } from '../pg/database.ts'
import { newestOfNetwork, ofNetwork } from '../postbacks/newest-of-network.ts'

/** When a network reported last, if it usually does. */
export interface NetworkActivity {
  readonly slug: string
  readonly lastAtMs: number
}

/**
 * Networks that sent at least so many accepted postbacks in a span of time, and when the last of them came, by
 * postback_requests_by_network.
 */
export async function listActiveNetworks(
  db: Db,
  { sinceMs, requestsMin, limit }: { sinceMs: number; requestsMin: number; limit: number },
): Promise<NetworkActivity[]> {
  return await db.query(
    `select n.slug, sent.last_at as "lastAtMs" from (select * from networks order by id limit $3) n
       cross join lateral (
         select max(r.received_at) as last_at, count(*) as requests from (
           select received_at from postback_requests
           where ${ofNetwork} and id >= $1 and outcome in ('applied', 'duplicate')
           order by ${newestOfNetwork} limit $2) r) sent
     where sent.requests >= $2 order by n.id`,
    [firstIdAt(sinceMs), requestsMin, limit],
  )
}
