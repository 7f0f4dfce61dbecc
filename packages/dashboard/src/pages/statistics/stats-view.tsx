import { Button, Select } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatDate, viewerZone, zoneName } from '../../format/format-time.ts'
import { useSearchState } from '../../frame/use-search-state.ts'
import { ChartCard } from '../../parts/figures/chart-card.tsx'
import { KpiStrip } from '../../parts/figures/kpi-strip.tsx'
import { PageHeader } from '../../parts/layout/page-header.tsx'
import { Icon } from '../../parts/value/icon.tsx'
import { useNowSec } from '../../parts/value/moment.tsx'
import { compareWith } from './comparison.ts'
import { linesOf } from './figure-rows.ts'
import { kpisOf } from './stats-kpis.ts'
import { chosenColumns, columnsFor } from './stats-columns.tsx'
import {
  chartOf,
  type MetricName,
  metrics,
  type Report,
  ratesNote,
  timeText,
  totalOf,
} from './stats-figures.ts'
import { type Group, StatsFilters, type StatsState } from './stats-filters.tsx'
import { type DayRange, daysOf, isZone, rangeBefore, readRange, usualRange } from './stats-range.ts'
import { StatsTable } from './stats-table.tsx'
import { timesOf } from './stats-times.ts'
import { isThing, pairsOf, things } from './things.ts'
import { useColumns } from './use-columns.ts'
import { type AskedReport, useReports } from './use-reports.tsx'

export type { AskedReport }

const standard: StatsState = {
  range: usualRange,
  from: '',
  to: '',
  tz: '',
  by: 'day',
  within: '',
  metric: '',
  show: '',
  cols: '',
  network: '',
  app: '',
  offer: '',
  country: '',
  platform: '',
  subId: '',
  sort: '',
  view: '',
}

/** More than this by the hour is a chart that nobody can read. */
const hourDaysMax = 7

/** Whose figures they are: their names, which there are, and where they are read. */
export interface StatsAudience {
  readonly title: string
  readonly lead?: ReactNode
  readonly empty: ReactNode
  readonly metrics: readonly MetricName[]
  readonly groups: readonly Group[]
  /** Whether they group by two things. */
  readonly hasPairs: boolean
  readonly PageFilters: (props: FilterProps) => ReactNode
  readonly Actions?: (props: ActionProps) => ReactNode
  readonly useReport: (asked: AskedReport) => UseQueryResult<Report>
}

interface ActionProps {
  readonly state: StatsState
  readonly standard: StatsState
  readonly change: (changed: Partial<StatsState>) => void
}

export interface FilterProps {
  readonly state: StatsState
  readonly change: (changed: Partial<StatsState>) => void
  readonly range: DayRange
  readonly zone: string
}

/** Rows at first, and with each "Show more". */
const rowsAtATime = 100

/** Figures over time or by one or two things, against the time before. */
export function StatsView({ audience }: { readonly audience: StatsAudience }) {
  const [state, change] = useSearchState(standard)
  const zone = isZone(state.tz) ? state.tz : viewerZone()
  const nowMs = useNowSec() * 1000
  const range = readRange(state, { zone, nowMs })
  const isHourly = state.by === 'hour' ? daysOf(range) <= 31 : daysOf(range) === 1
  const by = isThing(state.by) && audience.groups.some(({ value }) => value === state.by) ? state.by : ''
  const seconds = audience.hasPairs ? (pairsOf[by] ?? []) : []
  const within = seconds.find((thing) => thing === state.within) ?? ''
  const hasMargin = audience.metrics.includes('margin')
  const sort = state.sort !== '' ? state.sort : by === '' ? '-time' : hasMargin ? '' : '-clicks'
  const [shown, setShown] = useState(rowsAtATime)
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const [columns, setColumns] = useColumns(state.cols, (cols) => change({ cols }))
  const reports = useReports(audience, { state, range, zone, isHourly, by, within, sort, shown })
  const { overTime, earlier, table, file } = reports
  const rows = overTime.data?.rows
  const { before, note } = compareWith(earlier.data?.rows, rangeBefore(range), range.from)
  const head = audience.groups.find(({ value }) => value === state.by)?.label ?? 'Day'
  const metric = audience.metrics.find((name) => name === state.metric) ?? 'clicks'
  const { label, format } = metrics[metric]
  const view = by !== '' && state.show === 'chart' ? 'chart' : 'table'
  const allColumns = columnsFor(audience.metrics)
  const today = readRange({ range: 'today', from: '', to: '' }, { zone, nowMs }).to
  const lines =
    table.data &&
    linesOf(table.data, {
      by,
      within,
      sort,
      shown,
      closed,
      columns: allColumns,
      tellTime: ({ local_time }) => timeText(local_time, isHourly),
    })
  const chart = (
    <ChartCard
      isInner={by !== ''}
      title={`${label} by ${isHourly ? 'hour' : 'day'}`}
      data={
        rows &&
        chartOf(rows, {
          metric,
          before,
          isHourly,
          times: timesOf(range, isHourly),
          timesBefore: timesOf(rangeBefore(range), isHourly),
          isRunning: range.to >= today,
        })
      }
      kind={daysOf(range) > hourDaysMax && isHourly ? 'lines' : 'bars'}
      summary={`${label}: ${format(totalOf(rows ?? [], metric))} from ${formatDate(range.from)} to ${formatDate(range.to)}.`}
      bucket={isHourly ? 'Hour' : 'Day'}
      zone={zone}
      note={ratesNote(rows)}
    />
  )
  const toggle = (group: string) => {
    const next = new Set(closed)
    if (!next.delete(group)) next.add(group)
    setClosed(next)
  }
  return (
    <div className="stack">
      <PageHeader
        title={audience.title}
        actions={
          <>
            {audience.Actions && <audience.Actions {...{ state, standard, change }} />}
            <Button
              leftSection={<Icon name="download" />}
              disabled={!lines || lines.length === 0}
              loading={file.isAsked}
              onClick={file.ask}
            >
              CSV
            </Button>
          </>
        }
      >
        {formatDate(range.from)} to {formatDate(range.to)}, days of {zoneName(zone)}. {note} {audience.lead}
      </PageHeader>
      <StatsFilters
        state={state}
        change={(changed) => {
          setShown(rowsAtATime)
          change(changed)
        }}
      >
        <audience.PageFilters {...{ state, change, range, zone }} />
        <Select
          aria-label="Time zone"
          data={[...new Set(['UTC', viewerZone(), ...Intl.supportedValuesOf('timeZone')])]}
          value={zone}
          onChange={(tz) => change({ tz: tz ?? '' })}
          searchable
          allowDeselect={false}
          limit={60}
          w={150}
        />
      </StatsFilters>
      {/* A failure is told once, in the place of the table. */}
      {(rows || overTime.error === null) && (
        <KpiStrip
          label="Sums"
          kpis={kpisOf(audience.metrics, rows, before)}
          chosen={metric}
          onChoose={(name) => change({ metric: name, ...(by === '' ? {} : { show: 'chart' }) })}
        />
      )}
      {by === '' && (rows || overTime.error === null) && chart}
      {file.failure}
      <StatsTable
        {...{ head, lines, sort, closed, hasMargin, within }}
        first={within === '' ? head : `${head}, ${things[within].one}`}
        {...{ columns: chosenColumns(allColumns, columns), allColumns, chosenColumns: columns }}
        onColumns={setColumns}
        onSort={(next) => change({ sort: next })}
        onToggle={toggle}
        groups={audience.groups}
        by={by === '' && state.by !== 'hour' ? 'day' : state.by}
        onBy={(next) => change({ by: next, within: '', sort: '', show: '' })}
        seconds={seconds.map((value) => ({ value, label: things[value].label }))}
        onWithin={(next) => change({ within: next })}
        view={view}
        onView={(show) => change({ show })}
        chart={chart}
        error={table.error}
        onRetry={() => table.refetch()}
        isRefreshing={table.isPlaceholderData}
        empty={audience.empty}
        more={{
          load: () => setShown(shown + rowsAtATime),
          left: within === '' ? (table.data?.sums?.groups ?? table.data?.rows.length ?? 0) - shown : 0,
        }}
        note={footOf(within, by)}
      />
    </div>
  )
}

function footOf(within: string, by: string): string {
  const words = 'Money in USD. Red under Reversed: more than 1 in 5. Fewer than 30 clicks show no rate.'
  if (!isThing(within) || !isThing(by)) return words
  return `${words} Each ${things[by].one} lists the ${things[within].many} that matter most, at most 20; the others are one row.`
}
