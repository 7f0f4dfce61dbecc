import type { AppEvidence } from '@quoin/core/ranking/evidence.ts'
import { firstIdAt } from '@quoin/core/tracking/click-id.ts'
import { dayMs } from '@quoin/core/time/durations.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import { type Db, plannedAnew } from '../pg/database.ts'

/** A user's earnings on an offer count up to so many times what it pays now. */
const perUserMax = 4

interface EvidenceQuery {
  readonly nowMs: number
  /** How much each day counts, from today back. */
  readonly weights: readonly number[]
  /** The part of each such day's clicks whose conversions are known by now. */
  readonly matured: readonly number[]
  readonly rowsMax: number
}

/** The payout of an offer or goal where it pays most. */
const highest = (priced: string): string => `greatest(${priced}.payout_micros,
  (select max((price ->> 'payoutMicros')::bigint) from jsonb_array_elements(${priced}.prices) price))`

/** The payouts of offers where they pay most; goals may be earned one after the other. */
const mostOfOffers = `select o.id, greatest(${highest('o')}, case when o.has_goals then
    (select sum(${highest('g')}) from offer_goals g where g.offer_id = o.id and not g.is_retired) end) as most
  from offers o`

/** Reasons by which we, not the network, do not believe a conversion: neither it nor its click teaches anything. */
const disbelieved = `('risk', 'listed', 'bot', 'fallback', 'repeat', 'transaction', 'refused')`

/**
 * Acts of apps' users on offers by audience, live only: impressions, clickers, each once a day (bots and clicks that
 * fell back apart), and earners of something that stands, each once. Busiest first.
 */
export async function listEvidence(db: Db, query: EvidenceQuery): Promise<AppEvidence[]> {
  const days = query.weights.length
  const sinceMs = query.nowMs - days * dayMs
  const dayOf = (seconds: string): string =>
    `least(${days}, 1 + greatest(0, floor(($2 - ${seconds}) / 86400)::int))`
  const place = 'app_id, offer_id, country, platform'
  return await db.query(
    `with shown as (
       select ${place}, ${dayOf('extract(epoch from hour)')} as day, sum(impressions) as impressions
       from impressions where hour >= to_timestamp($1) group by ${place}, day
     ), clicked as (
       select ${place}, ${dayOf('extract(epoch from quarter)')} as day, sum(unique_clicks) as clicks
       from stats_15min where quarter >= to_timestamp($1) and status = '' group by ${place}, day
     ), earned as (
       select v.app_id, v.offer_id, coalesce(v.country, 'ZZ') as country, coalesce(v.platform, '') as platform,
         min(${dayOf(`(('x' || translate(left(v.click_id::text, 13), '-', ''))::bit(48)::bigint / 1000)`)}) as day,
         coalesce(sum(v.payout_micros) filter (where v.status = 'approved' or v.reason = 'hold'), 0) as payout_micros,
         bool_or(v.status in ('pending', 'rejected') and v.reason in ${disbelieved}) as is_disbelieved
       from conversions v
       where v.click_id >= $5::uuid and not v.is_test
       group by v.app_id, v.offer_id, 3, 4, v.user_id
     ), most as materialized (
       ${mostOfOffers} where o.id in (select offer_id from earned)
     ), users as (
       select ${place}, day, is_disbelieved, least(payout_micros, ${perUserMax} * most) as payout_micros
       from earned join most on most.id = offer_id
     )
     select app_id as "appId", offer_id as "offerId", country, platform,
       sum(impressions)::float8 as impressions, sum(shown_clicks)::float8 as "shownClicks",
       greatest(0, sum(clicks))::float8 as clicks, sum(earners)::float8 as earners,
       sum(payout_micros)::float8 as "payoutMicros"
     from (
       select ${place}, s.impressions * ($3::float8[])[day] as impressions,
         least(s.impressions, coalesce(c.clicks, 0)) * ($3::float8[])[day] as shown_clicks,
         0 as clicks, 0 as earners, 0 as payout_micros
       from shown s left join clicked c using (${place}, day)
       union all
       select ${place}, 0, 0, c.clicks * ($3::float8[])[day] * ($4::float8[])[day], 0, 0 from clicked c
       union all
       select ${place}, 0, 0, case when is_disbelieved then -($3::float8[])[day] * ($4::float8[])[day] else 0 end,
         case when payout_micros > 0 and not is_disbelieved then ($3::float8[])[day] else 0 end,
         case when payout_micros > 0 and not is_disbelieved then payout_micros * ($3::float8[])[day] else 0 end
       from users
     ) parts
     where platform <> ''
     group by ${place}
     order by sum(impressions) + sum(clicks) desc, ${place}
     limit $6`,
    [
      secondsOf(sinceMs),
      secondsOf(query.nowMs),
      query.weights,
      query.matured,
      firstIdAt(sinceMs),
      query.rowsMax,
    ],
    { ...plannedAnew, timeoutMs: 0 },
  )
}

/** Credits of the last weeks by the slot of their time. */
export async function listCreditSlots(db: Db, sinceMs: number): Promise<{ slot: number; credits: number }[]> {
  return await db.query(
    `select slot, sum(conversions)::float8 as credits from stats_credit_times
     where quarter >= to_timestamp($1::bigint / 1000.0) group by slot having sum(conversions) > 0 order by slot`,
    [sinceMs],
    { ...plannedAnew, timeoutMs: 0 },
  )
}
