import { type Database, plannedAnew, type Transaction } from '../pg/database.ts'
import {
  creditTimesOf,
  inOneSnapshot,
  measuresOf,
  parametersOf,
  patient,
  type Progress,
  reportColumns,
  shownStatus,
  type StatsQuery,
  wanted,
} from './stats-rows.ts'

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

/**
 * A report, right to the last commit. Groups that everything has left (another status, an erased user's sub id) have
 * no row. At most `rowsMax` + 1 rows come back, by which a caller knows that there are too many.
 */
export async function reportStats(db: Database, query: StatsQuery): Promise<StatsRow[]> {
  return await inOneSnapshot(db, async (tx, progress) => await reportFrom(tx, query, progress))
}

export async function reportFrom(
  tx: Transaction,
  query: StatsQuery,
  progress: Progress,
): Promise<StatsRow[]> {
  const inGroups = query.groupBy.filter((name) => name !== 'status').map((name) => reportColumns[name])
  const byStatus = query.groupBy.includes('status')
  const named = ['d.interval', ...inGroups.map((name) => `d.${name}`)]
  const keys = byStatus ? [...named, 'd.status'] : named
  const grouped = byStatus ? [...named, shownStatus] : named
  const partKeys = byStatus ? [...named, `${shownStatus} as status`] : named
  const shown = query.groupBy.map((name) => `d.${reportColumns[name]}`)
  // Where there is one interval only, the search for it in each row is saved.
  const place =
    query.edgesSec.length === 2
      ? '0'
      : 'width_bucket(extract(epoch from d.quarter)::bigint, $1::bigint[]) - 1'
  const interval = `${place} as interval`
  return await tx.query(
    `with measured as (
       select ${interval}, d.* from (${measuresOf(query, progress)}) d where ${wanted(query)}
     ), timed as (
       select ${interval}, d.* from (select 'approved' as status, r.* from (${creditTimesOf(query, progress)}) r) d
       where ${wanted(query)}
     ), parts as (
       select ${partKeys.join(', ')}, d.status as of_status, null::smallint as slot, sum(clicks) as clicks,
         sum(unique_clicks) as unique_clicks, sum(fallback_clicks) as fallback_clicks,
         sum(bot_clicks) as bot_clicks, sum(conversions) as conversions,
         sum(revenue_micros) as revenue_micros, sum(payout_micros) as payout_micros
       from measured d group by ${grouped.join(', ')}, d.status
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
    parametersOf(query, progress),
    { ...plannedAnew, ...patient },
  )
}

/** A sum for each status that there is. */
function byStatusOf(measure: string): string {
  return `coalesce(jsonb_object_agg(d.of_status, d.${measure}::text)
    filter (where d.slot is null and d.of_status <> ''), '{}')`
}
