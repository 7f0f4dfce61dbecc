import type { DataOf } from '../../api/operation-types.ts'
import { formatMoney, microsOf } from '../../format/format-money.ts'
import { formatCount, formatShare } from '../../format/format-number.ts'

export type Figures = DataOf<'getOverview'>
export type Day = Figures['days'][number]

/** One figure of the overview: what it is of some days, and how it is shown. */
export interface Measure {
  readonly name: string
  readonly label: string
  /** Undefined where there is nothing to divide by. */
  readonly of: (days: readonly Day[]) => number | undefined
  readonly format: (value: number) => string
  readonly formatTick?: (value: number) => string
  /** Whether more of it is good; undefined where it is neither. */
  readonly isGood?: boolean
  readonly isRate?: boolean
  readonly sign?: '−' | '='
  /** The parts that it is the sum of, drawn on each other. */
  readonly parts?: readonly {
    readonly name: string
    readonly color: string
    readonly of: (day: Day) => number
  }[]
  readonly note: string
}

function sum(days: readonly Day[], read: (day: Day) => number): number {
  return days.reduce((total, day) => total + read(day), 0)
}

const ratio = (part: number, whole: number) => (whole > 0 ? part / whole : undefined)
const ofMoney = (read: (day: Day) => string) => (days: readonly Day[]) =>
  sum(days, (day) => microsOf(read(day)))
const dollars = (micros: number) => formatMoney(String(micros / 1_000_000), { currency: 'USD' })
const wholeDollars = (micros: number) =>
  formatMoney(String(Math.round(micros / 1_000_000)), { currency: 'USD', placesMin: 0, placesMax: 0 })
const share = (value: number) => formatShare(value)
const decided = (days: readonly Day[]) =>
  sum(days, ({ approved, rejected, reversed }) => approved + rejected + reversed)
const kept = (day: Day) => day.approved + day.pending + day.reversed

const amountsNote = 'The amounts of approved conversions in USD, by the day on which each was first reported.'

export const measures: readonly Measure[] = [
  {
    name: 'clicks',
    label: 'Clicks',
    of: (days) => sum(days, ({ clicks }) => clicks),
    format: formatCount,
    isGood: true,
    note: 'Visits that were sent on to an offer; crawlers and fallbacks are not among them.',
  },
  {
    name: 'conversions',
    label: 'Conversions',
    of: (days) => sum(days, kept),
    format: formatCount,
    isGood: true,
    parts: [
      { name: 'Approved', color: 'var(--approved)', of: ({ approved }) => approved },
      { name: 'Pending', color: 'var(--pending)', of: ({ pending }) => pending },
      { name: 'Reversed', color: 'var(--reversed)', of: ({ reversed }) => reversed },
    ],
    note: '',
  },
  {
    name: 'revenue',
    label: 'Revenue',
    of: ofMoney(({ revenue }) => revenue),
    format: dollars,
    formatTick: wholeDollars,
    isGood: true,
    note: amountsNote,
  },
  {
    name: 'payable',
    label: 'Payable',
    of: ofMoney(({ payable }) => payable),
    format: dollars,
    formatTick: wholeDollars,
    sign: '−',
    note: amountsNote,
  },
  {
    name: 'margin',
    label: 'Margin',
    of: ofMoney(({ margin }) => margin),
    format: dollars,
    formatTick: wholeDollars,
    isGood: true,
    sign: '=',
    note: amountsNote,
  },
  {
    name: 'approval',
    label: 'Approval rate',
    of: (days) =>
      ratio(
        sum(days, ({ approved, reversed }) => approved + reversed),
        decided(days),
      ),
    format: share,
    isGood: true,
    isRate: true,
    note: 'This is the share of decided conversions that was approved.',
  },
  {
    name: 'reversal',
    label: 'Reversal rate',
    of: (days) =>
      ratio(
        sum(days, ({ reversed }) => reversed),
        sum(days, ({ approved, reversed }) => approved + reversed),
      ),
    format: share,
    isGood: false,
    isRate: true,
    note: 'This is the share of approved conversions that was taken back.',
  },
]

export function findMeasure(name: string): Measure {
  const found = measures.find((one) => one.name === name) ?? measures[1]
  if (!found) throw new Error('There are no measures.')
  return found
}
