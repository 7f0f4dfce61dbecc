import { NativeSelect } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import { useOperation } from '../../api/use-operation.ts'
import { useSearchState } from '../../frame/use-search-state.ts'
import { formatCount } from '../../format/format-number.ts'
import { viewerZone } from '../../format/format-time.ts'
import { Failure } from '../../parts/feedback/failure.tsx'
import { ChartCard } from '../../parts/figures/chart-card.tsx'
import { KpiStrip } from '../../parts/figures/kpi-strip.tsx'
import { PageHeader } from '../../parts/layout/page-header.tsx'
import { HealthLine, usePulse } from './health-line.tsx'
import { LiveFeed } from './live-feed.tsx'
import { hasClicks, isOver, useFirstRun } from './first-run/use-first-run.ts'
import { findMeasure, measures } from './measures.ts'
import { NeedsList } from './needs-list.tsx'
import { chartOf, kpiOf, summaryOf } from './tell-figures.ts'
import './overview-page.css'

const standard = { range: '28d', app: '', show: 'conversions' }
const ranges = [
  { value: '7d', label: 'Last 7 days' },
  { value: '28d', label: 'Last 28 days' },
  { value: '90d', label: 'Last 90 days' },
]

const FirstRun = lazy(async () => ({ default: (await import('./first-run/first-run.tsx')).FirstRun }))
const FoldedLine = lazy(async () => ({ default: (await import('./first-run/folded-line.tsx')).FoldedLine }))

/** Figures of the last days, or the list of a first run until the first live click. */
export function OverviewPage() {
  const { data: run } = useFirstRun()
  const isFirst = run !== undefined && !run.is_demo && !isOver(run)
  if (!isFirst) return <Figures />
  if (hasClicks(run)) {
    return (
      <Figures>
        <Suspense fallback={null}>
          <FoldedLine run={run} />
        </Suspense>
      </Figures>
    )
  }
  return (
    <>
      <PageHeader title="Overview">
        <HealthLine />
      </PageHeader>
      <Suspense fallback={<div className="card overview-first-run" aria-busy="true" />}>
        <FirstRun run={run} />
      </Suspense>
    </>
  )
}

/** Figures of the last days, needs of this moment, and events as they happen. */
function Figures({ children }: { readonly children?: ReactNode }) {
  const [{ range, app, show }, change] = useSearchState(standard)
  const zone = viewerZone()
  const days = ranges.some(({ value }) => value === range) ? Number.parseInt(range, 10) : 28
  const { data: pulse } = usePulse()
  const figures = useOperation(
    'getOverview',
    { query: { days, timezone: zone, appId: app } },
    // The demo's month grows by a day in each second.
    { everyMs: (pulse?.demo_written_to ?? null) === null ? 60_000 : 5_000 },
  )
  const apps = useOperation('listApps', { query: { limit: 100 } })
  const measure = findMeasure(show)
  const rejected = figures.data?.days.reduce((sum, day) => sum + day.rejected, 0) ?? 0
  return (
    <>
      <PageHeader
        title="Overview"
        actions={
          <>
            <NativeSelect
              aria-label="App"
              className="overview-select"
              data={[
                { value: '', label: 'All apps' },
                ...(apps.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
              ]}
              value={app}
              onChange={(event) => change({ app: event.currentTarget.value })}
            />
            <NativeSelect
              aria-label="Days"
              className="overview-select"
              data={ranges}
              value={`${days}d`}
              onChange={(event) => change({ range: event.currentTarget.value })}
            />
          </>
        }
      >
        <HealthLine />
      </PageHeader>
      {children}
      {figures.error && !figures.data && (
        <Failure
          what="The figures could not be loaded"
          error={figures.error}
          onRetry={() => figures.refetch()}
        />
      )}
      <div className="overview">
        {(figures.data || !figures.error) && (
          <>
            <div className="overview-figures">
              <KpiStrip
                label={`Figures of the last ${days} days`}
                kpis={measures.map((one) => kpiOf(one, figures.data))}
                chosen={measure.name}
                onChoose={(name) => change({ show: name })}
              />
            </div>
            <div className="overview-chart">
              <ChartCard
                title={`${measure.label} by day`}
                data={figures.data && chartOf(measure, figures.data)}
                kind={measure.parts ? 'bars' : measure.isRate ? 'lines' : 'bars'}
                summary={figures.data ? summaryOf(measure, figures.data) : ''}
                bucket="Day"
                zone={zone}
                note={
                  measure.name === 'conversions' ? (
                    <>
                      A conversion counts on the day it was first known; the newest are still being decided.
                      {rejected > 0 && ` ${formatCount(rejected)} more were rejected.`}
                    </>
                  ) : (
                    measure.note
                  )
                }
              />
            </div>
          </>
        )}
        <NeedsList />
        <LiveFeed />
      </div>
    </>
  )
}
