import type { ConversionStatus } from '@quoin/core/conversions/status.ts'
import { type FieldProblem, invalidFields } from '@quoin/core/errors.ts'
import { creditTimeSec } from '@quoin/core/stats/credit-times.ts'
import type { StatsChoice } from '@quoin/core/stats/group-pair.ts'
import type { Interval } from '@quoin/core/stats/interval.ts'
import { owedRevenue } from '@quoin/core/stats/owed-revenue.ts'
import { dayMs } from '@quoin/core/time/durations.ts'
import type { Ports } from '../../ports/ports.ts'
import type { ReportColumn } from '../../store/stats/stats-rows.ts'
import { assertWhole } from './assert-whole.ts'
import { type JoinedRow, joinImpressions } from './join-impressions.ts'
import { type LocalTime, openTimeZone, startsOfDays, startsOfHours } from './local-times.ts'

/** Days that a report may span, by its interval; and rows that it may have. */
const daysMax: Readonly<Record<Interval, number>> = { hour: 31, day: 400, total: 400 }
const rowsMax = 10_000

/** Clicks are counted in the zones of today; before this year nothing was. */
const firstDayEver = '2020-01-01'

export interface ReportRequest {
  /** Days of the time zone, both included: `2026-11-01`. */
  readonly from: string
  readonly to: string
  readonly interval: Interval
  readonly timezone: string
  readonly groupBy: readonly ReportColumn[]
  readonly appId: number | null
  readonly offerId: number | null
  readonly country: string | null
  readonly platform: string | null
  readonly subId: string | null
  readonly status: ConversionStatus | null
  /** Only what is about one of these. */
  readonly among?: StatsChoice | undefined
}

type Sums = Readonly<Record<ConversionStatus, bigint>>

/** The figures of one interval and one group. */
export interface Figures {
  readonly from: LocalTime
  readonly untilMs: number
  readonly keys: readonly (string | number | null)[]
  /** Users to whom it was shown, each once a day; undefined where they are not counted in such groups. */
  readonly impressions: bigint | undefined
  readonly clicks: bigint
  readonly uniqueClicks: bigint
  readonly fallbackClicks: bigint
  readonly botClicks: bigint
  readonly conversions: Sums
  /** Under `approved` all that networks owe, also of what a person alone took back. */
  readonly revenueMicros: Sums
  readonly payoutMicros: Sums
  readonly creditMedianSec: number | undefined
  readonly creditP90Sec: number | undefined
}

/** The statistics of a time, exact to the last commit. Throws for a bad range or too many rows. */
export async function reportStats(
  { db, store }: Pick<Ports, 'db' | 'store'>,
  request: ReportRequest,
): Promise<Figures[]> {
  const edges = readEdges(request)
  await assertWhole({ db, store })
  const edgesSec = edges.map(({ atMs }) => atMs / 1000)
  const [clicked, shown] = await Promise.all([
    store.statsReport.reportStats(db, { ...request, edgesSec, rowsMax }),
    request.status === null
      ? store.impressionsReport.reportImpressions(db, { ...request, edgesSec })
      : undefined,
  ])
  const rows = joinImpressions(clicked, shown)
  if (rows.length > rowsMax) {
    throw invalidFields([
      problem('groupBy', 'rows', `gives more than ${rowsMax} rows: ask for less time or fewer groups`),
    ])
  }
  return rows.flatMap((row) => presentRow(row, edges))
}

/** Where the intervals begin, and where the last one ends. */
export function readEdges({ from, to, interval, timezone }: ReportRequest): LocalTime[] {
  const show = openTimeZone(timezone)
  const problems: FieldProblem[] = []
  if (!show) problems.push(problem('timezone', 'timezone', 'must be an IANA time zone such as Europe/Berlin'))
  for (const [name, day] of [
    ['from', from],
    ['to', to],
  ] as const) {
    if (!isDay(day)) problems.push(problem(name, 'date', 'must be a day such as 2026-11-21'))
    else if (day < firstDayEver) problems.push(problem(name, 'range', `must not be before ${firstDayEver}`))
  }
  const days = daysBetween({ from, to })
  if (problems.length === 0 && days < 1) problems.push(problem('to', 'range', 'must not be before from'))
  if (problems.length === 0 && days > daysMax[interval]) {
    problems.push(problem('to', 'range', `may span ${daysMax[interval]} days by ${interval}; it is ${days}`))
  }
  if (!show || problems.length > 0) throw invalidFields(problems)
  const starts = startsOfDays(show, from, to)
  if (interval === 'day') return starts
  if (interval === 'hour') return startsOfHours(show, starts)
  return [starts[0], starts.at(-1)].flatMap((start) => start ?? [])
}

/** Both days included. */
export function daysBetween({ from, to }: Pick<ReportRequest, 'from' | 'to'>): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs + 1
}

function isDay(text: string): boolean {
  const timeMs = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(timeMs) && new Date(timeMs).toISOString().startsWith(text)
}

export function problem(field: string, rule: string, message: string): FieldProblem {
  return { field, rule, message }
}

export function presentRow(row: JoinedRow, edges: readonly LocalTime[]): Figures[] {
  const from = edges[row.interval]
  const until = edges[row.interval + 1]
  if (!from || !until) return []
  const times = new Map(Object.entries(row.creditTimes).map(([slot, count]) => [Number(slot), BigInt(count)]))
  return [
    {
      from,
      untilMs: until.atMs,
      keys: row.keys,
      impressions: row.impressions,
      clicks: BigInt(row.clicks),
      uniqueClicks: BigInt(row.uniqueClicks),
      fallbackClicks: BigInt(row.fallbackClicks),
      botClicks: BigInt(row.botClicks),
      conversions: sumsOf(row.conversions),
      revenueMicros: { ...sumsOf(row.revenueMicros), approved: owedRevenue(row.revenueMicros) },
      payoutMicros: sumsOf(row.payoutMicros),
      creditMedianSec: creditTimeSec(times, 50),
      creditP90Sec: creditTimeSec(times, 90),
    },
  ]
}

function sumsOf(byStatus: Readonly<Record<string, string>>): Sums {
  const of = (status: ConversionStatus): bigint => BigInt(byStatus[status] ?? '0')
  return {
    pending: of('pending'),
    approved: of('approved'),
    rejected: of('rejected'),
    reversed: of('reversed'),
  }
}
