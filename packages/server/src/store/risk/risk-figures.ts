import type { OfferFigures, SourceFigures } from '@quoin/core/risk/behaviour/conversion-signs.ts'
import { clicksPerConversionMax, conversionsGranted } from '@quoin/core/risk/offer-norms.ts'
import type { Db } from '../pg/database.ts'

interface OfferFiguresRow extends Omit<OfferFigures, 'fastSec'> {
  readonly offerId: number
  /** The slot of core/stats/credit-times.ts below which 5 % of its conversions lie; null with too few of them. */
  readonly fastSlot: number | null
  /** The conversions that were reversed or rejected. */
  readonly lost: number
  /** The payouts of all of them, in micros. */
  readonly paid: number
  /** The clicks that count for what is usual: see core/risk/offer-norms.ts. */
  readonly counted: number
  /** Credited conversions by slot, as `slot:count` with blanks between. */
  readonly bySlot: string | null
}

interface FiguresWanted {
  readonly sinceMs: number
  readonly limit: number
}

/** Weeks of statistics are gone through, now and then, and nobody waits for it. */
const patient = { timeoutMs: 40_000 }

/** Fewer conversions say nothing about how long an offer takes. */
const creditsMin = 20

/**
 * Offers with clicks, by the statistics as far as they are rolled up; those with most conversions first. One of which
 * nothing comes is known for it, as to a back-test: else it would pass for a usual one.
 */
export async function listOfferFigures(
  db: Db,
  { sinceMs, limit }: FiguresWanted,
): Promise<OfferFiguresRow[]> {
  return await db.query(
    `with slots as (
       select offer_id, slot, sum(conversions) as credits from stats_credit_times
       where quarter >= to_timestamp($1::bigint / 1000.0) group by offer_id, slot
     ), summed as (
       select offer_id, slot, sum(credits) over (partition by offer_id order by slot) as up_to,
         sum(credits) over (partition by offer_id) as total
       from slots
     ), fast as (
       select distinct on (offer_id) offer_id, slot from summed
       where total >= ${creditsMin} and up_to * 20 > total order by offer_id, slot
     ), times as (
       select offer_id, string_agg(slot || ':' || credits, ' ') as by_slot from slots where credits > 0 group by offer_id
     ), by_app as (
       select offer_id, app_id, sum(clicks)::bigint as clicks, sum(conversions)::bigint as conversions,
         coalesce(sum(conversions) filter (where status in ('reversed', 'rejected')), 0)::bigint as lost,
         sum(payout_micros) as paid
       from stats_15min where quarter >= to_timestamp($1::bigint / 1000.0) group by offer_id, app_id
     ), offers as (
       select offer_id, sum(clicks)::bigint as clicks, sum(conversions)::bigint as conversions, sum(lost)::bigint as lost,
         sum(paid)::double precision as paid,
         sum(least(clicks, ${clicksPerConversionMax} * (conversions + ${conversionsGranted})))::bigint as counted
       from by_app group by offer_id having sum(clicks) + sum(conversions) > 0 order by sum(conversions) desc, offer_id limit $2
     )
     select o.offer_id as "offerId", o.clicks, o.conversions, o.lost, o.paid, o.counted, f.slot as "fastSlot", t.by_slot as "bySlot"
     from offers o left join fast f on f.offer_id = o.offer_id left join times t on t.offer_id = o.offer_id`,
    [sinceMs, limit],
    patient,
  )
}

interface SourceFiguresRow extends SourceFigures {
  readonly appId: number
  readonly offerId: number
  readonly subId: string
}

/** A source with less of both is nothing to judge anybody by. */
const sourceClicksMin = 100
const sourceConversionsMin = 3

/** Sources by app, offer and sub id; those with most conversions first. Users beyond the counted sub ids are none. */
export async function listSourceFigures(
  db: Db,
  { sinceMs, limit }: FiguresWanted,
): Promise<SourceFiguresRow[]> {
  return await db.query(
    `select app_id as "appId", offer_id as "offerId", sub_id as "subId", sum(clicks)::bigint as clicks,
       sum(conversions)::bigint as conversions,
       coalesce(sum(conversions) filter (where status in ('reversed', 'rejected')), 0)::bigint as lost
     from stats_15min where quarter >= to_timestamp($1::bigint / 1000.0) and sub_id is not null
     group by app_id, offer_id, sub_id
     having sum(conversions) >= ${sourceConversionsMin} or sum(clicks) >= ${sourceClicksMin}
     order by sum(conversions) desc, sum(clicks) desc, app_id, offer_id, sub_id limit $2`,
    [sinceMs, limit],
    patient,
  )
}
