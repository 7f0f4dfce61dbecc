import type { ConversionStatus } from '@quoin/core/conversions/status.ts'
import type { RequestOutcome } from '@quoin/core/postbacks/request-outcome.ts'
import { byIndex } from '../conversions/conversion-columns.ts'
import type { Db } from '../pg/database.ts'

/** The facts that the newest rows of every kind share. Names are null where the thing is gone. */
interface LiveRow {
  readonly id: string
  readonly atMs: number
  readonly clickId: string | null
  readonly userId: string | null
  readonly offerId: number | null
  readonly offer: string | null
  readonly appId: number | null
  readonly app: string | null
  readonly network: string | null
  readonly reason: string | null
}

export interface LiveClickRow extends LiveRow {
  readonly verdict: string
  readonly outcome: string
}

export interface LivePostbackRow extends LiveRow {
  readonly outcome: RequestOutcome
  readonly status: ConversionStatus | null
  readonly fromStatus: ConversionStatus | null
  readonly revenueMicros: number | null
}

export interface LiveCallbackRow extends LiveRow {
  readonly state: string
  readonly attempts: number
  readonly revenueMicros: number
}

const names = `o.name as offer, a.name as app, n.name as network`
const joins = `left join offers o on o.id = c.offer_id left join networks n on n.id = o.network_id
  left join apps a on a.id = c.app_id`

/** The newest clicks, by the primary key. */
export async function listNewestClicks(db: Db, afterId: string, limit: number): Promise<LiveClickRow[]> {
  return await db.query(
    `select c.id, c.clicked_at as "atMs", c.id::text as "clickId", c.user_id as "userId", c.offer_id as "offerId",
       c.app_id as "appId", ${names}, c.reason, c.verdict, c.outcome
     from (select * from clicks where id > $1::uuid order by id desc limit $2) c ${joins} order by c.id desc`,
    [afterId, limit],
  )
}

/**
 * The newest postbacks, by the primary key, each with what it did to its conversion. A refused one has the offer and user
 * of its click, where it names one.
 */
export async function listNewestPostbacks(
  db: Db,
  afterId: string,
  limit: number,
): Promise<LivePostbackRow[]> {
  return await db.query(
    `select r.id, r.received_at as "atMs", r.click_id as "clickId", r.outcome, coalesce(e.reason, r.reason) as reason,
       e.to_status as status, e.from_status as "fromStatus", e.revenue_micros as "revenueMicros",
       c.user_id as "userId", c.offer_id as "offerId", c.app_id as "appId", o.name as offer, a.name as app,
       coalesce(n.name, s.name) as network
     from (select * from postback_requests where id > $1::uuid order by id desc limit $2) r
       left join lateral (
         select to_status, from_status, reason, revenue_micros from conversion_events
         where conversion_id = r.conversion_id and postback_request_id = r.id order by version desc limit 1) e on true
       left join lateral (
         select user_id, offer_id, app_id from clicks
         where id = case when r.click_id ~ '^[0-9a-f-]{36}$' then r.click_id::uuid end ${byIndex}) c on true
       ${joins} left join networks s on s.id = r.network_id
     order by r.id desc`,
    [afterId, limit],
  )
}

/** The callbacks of the newest conversions, by callbacks_by_conversion. */
export async function listNewestCallbacks(
  db: Db,
  afterId: string,
  limit: number,
): Promise<LiveCallbackRow[]> {
  return await db.query(
    `select k.id, coalesce(k.ended_at, t.attempted_at, v.updated_at) as "atMs", v.click_id::text as "clickId",
       v.user_id as "userId", v.offer_id as "offerId", v.app_id as "appId", o.name as offer, a.name as app,
       n.name as network, null as reason, k.state, k.attempts,
       v.revenue_micros as "revenueMicros"
     from (select distinct conversion_id from (
         select conversion_id from postback_requests where id > $1::uuid and conversion_id is not null
         order by id desc limit $2) r) w
       join conversions v on v.id = w.conversion_id
       join callbacks k on k.conversion_id = v.id and k.version = v.version and (k.attempts > 0 or k.state <> 'pending')
       left join lateral (
         select attempted_at from callback_attempts where callback_id = k.id order by number desc limit 1) t on true
       left join offers o on o.id = v.offer_id left join networks n on n.id = v.network_id
       left join apps a on a.id = v.app_id
     order by v.updated_at desc limit $2`,
    [afterId, limit],
  )
}
