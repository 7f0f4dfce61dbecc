import type { TopFigure, TopOrder } from '@quoin/core/stats/top-figure.ts'
import { type Database, plannedAnew, type Transaction } from '../pg/database.ts'
import { addUp, figures } from './add-up.ts'
import { reportFrom, type StatsRow } from './stats-report.ts'
import {
  inOneSnapshot,
  measuresOf,
  owedStatuses,
  parametersOf,
  patient,
  type Progress,
  type ReportColumn,
  reportColumns,
  type StatsQuery,
  wanted,
} from './stats-rows.ts'

/** One interval, and one group that is not the status. */
export interface TopQuery extends Omit<StatsQuery, 'rowsMax' | 'keys'> {
  readonly top: number
  readonly topBy: TopFigure
  readonly topOrder: TopOrder
}

export interface TopStats {
  /** Those with the most or the least, in this order. */
  readonly rows: readonly StatsRow[]
  /** The sums of all groups together; undefined without any. */
  readonly total: StatsRow | undefined
  /** How many groups there are. */
  readonly groups: number
}

const owed = `filter (where d.status in ${owedStatuses})`

/** The sum that each figure is. */
export const sumsOf: Readonly<Record<TopFigure, string>> = {
  clicks: 'sum(d.clicks)',
  conversions: "sum(d.conversions) filter (where d.status <> 'rejected')",
  reversed: "sum(d.conversions) filter (where d.status = 'reversed')",
  revenue: `sum(d.revenue_micros) ${owed}`,
  payout: `sum(d.payout_micros) ${owed}`,
  margin: `sum(d.revenue_micros - d.payout_micros) ${owed}`,
}

/** Among those that have as little as another, the ones with more clicks come first: they matter more. */
const directions: Readonly<Record<TopOrder, string>> = { most: 'desc', least: 'asc, sum(d.clicks) desc' }

/** Groups of which there are so few that a report of all costs less than to find the largest first. */
const fewGroups: readonly ReportColumn[] = ['app', 'network', 'country', 'platform']

/** The groups that have the most of a figure, and the sums of all, in one snapshot: the others are what is left. */
export async function reportTopStats(db: Database, query: TopQuery): Promise<TopStats> {
  return await inOneSnapshot(db, async (tx, progress) => await topFrom(tx, query, progress))
}

export async function topFrom(tx: Transaction, query: TopQuery, progress: Progress): Promise<TopStats> {
  const isOfFew = query.groupBy.every((group) => fewGroups.includes(group))
  return isOfFew ? await chooseOfAll(tx, query, progress) : await findLargest(tx, query, progress)
}

async function chooseOfAll(tx: Transaction, query: TopQuery, progress: Progress): Promise<TopStats> {
  const found = await reportFrom(tx, { ...query, rowsMax: fewMax }, progress)
  const figureOf = figures[query.topBy]
  const isMost = query.topOrder === 'most'
  const ranked = found
    .map((row) => ({ row, figure: figureOf(row), clicks: figures.clicks(row) }))
    .sort((a, b) =>
      isMost ? compare(a.figure, b.figure) : compare(b.figure, a.figure) || compare(a.clicks, b.clicks),
    )
  const rows = ranked.slice(0, query.top).map(({ row }) => row)
  return { rows, total: found.length === 0 ? undefined : addUp(found), groups: found.length }
}

/** The larger one first. */
function compare(one: bigint, other: bigint): number {
  return one === other ? 0 : one < other ? 1 : -1
}

/** There are no more apps and networks than this on any platform. */
const fewMax = 1_000_000

async function findLargest(tx: Transaction, query: TopQuery, progress: Progress): Promise<TopStats> {
  // A sum for each offer there is does not fit into what a statement gets else, and would be sorted on the disk.
  tx.send({ text: "set local work_mem = '32MB'" })
  const ranked = await rank(tx, query, progress)
  const keys = ranked.map(({ key }) => key)
  const found = await reportFrom(tx, { ...query, rowsMax: keys.length, keys }, progress)
  const rowOf = new Map(found.map((row) => [textOf(row.keys[0]), row]))
  const [total] = await reportFrom(tx, { ...query, groupBy: [], rowsMax: 1 }, progress)
  return { rows: keys.flatMap((key) => rowOf.get(key) ?? []), total, groups: ranked[0]?.groups ?? 0 }
}

function textOf(key: string | number | null | undefined): string | null {
  return key === null || key === undefined ? null : String(key)
}

interface Ranked {
  readonly key: string | null
  readonly groups: number
}

/** Adds up one figure of every group, and no more: there may be as many as offers. */
async function rank(tx: Transaction, query: TopQuery, progress: Progress): Promise<Ranked[]> {
  const asked = { ...query, rowsMax: query.top - 1 }
  const key = query.groupBy.map((name) => `d.${reportColumns[name]}`).join(', ')
  return await tx.query(
    `select ${key}::text as key, (count(*) over ())::int as groups
     from (${measuresOf(asked, progress)}) d where ${wanted(asked)}
     group by ${key}
     having sum(d.clicks + d.fallback_clicks + d.bot_clicks) <> 0 or sum(d.conversions) <> 0
     order by coalesce(${sumsOf[query.topBy]}, 0) ${directions[query.topOrder]}, ${key}
     limit $8`,
    parametersOf(asked, progress),
    { ...plannedAnew, ...patient },
  )
}
