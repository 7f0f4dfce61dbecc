import { byIndex } from '../conversions/conversion-columns.ts'
import type { Db } from '../pg/database.ts'

/** Facts about the first moments, as they are now. Each is undefined where the thing is no longer kept. */

interface NetworkFact {
  readonly name: string
  readonly preset: string
  readonly hasReported: boolean
}

export async function findNetworkFact(db: Db, id: string): Promise<NetworkFact | undefined> {
  const [row] = await db.query<NetworkFact>(
    `select name, preset, exists (select from postback_requests where network_id = networks.id) as "hasReported"
     from networks where id = $1::bigint`,
    [id],
  )
  return row
}

interface OfferCount {
  readonly offers: number
  readonly live: number
  readonly name: string
}

/** The catalogue without test offers. */
export async function countOffers(db: Db, firstId: string): Promise<OfferCount | undefined> {
  const [row] = await db.query<OfferCount>(
    `select count(*) as offers, count(*) filter (where status = 'active' and paused_at is null) as live,
       coalesce(max(name) filter (where id = $1::bigint), '') as name
     from offers where not is_test`,
    [firstId],
  )
  return row
}

interface AppFact {
  readonly publisherId: number
  readonly publisher: string
  readonly app: string
  readonly currencyName: string
  readonly rateMicros: number
}

export async function findAppFact(db: Db, id: string): Promise<AppFact | undefined> {
  const [row] = await db.query<AppFact>(
    `select p.id as "publisherId", p.name as publisher, a.name as app, a.currency_name as "currencyName",
       a.currency_rate_micros as "rateMicros"
     from apps a join publishers p on p.id = a.publisher_id where a.id = $1::bigint`,
    [id],
  )
  return row
}

interface ClickFact {
  readonly offer: string | null
  readonly app: string | null
}

export async function findClickFact(db: Db, id: string): Promise<ClickFact | undefined> {
  const [row] = await db.query<ClickFact>(
    `select o.name as offer, a.name as app from clicks c left join offers o on o.id = c.offer_id
       left join apps a on a.id = c.app_id where c.id = $1::uuid`,
    [id],
  )
  return row
}

interface PostbackFact {
  readonly clickId: string | null
  readonly network: string | null
  readonly status: string
  readonly revenueMicros: number
  readonly payoutMicros: number
}

export async function findPostbackFact(db: Db, id: string): Promise<PostbackFact | undefined> {
  const [row] = await db.query<PostbackFact>(
    `select c.click_id::text as "clickId", n.name as network, c.status, c.revenue_micros as "revenueMicros",
       c.payout_micros as "payoutMicros"
     from postback_requests r join conversions c on c.id = r.conversion_id
       left join networks n on n.id = c.network_id where r.id = $1::uuid`,
    [id],
  )
  return row
}

export interface CallbackFact {
  readonly endpointId: number
  readonly url: string
  readonly clickId: string | null
  readonly httpStatus: number | null
  readonly failure: string | null
  readonly latencyMs: number
  readonly verdict: string
  readonly reason: string
}

const callbackColumns = `e.id as "endpointId", e.url, c.click_id::text as "clickId", t.http_status as "httpStatus",
  t.failure, t.latency_ms as "latencyMs", t.verdict, t.reason`
const callbackTables = `callbacks k join callback_endpoints e on e.id = k.endpoint_id
  cross join lateral (select click_id from conversions where id = k.conversion_id ${byIndex}) c
  cross join lateral (select * from callback_attempts where callback_id = k.id ${byIndex}) t`

/** By the primary key, which begins with the endpoint: there are few of them. */
export async function findCallbackFact(db: Db, id: string): Promise<CallbackFact | undefined> {
  const [row] = await db.query<CallbackFact>(
    `select ${callbackColumns} from ${callbackTables}
     where k.endpoint_id = any (array(select id from callback_endpoints)) and k.id = $1::uuid
       and t.http_status between 200 and 299 order by t.number limit 1`,
    [id],
  )
  return row
}

/** Whether a conversion is told to anybody, and the first attempt if there was one. */
export async function findFirstAttempt(
  db: Db,
  conversionId: string,
): Promise<{ readonly isOwed: boolean; readonly attempt: CallbackFact | undefined }> {
  const owed = await db.query('select from callbacks where conversion_id = $1::uuid limit 1', [conversionId])
  const [attempt] = await db.query<CallbackFact>(
    `select ${callbackColumns} from ${callbackTables} where k.conversion_id = $1::uuid
     order by t.attempted_at, t.number limit 1`,
    [conversionId],
  )
  return { isOwed: owed.length > 0, attempt }
}

interface AppWithEndpoint {
  readonly appId: number
  readonly endpointId: number
}

/** The first app that is told of conversions, other than the one that test mode made. */
export async function findAppWithEndpoint(
  db: Db,
  trialAppId: number | null,
): Promise<AppWithEndpoint | undefined> {
  const [row] = await db.query<AppWithEndpoint>(
    `select a.id as "appId", e.id as "endpointId" from callback_endpoints e join apps a on a.id = e.app_id
       join publishers p on p.id = a.publisher_id
     where e.status = 'active' and p.status = 'active' and a.status = 'active' and a.id is distinct from $1::bigint
     order by (e.mode <> 'live') desc, e.id limit 1`,
    [trialAppId],
  )
  return row
}

/** Live offers to choose from. */
export async function listFirstOffers(
  db: Db,
  limit: number,
): Promise<{ readonly id: number; readonly name: string }[]> {
  return await db.query(
    `select o.id, o.name from offers o join networks n on n.id = o.network_id
     where not o.is_test and o.status = 'active' and o.paused_at is null and n.status = 'active'
       and (o.starts_at is null or o.starts_at <= now()) and (o.ends_at is null or o.ends_at > now())
     order by o.id limit $1`,
    [limit],
  )
}
