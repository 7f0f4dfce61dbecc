import { formatMoney, microsOf } from '../../format/format-money.ts'
import { formatCount, formatShare } from '../../format/format-number.ts'
import { formatDate } from '../../format/format-time.ts'
import type { ChartData, Series } from '../../parts/figures/chart-data.ts'

/** A row of a report, for whomever: what networks pay and what is left is told to operators only. */
export interface StatsRow {
  readonly local_time: string
  readonly keys: readonly (string | null)[]
  readonly names: readonly (string | null)[]
  readonly impressions: number | null
  readonly click_through_rate: number | null
  readonly ecpm: string | null
  readonly clicks: number
  readonly unique_clicks: number
  readonly fallback_clicks: number
  readonly bot_clicks: number
  readonly conversions: number
  readonly pending: number
  readonly approved: number
  readonly rejected: number
  readonly reversed: number
  readonly revenue?: string
  readonly payout: string
  readonly margin?: string
  readonly conversion_rate: number | null
  readonly epc: string | null
  readonly reversal_rate: number | null
}

/** A report: its rows and, of a report of the largest groups, what they are of. */
export interface Report {
  readonly rows: readonly StatsRow[]
  readonly sums: ReportSums | null
  /** The members of each group of a report by two things, by its key. */
  readonly members?: ReadonlyMap<string | null, Members>
  /** The names of networks, by the ids of their offers. */
  readonly networks?: Readonly<Record<string, string>>
}

interface Members {
  readonly rows: readonly StatsRow[]
  /** Those without a row of their own, together. */
  readonly others: { readonly count: number; readonly figures: StatsRow } | null
}

interface ReportSums {
  /** How many groups there are. */
  readonly groups: number
  readonly others: StatsRow | null
  readonly total: StatsRow | null
}

/** The figures by which the server finds the largest groups. */
const topFigures = ['clicks', 'conversions', 'reversed', 'revenue', 'payout', 'margin'] as const
type TopFigure = (typeof topFigures)[number]

/** By which figure groups are chosen, and from which end. */
export interface TopChoice {
  readonly topBy: TopFigure
  readonly topOrder: 'most' | 'least'
}

/** Rates have no largest ones that mean something: with them it is those with the most clicks. */
export function topChoiceOf(sort: string): TopChoice {
  const figure = topFigures.find((name) => name === sort.replace(/^-/, ''))
  if (figure === undefined) return { topBy: 'clicks', topOrder: 'most' }
  return { topBy: figure, topOrder: sort.startsWith('-') ? 'most' : 'least' }
}

export type MetricName = 'clicks' | 'conversions' | 'reversed' | 'revenue' | 'payout' | 'margin'

interface Metric {
  readonly label: string
  readonly read: (row: StatsRow) => number
  readonly format: (value: number) => string
}

const usd = (micros: number): string => formatMoney((micros / 1_000_000).toFixed(6), { currency: 'USD' })
const money = (name: 'revenue' | 'payout' | 'margin', label: string): Metric => ({
  label,
  read: (row) => microsOf(row[name] ?? '0'),
  format: usd,
})

/** The strip shows all of them, and the chart below it one. */
export const metrics: Readonly<Record<MetricName, Metric>> = {
  clicks: { label: 'Clicks', read: ({ clicks }) => clicks, format: formatCount },
  conversions: { label: 'Conversions', read: ({ conversions }) => conversions, format: formatCount },
  reversed: { label: 'Reversed', read: ({ reversed }) => reversed, format: formatCount },
  revenue: money('revenue', 'Revenue'),
  payout: money('payout', 'Payout'),
  margin: money('margin', 'Margin'),
}

export function totalOf(rows: readonly StatsRow[], metric: MetricName): number {
  const { read } = metrics[metric]
  return rows.reduce((sum, row) => sum + read(row), 0)
}

/** All rows in one: counts and amounts are added up, rates are those of the sums. Undefined where rows are not alike. */
export function sumOf(rows: readonly StatsRow[]): StatsRow | undefined {
  const [first] = rows
  if (first === undefined) return undefined
  const sum = (name: CountName) => rows.reduce((total, row) => total + row[name], 0)
  const micros = (name: 'revenue' | 'payout' | 'margin') => totalOf(rows, name)
  const isShown = rows.every(({ impressions }) => impressions !== null)
  const impressions = isShown ? rows.reduce((total, row) => total + (row.impressions ?? 0), 0) : null
  const clicks = sum('clicks')
  const conversions = sum('conversions')
  const credited = sum('approved') + sum('reversed')
  return {
    local_time: '',
    keys: [],
    names: [],
    impressions,
    clicks,
    conversions,
    unique_clicks: sum('unique_clicks'),
    fallback_clicks: sum('fallback_clicks'),
    bot_clicks: sum('bot_clicks'),
    pending: sum('pending'),
    approved: sum('approved'),
    rejected: sum('rejected'),
    reversed: sum('reversed'),
    payout: textOf(micros('payout')),
    ...(first.revenue === undefined ? {} : { revenue: textOf(micros('revenue')) }),
    ...(first.margin === undefined ? {} : { margin: textOf(micros('margin')) }),
    click_through_rate: impressions ? clicks / impressions : null,
    conversion_rate: clicks === 0 ? null : conversions / clicks,
    ecpm: impressions ? textOf((micros('payout') * 1_000) / impressions) : null,
    epc: clicks === 0 ? null : textOf(micros('payout') / clicks),
    reversal_rate: credited === 0 ? null : sum('reversed') / credited,
  }
}

type CountName =
  | 'clicks'
  | 'unique_clicks'
  | 'fallback_clicks'
  | 'bot_clicks'
  | 'conversions'
  | 'pending'
  | 'approved'
  | 'rejected'
  | 'reversed'

function textOf(micros: number): string {
  return (micros / 1_000_000).toFixed(6)
}

/** The rates of all rows in a sentence. */
export function ratesNote(rows: readonly StatsRow[] | undefined): string {
  if (rows === undefined) return ''
  const { conversion, reversal } = ratesOf(rows)
  return `Conversion rate ${conversion}, reversals ${reversal} of what was credited.`
}

/** Conversions divided by clicks, and what was taken back of what was credited. */
function ratesOf(rows: readonly StatsRow[]): {
  readonly conversion: string
  readonly reversal: string
} {
  const sum = (name: 'clicks' | 'conversions' | 'approved' | 'reversed') =>
    rows.reduce((total, row) => total + row[name], 0)
  const credited = sum('approved') + sum('reversed')
  return {
    conversion: formatShare(sum('clicks') < 30 ? null : sum('conversions') / sum('clicks')),
    reversal: formatShare(credited < 30 ? null : sum('reversed') / credited),
  }
}

const stack = [
  ['Approved', 'approved'],
  ['Pending', 'pending'],
  ['Rejected', 'rejected'],
  ['Reversed', 'reversed'],
] as const

interface ChartOptions {
  readonly metric: MetricName
  /** The beginnings of all buckets, as the zone's clocks show them. */
  readonly times: readonly string[]
  readonly before: readonly StatsRow[] | undefined
  readonly timesBefore: readonly string[]
  readonly isRunning: boolean
  readonly isHourly: boolean
}

/** Buckets without anything have no row: there it was nothing. */
export function chartOf(rows: readonly StatsRow[], options: ChartOptions): ChartData {
  const { metric, times, before, timesBefore, isRunning, isHourly } = options
  const found = metrics[metric]
  const series: Series[] =
    metric === 'conversions'
      ? stack.map(([name, word]) => ({
          name,
          color: `var(--${word})`,
          values: alongTimes(rows, times, (row) => row[word]),
          note: formatCount(rows.reduce((sum, row) => sum + row[word], 0)),
        }))
      : [{ name: found.label, color: 'var(--c1)', values: alongTimes(rows, times, found.read) }]
  return {
    labels: times.map((time) => (isHourly ? time.slice(11) : shortDay(time))),
    titles: times.map((time) => (isHourly ? `${shortDay(time)}, ${time.slice(11)}` : longDay(time))),
    series,
    ...(before === undefined
      ? {}
      : {
          previous: {
            name: 'Before',
            color: 'var(--faint)',
            values: alongTimes(before, timesBefore, found.read).slice(0, times.length),
          },
        }),
    format: found.format,
    isRunning,
  }
}

function alongTimes(
  rows: readonly StatsRow[],
  times: readonly string[],
  read: (row: StatsRow) => number,
): readonly number[] {
  const byTime = new Map(rows.map((row) => [row.local_time, read(row)]))
  return times.map((time) => byTime.get(time) ?? 0)
}

/** `2026-11-21T14:00` → 21 Nov 2026, 14:00 */
export function timeText(time: string, isHourly: boolean): string {
  const day = formatDate(time.slice(0, 10))
  return isHourly ? `${day}, ${time.slice(11, 16)}` : day
}

function shortDay(time: string): string {
  return new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    Date.parse(`${time.slice(0, 10)}T00:00Z`),
  )
}

function longDay(time: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' }).format(
    Date.parse(`${time.slice(0, 10)}T00:00Z`),
  )
}
