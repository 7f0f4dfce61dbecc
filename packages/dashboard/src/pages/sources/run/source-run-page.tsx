import { Progress } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { DataOf } from '../../../api/operation-types.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { formatMoment, formatSpan } from '../../../format/format-time.ts'
import { formatCount, formatMany } from '../../../format/format-number.ts'
import { useMayAct } from '../../../frame/use-session.ts'
import { EmptyState } from '../../../parts/feedback/empty-state.tsx'
import { Failure } from '../../../parts/feedback/failure.tsx'
import { Loading } from '../../../parts/feedback/loading.tsx'
import { PageHeader } from '../../../parts/layout/page-header.tsx'
import { useNowSec } from '../../../parts/value/moment.tsx'
import { StatusChip } from '../../../parts/value/status-chip.tsx'
import { wordOfRun } from '../source-words.ts'
import { tellRun } from '../tell-run.ts'
import { RunGroups } from './run-groups.tsx'
import { RunRail } from './run-rail.tsx'
import '../sources.css'
import './source-run.css'

type Run = DataOf<'getSourceRun'>

const everyMs = 10_000
const busyMs = 2_000

/** One run: what it found, group by group, and what becomes of it. */
export function SourceRunPage() {
  const { sourceId = '', runId = '' } = useParams({ strict: false }) as { sourceId?: string; runId?: string } // the route names them
  const { data: run, error, refetch } = useWatched(runId)
  const { data: source } = useOperation('getSource', { path: { sourceId } })
  const nowSec = useNowSec()
  const crumbs = [
    { to: '/ops/sources', text: 'Sources' },
    { to: `/ops/sources/${sourceId}`, text: source?.name ?? `Source ${sourceId}` },
  ]
  const mayChange = useMayAct('operator')
  if (error && run === undefined) {
    return (
      <>
        <PageHeader title="Run" crumbs={crumbs} />
        <Failure what="The run could not be loaded" error={error} onRetry={() => refetch()} />
      </>
    )
  }
  return (
    <>
      <PageHeader
        title={run ? `Run of ${formatMoment(run.began_at, nowSec)}` : 'Run'}
        crumbs={crumbs}
        beside={run && <StatusChip status={wordOfRun(run)} />}
      >
        {run ? tellReading(run) : ' '}
      </PageHeader>
      {run ? (
        <Found
          run={run}
          networkId={source?.network_id}
          rail={<RunRail run={run} source={source} mayChange={mayChange} />}
        />
      ) : (
        <Loading what="the run" />
      )}
    </>
  )
}

/** A run that is under way moves on; one that waits may be replaced by a later one. */
function useWatched(runId: string) {
  const input = { path: { runId } }
  const state = useOperation('getSourceRun', input).data?.state
  const pace = state === 'running' ? busyMs : state === 'waiting' ? everyMs : undefined
  return useOperation('getSourceRun', input, pace === undefined ? {} : { everyMs: pace })
}

function tellReading({ state, began_at: began, ended_at: ended, pages, ours }: Run): string {
  if (state === 'running') return 'It is under way. You may leave this page: the run goes on.'
  const seconds = ended === null ? 0 : ended - began
  const span = seconds < 1 ? 'less than a second' : formatSpan(seconds)
  if (state === 'failed') return `It ended after ${span}, and changed nothing.`
  return `${formatMany(ours, 'offer')} came on ${formatMany(pages, 'page')} in ${span}.`
}

interface FoundProps {
  readonly run: Run
  readonly networkId: string | undefined
  readonly rail: ReactNode
}

function Found({ run, networkId, rail }: FoundProps) {
  if (run.state === 'running') return <RunProgress run={run} />
  if (run.state === 'failed')
    return (
      <section className="card">
        <EmptyState icon="bang" title="No offers were taken over">
          {run.message} The offers stay as the last good run left them.
        </EmptyState>
      </section>
    )
  const { same: _same, ...others } = run.counts
  if (Object.values(others).every((count) => count === 0))
    return (
      <section className="card">
        <EmptyState icon="check" title="Nothing was new">
          {run.ours === 1
            ? 'The offer is as it was.'
            : `All ${formatCount(run.ours)} offers are as they were.`}
        </EmptyState>
      </section>
    )
  return <RunGroups run={run} networkId={networkId} rail={rail} />
}

function RunProgress({ run }: { readonly run: Run }) {
  const { ours, theirs } = run
  const isKnown = theirs !== null && theirs > 0
  return (
    <section className="card run-progress" aria-label="How far it is" role="status">
      <p>{tellRun(run)}</p>
      <Progress
        value={isKnown ? Math.min(100, (100 * ours) / theirs) : 100}
        animated={!isKnown}
        aria-label="How far it is"
      />
      <p className="muted sm">Its offers are shown here once all of them are read.</p>
    </section>
  )
}
