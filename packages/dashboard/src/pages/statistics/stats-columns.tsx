import type { ReactNode } from 'react'
import { microsOf } from '../../format/format-money.ts'
import { formatCount, formatShare } from '../../format/format-number.ts'
import { Money } from '../../parts/value/money.tsx'
import type { MetricName, StatsRow } from './stats-figures.ts'

/** A figure of a group or time as a column. */
export interface StatsColumn {
  readonly name: string
  /** In the list of columns. */
  readonly label: string
  readonly head: string
  readonly read: (row: StatsRow) => number
  readonly cell: (row: StatsRow) => ReactNode
  /** Only those who are told this figure have the column. */
  readonly needs?: MetricName
  /** Shown unless somebody chose others. */
  readonly isUsual?: boolean
  /** Red, beside losses. */
  readonly isHot?: (row: StatsRow) => boolean
}

type CountName = 'clicks' | 'unique_clicks' | 'conversions' | 'pending' | 'rejected' | 'reversed'

const count = (name: CountName, label: string, head = label) => ({
  name,
  label,
  head,
  read: (row: StatsRow) => row[name],
  cell: (row: StatsRow) => formatCount(row[name]),
})

const amount = (name: 'revenue' | 'payout' | 'margin', label: string) => ({
  name,
  label,
  head: label,
  read: (row: StatsRow) => microsOf(row[name] ?? '0'),
  cell: (row: StatsRow) => <Money amount={row[name] ?? '0'} />,
})

/** With fewer clicks a rate says nothing. */
const clicksMin = 30
const rateOf = (of: number, share: number | null) => (of < clicksMin ? null : share)

const rate = (name: string, label: string, head: string, read: (row: StatsRow) => number | null) => ({
  name,
  label,
  head,
  read: (row: StatsRow) => read(row) ?? 0,
  cell: (row: StatsRow) => formatShare(read(row)),
})

/** More than one in five taken back is worth a look. */
const reversalsMax = 0.2
const reversalRate = ({ reversed, approved }: StatsRow): number | null =>
  reversed + approved === 0 ? null : reversed / (reversed + approved)

function marginShare(row: StatsRow): number | null {
  const revenue = microsOf(row.revenue ?? '0')
  return revenue <= 0 ? null : microsOf(row.margin ?? '0') / revenue
}

const all: readonly StatsColumn[] = [
  { ...count('clicks', 'Clicks'), isUsual: true },
  count('unique_clicks', 'Unique clicks', 'Unique'),
  { ...count('conversions', 'Conversions', 'Conv.'), isUsual: true },
  {
    ...rate('rate', 'CR', 'CR', (row) => rateOf(row.clicks, row.conversion_rate)),
    isUsual: true,
  },
  count('pending', 'Pending'),
  { ...count('rejected', 'Rejected'), isUsual: true },
  {
    ...count('reversed', 'Reversed'),
    isUsual: true,
    isHot: (row) => (reversalRate(row) ?? 0) > reversalsMax,
  },
  rate('reversals', 'Reversal rate', 'Rev. rate', reversalRate),
  { ...amount('revenue', 'Revenue'), isUsual: true, needs: 'revenue' },
  { ...amount('payout', 'Payout'), isUsual: true },
  { ...amount('margin', 'Margin'), isUsual: true, needs: 'margin' },
  {
    ...rate('share', 'Margin %', 'Margin %', marginShare),
    isUsual: true,
    needs: 'margin',
    isHot: (row) => (marginShare(row) ?? 0) < 0,
  },
  {
    name: 'epc',
    label: 'EPC',
    head: 'EPC',
    read: ({ epc }) => microsOf(epc ?? '0'),
    cell: ({ epc }) => <Money amount={epc} precision="rate" />,
  },
  {
    name: 'impressions',
    label: 'Shown',
    head: 'Shown',
    read: ({ impressions }) => impressions ?? 0,
    cell: ({ impressions }) => (impressions === null ? '–' : formatCount(impressions)),
  },
  rate('ctr', 'CTR', 'CTR', (row) => rateOf(row.impressions ?? 0, row.click_through_rate)),
  {
    name: 'ecpm',
    label: 'eCPM',
    head: 'eCPM',
    read: ({ ecpm }) => microsOf(ecpm ?? '0'),
    cell: ({ ecpm }) => <Money amount={ecpm} />,
  },
]

/** The columns that these readers may choose from. */
export function columnsFor(metrics: readonly MetricName[]): readonly StatsColumn[] {
  return all.filter(({ needs }) => needs === undefined || metrics.includes(needs))
}

/** Those that are chosen, in their order; the usual ones where nothing was chosen or no name is known. */
export function chosenColumns(columns: readonly StatsColumn[], chosen: string): readonly StatsColumn[] {
  const names = [...new Set(chosen.split(','))]
  const found = names.flatMap((name) => columns.find((column) => column.name === name) ?? [])
  return found.length === 0 ? columns.filter(({ isUsual }) => isUsual) : found
}

export function namesOf(columns: readonly StatsColumn[]): string {
  return columns.map(({ name }) => name).join(',')
}
