import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatCount, formatShare } from '../../format/format-number.ts'
import { microsOf } from '../../format/format-money.ts'
import type { Column } from '../../parts/table/column.ts'
import { DataTable } from '../../parts/table/data-table.tsx'
import { Icon } from '../../parts/value/icon.tsx'
import { Money } from '../../parts/value/money.tsx'
import { type MetricName, type Report, type StatsRow, sumOf, timeText, topFigureOf } from './stats-figures.ts'

interface StatsTableProps {
  readonly report: Report | undefined
  /** As many rows are shown; of groups the report has no more. */
  readonly shown: number
  readonly onMore: () => void
  readonly onFile: () => void
  readonly isFileAsked: boolean
  readonly error: unknown
  readonly onRetry: () => void
  readonly isRefreshing: boolean
  /** The dimension that rows are grouped by: '' for time. */
  readonly group: string
  readonly head: string
  readonly sort: string
  readonly onSort: (sort: string) => void
  /** The figures that the reader is told. */
  readonly metrics: readonly MetricName[]
  readonly empty: ReactNode
}

/** A row of the table: of a group or time, or of several together. */
interface TableRow extends StatsRow {
  readonly together?: string
}

const sorts: Readonly<Record<string, (row: StatsRow) => number | string>> = {
  time: ({ local_time }) => local_time,
  impressions: ({ impressions }) => impressions ?? 0,
  clicks: ({ clicks }) => clicks,
  ecpm: ({ ecpm }) => (ecpm === null ? 0 : microsOf(ecpm)),
  conversions: ({ conversions }) => conversions,
  reversed: ({ reversed }) => reversed,
  revenue: ({ revenue }) => microsOf(revenue ?? '0'),
  payout: ({ payout }) => microsOf(payout),
  margin: ({ margin }) => microsOf(margin ?? '0'),
}

const count = (name: 'clicks' | 'conversions' | 'pending' | 'rejected' | 'reversed', head: string) =>
  ({
    ...{ name, head, isNumber: true },
    ...(name in sorts ? { sort: name } : {}),
    cell: (row: TableRow) => formatCount(row[name]),
  }) satisfies Column<TableRow>

const amount = (name: 'revenue' | 'payout' | 'margin', head: string) =>
  ({
    ...{ name, head, isNumber: true, sort: name },
    cell: (row: StatsRow) => <Money amount={row[name] ?? '0'} />,
  }) satisfies Column<TableRow>

/** Every figure of every group or time; what is dear to the reader first. */
export function StatsTable(props: StatsTableProps) {
  const { report, shown, group, head, sort, onSort, error, onRetry, isRefreshing, metrics, empty } = props
  const rows: readonly TableRow[] | undefined = report && [
    ...sortRows(report.rows, sort).slice(0, shown),
    ...sumRows(report),
  ]
  const columns: readonly Column<TableRow>[] = [
    {
      ...{ name: 'key', head, card: 'main' },
      ...(group === '' ? { sort: 'time' } : {}),
      cell: (row) => <KeyOf row={row} group={group} isHourly={head === 'Hour'} />,
    },
    {
      ...{ name: 'impressions', head: 'Shown', isNumber: true, sort: 'impressions', card: 'none' },
      cell: ({ impressions }) => (impressions === null ? '–' : formatCount(impressions)),
    },
    count('clicks', 'Clicks'),
    {
      ...{ name: 'ctr', head: 'CTR', isNumber: true, card: 'none' },
      cell: ({ click_through_rate, impressions }) =>
        formatShare((impressions ?? 0) < 30 ? null : click_through_rate),
    },
    count('conversions', 'Conversions'),
    {
      ...{ name: 'rate', head: 'CR', isNumber: true },
      cell: ({ conversion_rate, clicks }) => formatShare(clicks < 30 ? null : conversion_rate),
    },
    { ...count('pending', 'Pending'), card: 'none' },
    { ...count('rejected', 'Rejected'), card: 'none' },
    count('reversed', 'Reversed'),
    ...(metrics.includes('revenue') ? [amount('revenue', 'Revenue, USD')] : []),
    amount('payout', 'Payout, USD'),
    {
      ...{ name: 'ecpm', head: 'eCPM, USD', isNumber: true, sort: 'ecpm', card: 'none' },
      cell: ({ ecpm }) => (ecpm === null ? '–' : <Money amount={ecpm} />),
    },
    ...(metrics.includes('margin') ? [amount('margin', 'Margin, USD')] : []),
    {
      ...{ name: 'epc', head: 'EPC, USD', isNumber: true, card: 'none' },
      cell: ({ epc }) => <Money amount={epc} precision="rate" />,
    },
  ]
  const left = rowsOf(report) - shown
  return (
    <section className="card" aria-label={`Figures by ${head.toLowerCase()}`}>
      <div className="card-head">
        <h2 className="grow">
          By {head.toLowerCase()} <span className="faint xs">{tellChoice(report, sort)}</span>
        </h2>
        <Button
          leftSection={<Icon name="download" />}
          disabled={rowsOf(report) === 0}
          loading={props.isFileAsked}
          onClick={props.onFile}
        >
          CSV
        </Button>
      </div>
      <DataTable<TableRow>
        caption={`Figures by ${head.toLowerCase()}`}
        columns={columns}
        rows={rows}
        keyOf={(row) => row.together ?? `${row.local_time} ${row.keys.join(' ')}`}
        error={error}
        onRetry={onRetry}
        isRefreshing={isRefreshing}
        sort={sort}
        onSort={onSort}
        isMarked={({ together }) => together !== undefined}
        more={
          left > 0 ? { load: props.onMore, isLoading: false, left: `${formatCount(left)} more` } : undefined
        }
        empty={empty}
        sumRow={report && !report.sums && report.rows.length > 1 ? sumOf(report.rows) : undefined}
      />
    </section>
  )
}

/** How many rows there are, shown or not. */
function rowsOf(report: Report | undefined): number {
  return report === undefined ? 0 : (report.sums?.groups ?? report.rows.length)
}

/** Which groups have a row of their own, where not all have. */
function tellChoice(report: Report | undefined, sort: string): string {
  if (!report?.sums?.others) return ''
  const figure = metricNames[topFigureOf(sort)]
  return `the ${formatCount(report.rows.length)} of ${formatCount(report.sums.groups)} with the most ${figure}`
}

const metricNames = {
  ...{ clicks: 'clicks', conversions: 'conversions', reversed: 'reversals' },
  ...{ revenue: 'revenue', payout: 'payout', margin: 'margin' },
} as const

/** The groups without a row of their own together, and all of them. */
function sumRows({ rows, sums }: Report): readonly TableRow[] {
  if (!sums?.total || rows.length === 0) return []
  const others = sums.others
    ? [{ ...sums.others, together: `All ${formatCount(sums.groups - rows.length)} others` }]
    : []
  return [...others, { ...sums.total, together: 'Total' }]
}

interface KeyProps {
  readonly row: TableRow
  readonly group: string
  readonly isHourly: boolean
}

function KeyOf({ row, group, isHourly }: KeyProps) {
  if (row.together !== undefined) return <b className="local-time">{row.together}</b>
  if (group === '') return <span className="num local-time">{timeText(row.local_time, isHourly)}</span>
  const key = row.keys[0] ?? null
  const name = row.names[0] ?? null
  if (key === null)
    return <span className="faint">{group === 'subId' ? 'Beyond the first 200 of a day' : 'None'}</span>
  if (key === '') return <span className="faint">None</span>
  if (name === null) return <bdi>{key}</bdi>
  return (
    <span>
      <bdi>{name}</bdi> <span className="faint xs num">{key}</span>
    </span>
  )
}

function sortRows(rows: readonly StatsRow[], sort: string): readonly StatsRow[] {
  const read = sorts[sort.replace(/^-/, '')]
  if (read === undefined) return rows
  const sign = sort.startsWith('-') ? -1 : 1
  return rows.toSorted((a, b) => {
    const [left, right] = [read(a), read(b)]
    return left === right ? 0 : left < right ? -sign : sign
  })
}
