import type { Db } from '../pg/database.ts'
import { clickDeltas, conversionDeltas, creditDeltas, measured, measures, timed } from './stats-deltas.ts'

/** The columns by which a report is grouped, besides time. */
export const reportColumns = {
  app: 'app_id',
  offer: 'offer_id',
  country: 'country',
  platform: 'platform',
  subId: 'sub_id',
  status: 'status',
  network: 'network',
} as const

export type ReportColumn = keyof typeof reportColumns

interface StatsQuery {
  /** Null: all apps. */
  readonly appId: number | null
  readonly offerId: number | null
  readonly country: string | null
  readonly platform: string | null
  readonly subId: string | null
  /** Only conversions of this status; clicks all the same. */
  readonly status: string | null
  readonly groupBy: readonly ReportColumn[]
  /** Where each interval begins, in Unix seconds and in order, and at last where the last one ends. */
  readonly edgesSec: readonly number[]
  readonly rowsMax: number
}

/** One group in one interval. Sums are texts: they may be larger than numbers are exact. */
export interface StatsRow {
  /** The place of its interval, from 0. */
  readonly interval: number
  /** Values of `groupBy`, in its order. */
  readonly keys: readonly (string | number | null)[]
  readonly clicks: string
  readonly uniqueClicks: string
  readonly fallbackClicks: string
  readonly botClicks: string
  readonly conversions: Readonly<Record<string, string>>
  readonly revenueMicros: Readonly<Record<string, string>>
  readonly payoutMicros: Readonly<Record<string, string>>
  /** Conversions by slot of the time to credit. */
  readonly creditTimes: Readonly<Record<string, string>>
}

/** Raw rows that are not rolled up yet. */
const clicksLeft = 'c.written_in >= (select position from stats_progress)'
const eventsLeft = 'e.written_in >= (select position from stats_progress)'

const columns = 'app_id, quarter, offer_id, country, platform, sub_id'

/** All there is to know: what is rolled up and, counted in the same moment, what is not yet. */
export const allMeasures = `select ${columns}, status, ${measures.join(', ')} from stats_15min
  union all ${measured(clickDeltas(clicksLeft))}
  union all ${measured(conversionDeltas(eventsLeft))}`

export const allCreditTimes = `select ${columns}, slot, conversions from stats_credit_times
  union all ${timed(creditDeltas(eventsLeft))}`

/** Which rows are asked for; the filter of an app finds them by index. */
function wanted(query: StatsQuery): string {
  const app = query.appId === null ? 'and $2::bigint is null' : 'and d.app_id = $2::bigint'
  return `d.quarter >= to_timestamp(($1::bigint[])[1])
    and d.quarter < to_timestamp(($1::bigint[])[cardinality($1::bigint[])]) ${app}
    and ($3::bigint is null or d.offer_id = $3) and ($4::text is null or d.country = $4)
    and ($5::text is null or d.platform = $5) and ($6::text is null or d.sub_id = $6)`
}

/**
 * A report, right to the last commit. Groups that everything has left (another status, an erased user's sub id) have
 * no row. At most `rowsMax` + 1 rows come back, by which a caller knows that there are too many.
 */
export async function reportStats(db: Db, query: StatsQuery): Promise<StatsRow[]> {
  const inGroups = query.groupBy.filter((name) => name !== 'status').map((name) => reportColumns[name])
  const byStatus = query.groupBy.includes('status')
  const keys = ['d.interval', ...inGroups.map((name) => `d.${name}`), ...(byStatus ? ['d.status'] : [])]
  const shown = query.groupBy.map((name) => `d.${reportColumns[name]}`)
  const named = (source: string): string =>
    query.groupBy.includes('network') ? withNetworks(source) : source
  const interval = `width_bucket(extract(epoch from d.quarter)::bigint, $1::bigint[]) - 1 as interval`
  return await db.query(
    `with measured as (
       select ${interval}, d.* from (${named(allMeasures)}) d where ${wanted(query)}
         and ($7::text is null or d.status in ('', $7))
     ), timed as (
       select ${interval}, 'approved' as status, d.* from (${named(allCreditTimes)}) d where ${wanted(query)}
         and ($7::text is null or $7 = 'approved')
     ), parts as (
       select ${keys.join(', ')}, d.status as of_status, null::smallint as slot, sum(clicks) as clicks,
         sum(unique_clicks) as unique_clicks, sum(fallback_clicks) as fallback_clicks,
         sum(bot_clicks) as bot_clicks, sum(conversions) as conversions,
         sum(revenue_micros) as revenue_micros, sum(payout_micros) as payout_micros
       from measured d group by ${keys.join(', ')}, d.status
       union all
       select ${keys.join(', ')}, d.status, d.slot, 0, 0, 0, 0, sum(conversions), 0, 0
       from timed d group by ${keys.join(', ')}, d.status, d.slot
     )
     select d.interval, jsonb_build_array(${shown.join(', ')}) as keys,
       coalesce(sum(clicks), 0)::text as clicks, coalesce(sum(unique_clicks), 0)::text as "uniqueClicks",
       coalesce(sum(fallback_clicks), 0)::text as "fallbackClicks",
       coalesce(sum(bot_clicks), 0)::text as "botClicks",
       ${byStatusOf('conversions')} as conversions, ${byStatusOf('revenue_micros')} as "revenueMicros",
       ${byStatusOf('payout_micros')} as "payoutMicros",
       coalesce(jsonb_object_agg(d.slot, d.conversions::text) filter (where d.slot is not null), '{}')
         as "creditTimes"
     from parts d
     group by ${keys.join(', ')}
     having bool_or(d.clicks <> 0 or d.fallback_clicks <> 0 or d.bot_clicks <> 0 or d.conversions <> 0)
     order by ${keys.join(', ')}
     limit $8`,
    [
      query.edgesSec,
      query.appId,
      query.offerId,
      query.country,
      query.platform,
      query.subId,
      query.status,
      query.rowsMax + 1,
    ],
  )
}

/** The slug of each offer's network beside it. */
function withNetworks(source: string): string {
  return `select a.*, n.network from (${source}) a
    left join (select o.id, w.slug as network from offers o join networks w on w.id = o.network_id) n on n.id = a.offer_id`
}

/** A sum for each status that there is. */
function byStatusOf(measure: string): string {
  return `coalesce(jsonb_object_agg(d.of_status, d.${measure}::text)
    filter (where d.slot is null and d.of_status <> ''), '{}')`
}
