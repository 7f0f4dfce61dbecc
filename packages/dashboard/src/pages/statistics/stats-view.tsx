import { Select } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { formatChange } from '../../format/format-number.ts'
import { formatDate, viewerZone, zoneName } from '../../format/format-time.ts'
import { useSearchState } from '../../frame/use-search-state.ts'
import { keepFile } from '../../parts/feedback/keep-file.ts'
import { ChartCard } from '../../parts/figures/chart-card.tsx'
import { type Kpi, KpiStrip } from '../../parts/figures/kpi-strip.tsx'
import { PageHeader } from '../../parts/layout/page-header.tsx'
import { useNowSec } from '../../parts/value/moment.tsx'
import { writeStatsCsv } from './stats-csv.ts'
import {
  chartOf,
  type MetricName,
  metrics,
  type Report,
  ratesOf,
  type StatsRow,
  type TopFigure,
  topFigureOf,
  totalOf,
} from './stats-figures.ts'
import { type Group, StatsFilters, type StatsState } from './stats-filters.tsx'
import { type DayRange, daysOf, isZone, rangeBefore, readRange } from './stats-range.ts'
import { StatsTable } from './stats-table.tsx'
import { timesOf } from './stats-times.ts'

const standard: StatsState = {
  ...{ range: '30d', from: '', to: '', tz: '', by: 'day', metric: 'clicks', compare: 'yes' },
  ...{ app: '', offer: '', country: '', platform: '', subId: '', sort: '' },
}

/** More than this by the hour is a chart that nobody can read. */
const hourDaysMax = 7

/** Against a time in which there was next to nothing, a change says nothing. */
const changeMax = 10

/** Whose figures they are: what they are called, which there are, and where they are read. */
export interface StatsAudience {
  readonly title: string
  readonly lead: ReactNode
  readonly empty: ReactNode
  readonly metrics: readonly MetricName[]
  readonly groups: readonly Group[]
  readonly MoreFilters: (props: FilterProps) => ReactNode
  readonly useReport: (asked: AskedReport) => UseQueryResult<Report>
}

export interface FilterProps {
  readonly state: StatsState
  readonly change: (changed: Partial<StatsState>) => void
}

export interface AskedReport extends DayRange {
  readonly state: StatsState
  readonly zone: string
  readonly interval: 'day' | 'hour' | 'total'
  readonly group: string
  /** Only the largest groups. */
  readonly top: Top | undefined
  readonly isOff: boolean
}

interface Top {
  readonly top: number
  readonly topBy: TopFigure
}

/** Rows at first, and with each "Show more"; and as many as a file has of groups. */
const rowsAtATime = 100
const fileRowsMax = 10_000

/** Figures over time and by one dimension, against the time before. */
export function StatsView({ audience }: { readonly audience: StatsAudience }) {
  const [state, change] = useSearchState(standard)
  const zone = isZone(state.tz) ? state.tz : viewerZone()
  const nowSec = useNowSec()
  const range = readRange(state, { zone, nowMs: nowSec * 1000 })
  const isHourly = state.by === 'hour' ? daysOf(range) <= 31 : daysOf(range) === 1
  const shape = { zone, isHourly }
  const overTime = useShaped(audience, state, range, shape)
  const earlier = useShaped(audience, state, rangeBefore(range), { ...shape, isOff: state.compare !== 'yes' })
  const group = ['day', 'hour'].includes(state.by) ? '' : state.by
  const sort = state.sort === '' ? (group === '' ? '-time' : '-clicks') : state.sort
  const [shown, setShown] = useState(rowsAtATime)
  const top = { top: shown, topBy: topFigureOf(sort) }
  const grouped = useShaped(audience, state, range, { ...shape, group, top, isOff: group === '' })
  const table = group === '' ? overTime : grouped
  const fileName = `quoin-stats-${state.by}-${range.from}-${range.to}-${zoneName(zone).replaceAll(/\W+/g, '-')}.csv`
  const [isFileAsked, setFileAsked] = useState(false)
  const all = useShaped(audience, state, range, {
    ...{ ...shape, group, top: { ...top, top: fileRowsMax } },
    isOff: group === '' || !isFileAsked,
  })
  const file = group === '' ? overTime : all
  useKeptFile(
    { report: file.isPlaceholderData ? undefined : file.data, error: file.error },
    isFileAsked,
    (report) => {
      setFileAsked(false)
      if (report) keepFile(fileName, writeStatsCsv(report, group))
    },
  )
  const rows = overTime.data?.rows
  const before = state.compare === 'yes' ? earlier.data?.rows : undefined
  const head = audience.groups.find(({ value }) => value === state.by)?.label ?? 'Day'
  const metric = audience.metrics.find((name) => name === state.metric) ?? 'clicks'
  const { label, format } = metrics[metric]
  return (
    <div className="stack">
      <PageHeader
        title={audience.title}
        actions={
          <Select
            aria-label="Time zone"
            data={[...new Set(['UTC', viewerZone(), ...Intl.supportedValuesOf('timeZone')])]}
            value={zone}
            onChange={(tz) => change({ tz: tz ?? '' })}
            searchable
            allowDeselect={false}
            limit={60}
            w={210}
          />
        }
      >
        {audience.lead}
      </PageHeader>
      <StatsFilters
        state={state}
        change={(changed) => {
          setShown(rowsAtATime)
          change(changed.by === undefined ? changed : { ...changed, sort: '' })
        }}
        summary={`${formatDate(range.from)} to ${formatDate(range.to)}`}
        groups={audience.groups}
      >
        <audience.MoreFilters state={state} change={change} />
      </StatsFilters>
      {/* A failure is told once, in the place of the table. */}
      {(rows || overTime.error === null) && (
        <>
          <KpiStrip
            label="Sums"
            kpis={kpisOf(audience.metrics, rows, before)}
            chosen={metric}
            onChoose={(name) => change({ metric: name })}
          />
          <ChartCard
            title={`${label} by ${isHourly ? 'hour' : 'day'}`}
            data={
              rows &&
              chartOf(rows, {
                ...{ metric, before, isHourly },
                times: timesOf(range, isHourly),
                timesBefore: timesOf(rangeBefore(range), isHourly),
                isRunning:
                  range.to >=
                  readRange({ range: 'today', from: '', to: '' }, { zone, nowMs: nowSec * 1000 }).to,
              })
            }
            kind={daysOf(range) > hourDaysMax && isHourly ? 'lines' : 'bars'}
            summary={`${label}: ${format(totalOf(rows ?? [], metric))} from ${formatDate(range.from)} to ${formatDate(range.to)}.`}
            bucket={isHourly ? 'Hour' : 'Day'}
            zone={zone}
            note={ratesNote(rows)}
          />
        </>
      )}
      <StatsTable
        report={table.data}
        shown={shown}
        onMore={() => setShown(shown + rowsAtATime)}
        onFile={() => setFileAsked(true)}
        isFileAsked={isFileAsked}
        error={table.error}
        onRetry={() => table.refetch()}
        isRefreshing={table.isPlaceholderData}
        group={group}
        head={head}
        metrics={audience.metrics}
        empty={audience.empty}
        sort={sort}
        onSort={(next) => change({ sort: next })}
      />
    </div>
  )
}

interface ReportShape {
  readonly zone: string
  readonly isHourly: boolean
  readonly group?: string
  readonly top?: Top
  readonly isOff?: boolean
}

function useShaped(
  audience: StatsAudience,
  state: StatsState,
  range: DayRange,
  { zone, isHourly, group = '', top, isOff = false }: ReportShape,
) {
  const interval = group === '' ? (isHourly ? 'hour' : 'day') : 'total'
  return audience.useReport({ ...range, state, zone, interval, group, top, isOff })
}

/** Once a report that was asked for is there, or will not come. */
function useKeptFile(
  { report, error }: { readonly report: Report | undefined; readonly error: unknown },
  isAsked: boolean,
  keep: (report: Report | undefined) => void,
) {
  const isThere = isAsked && (report !== undefined || error !== null)
  useEffect(() => {
    if (isThere) keep(report)
  })
}

function kpisOf(
  names: readonly MetricName[],
  rows: readonly StatsRow[] | undefined,
  before: readonly StatsRow[] | undefined,
): readonly Kpi[] {
  return names.map((name) => {
    const { label, read, format } = metrics[name]
    const now = rows && totalOf(rows, name)
    const then = before && totalOf(before, name)
    const change = now === undefined || !then ? undefined : (now - then) / then
    return {
      ...{ name, label },
      value: now === undefined ? undefined : format(now),
      change:
        change === undefined || change > changeMax
          ? undefined
          : {
              text: formatChange(change),
              isUp: change >= 0,
              tone: name === 'payout' ? 'plain' : change < 0 ? 'neg' : 'pos',
            },
      values: rows?.map(read) ?? [],
      previous: before?.map(read) ?? [],
    }
  })
}

function ratesNote(rows: readonly StatsRow[] | undefined): string {
  if (rows === undefined) return ''
  const { conversion, reversal } = ratesOf(rows)
  return `Conversion rate ${conversion}, reversals ${reversal} of what was credited.`
}
