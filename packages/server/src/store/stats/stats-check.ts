import { idTimeMs } from '@quoin/core/tracking/click-id.ts'
import { type Db, plannedAnew } from '../pg/database.ts'
import { clickDeltas, conversionStates, creditDeltas, measured, measures, timed } from './stats-deltas.ts'
import { allCreditTimes, allMeasures } from './stats-rows.ts'

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

interface CheckedSpan {
  readonly fromSec: number
  readonly toSec: number
  readonly differencesMax: number
}

const inTime = 'd.quarter >= to_timestamp($1::bigint) and d.quarter < to_timestamp($2::bigint)'

/**
 * Counts the clicks of a time from the start and compares with what the statistics answer in the same moment. Their
 * partitions and ids find the clicks of a day.
 */
export async function compareClicks(db: Db, span: CheckedSpan): Promise<StatsDifference[]> {
  const fromId = `(lpad(to_hex($1::bigint * 1000), 12, '0') || '70008000000000000000')::uuid`
  const toId = `(lpad(to_hex($2::bigint * 1000), 12, '0') || '70008000000000000000')::uuid`
  const sides: Sides = {
    told: `select d.*, d.status as kind from (${allMeasures}) d where ${inTime} and d.status = ''`,
    counted: `select d.*, d.status as kind from (${measured(clickDeltas(`c.id >= ${fromId} and c.id < ${toId}`))}) d`,
    names: measures,
  }
  return await findDifferences(db, [sides], span)
}

/**
 * The same of conversions: by how they stand, not by their steps. No index finds those of a time, since nothing else
 * asks for them so: each call reads all conversions.
 */
export async function compareConversions(db: Db, span: CheckedSpan): Promise<StatsDifference[]> {
  const created = 'v.created_at >= to_timestamp($1::bigint) and v.created_at < to_timestamp($2::bigint)'
  const states: Sides = {
    told: `select d.*, d.status as kind from (${allMeasures}) d where ${inTime} and d.status <> ''`,
    counted: `select d.*, d.status as kind from (${measured(conversionStates(created))}) d`,
    names: measures,
  }
  const credits: Sides = {
    told: `select d.*, d.slot::text as kind, d.conversions as credit_time from (${allCreditTimes}) d where ${inTime}`,
    counted: `select d.*, d.slot::text as kind, d.conversions as credit_time from (${timed(creditDeltas(created))}) d`,
    names: ['credit_time'],
  }
  return await findDifferences(db, [states, credits], span)
}

/** Two selects of the same columns. */
interface Sides {
  readonly told: string
  readonly counted: string
  readonly names: readonly string[]
}

async function findDifferences(
  db: Db,
  sides: readonly Sides[],
  { fromSec, toSec, differencesMax }: CheckedSpan,
): Promise<StatsDifference[]> {
  return await db.query(
    `select app_id as "appId", quarter as "quarterMs", offer_id as "offerId", country, platform,
       sub_id as "subId", kind, measure, reported::text, counted::text
     from (${sides.map(differencesOf).join(' union all ')}) differences
     order by ${columns.join(', ')}, kind, measure
     limit $3`,
    [fromSec, toSec, differencesMax],
    plannedAnew,
  )
}

/** Groups are compared as a whole, and only one that differs becomes a row for each figure. */
function differencesOf({ told, counted, names }: Sides): string {
  const keys = [...columns, 'kind'].join(', ')
  const sumsOf = (name: string): string =>
    `coalesce(sum(${name}) filter (where told), 0) as ${name}_told,
     coalesce(sum(${name}) filter (where not told), 0) as ${name}_counted`
  const signed = (name: string): string => `sum(case when told then ${name} else -${name} end) <> 0`
  return `select ${keys}, measure, reported, counted
    from (
      select ${keys}, ${names.map(sumsOf).join(', ')}
      from (select ${keys}, ${names.join(', ')}, true as told from (${told}) t
        union all select ${keys}, ${names.join(', ')}, false from (${counted}) c) both_sides
      group by ${keys}
      having ${names.map(signed).join(' or ')}
    ) g cross join lateral (values
      ${names.map((name) => `('${name}', g.${name}_told, g.${name}_counted)`).join(', ')}
    ) as m (measure, reported, counted)
    where reported <> counted`
}

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
