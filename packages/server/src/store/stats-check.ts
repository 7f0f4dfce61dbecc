import { idTimeMs } from '@quoin/core/click-id.ts'
import type { Db } from './database.ts'
import { clickDeltas, conversionStates, creditDeltas, measured, measures, timed } from './stats-deltas.ts'
import { allCreditTimes, allMeasures } from './stats-report.ts'

const columns = ['app_id', 'quarter', 'offer_id', 'country', 'platform', 'sub_id'] as const

/** A figure of the statistics that differs from what the raw rows say. */
export interface StatsDifference {
  readonly appId: number
  readonly quarterMs: number
  readonly offerId: number
  readonly country: string
  readonly platform: string
  readonly subId: string | null
  /** The status of a row of stats_15min, or the slot of a row of stats_credit_times. */
  readonly kind: string
  readonly measure: string
  readonly reported: string
  readonly counted: string
}

export interface CheckedSpan {
  readonly fromSec: number
  readonly toSec: number
  /** Whether the clicks of that time are still there; else only conversions are compared. */
  readonly hasClicks: boolean
  readonly differencesMax: number
}

/**
 * Counts the raw rows of a time from the start, conversions by how they stand and not by their steps, and
 * compares with what the statistics answer in the same moment.
 */
export async function compareStats(db: Db, span: CheckedSpan): Promise<StatsDifference[]> {
  const fromId = `(lpad(to_hex($1::bigint * 1000), 12, '0') || '70008000000000000000')::uuid`
  const toId = `(lpad(to_hex($2::bigint * 1000), 12, '0') || '70008000000000000000')::uuid`
  const created = 'v.created_at >= to_timestamp($1::bigint) and v.created_at < to_timestamp($2::bigint)'
  const clicked = `c.id >= ${fromId} and c.id < ${toId} and $3::boolean`
  const inTime = 'd.quarter >= to_timestamp($1::bigint) and d.quarter < to_timestamp($2::bigint)'
  return await db.query(
    `with figures as (
       select ${columns.join(', ')}, d.status as kind, m.measure, m.figure as reported, 0 as counted
       from (${allMeasures}) d ${unpivoted} where ${inTime} and ($3::boolean or d.status <> '')
       union all
       select ${columns.join(', ')}, d.status, m.measure, 0, m.figure
       from (${measured(clickDeltas(clicked))} union all ${measured(conversionStates(created))}) d ${unpivoted}
       union all
       select ${columns.join(', ')}, d.slot::text, 'credit_time', d.conversions, 0
       from (${allCreditTimes}) d where ${inTime}
       union all
       select ${columns.join(', ')}, d.slot::text, 'credit_time', 0, d.conversions
       from (${timed(creditDeltas(created))}) d
     )
     select app_id as "appId", quarter as "quarterMs", offer_id as "offerId", country, platform,
       sub_id as "subId", kind, measure, sum(reported)::text as reported, sum(counted)::text as counted
     from figures
     group by ${columns.join(', ')}, kind, measure
     having sum(reported) <> sum(counted)
     order by ${columns.join(', ')}, kind, measure
     limit $4`,
    [span.fromSec, span.toSec, span.hasClicks, span.differencesMax],
  )
}

/** A row for each measure. */
const unpivoted = `cross join lateral (values
  ${measures.map((name) => `('${name}', d.${name})`).join(', ')}) as m (measure, figure)`

/** When the first of all that is counted has happened; undefined when nothing has. */
export async function findFirstMoment(db: Db): Promise<number | undefined> {
  const [row] = await db.query<{ first: number | null; firstClick: string | null }>(
    `select least((select min(created_at) from conversions), (select min(quarter) from stats_15min)) as first,
       (select id from clicks order by id limit 1) as "firstClick"`,
    [],
  )
  const moments = [row?.first ?? undefined, row?.firstClick ? idTimeMs(row.firstClick) : undefined]
  const known = moments.filter((moment) => moment !== undefined)
  return known.length === 0 ? undefined : Math.min(...known)
}
