import { Progress } from '@mantine/core'
import type { ReactNode } from 'react'
import type { DataOf } from '../../api/operation-types.ts'
import { useOperation } from '../../api/use-operation.ts'
import { formatCount } from '../../format/format-number.ts'
import { Failure } from '../../parts/feedback/failure.tsx'
import { StatusChip } from '../../parts/value/status-chip.tsx'

type Job = DataOf<'getJob'>

interface JobProgressProps {
  readonly jobId: string
  /** The work by name: "The import". */
  readonly what: string
  /** Shows the result of a finished job. */
  readonly children: (result: Readonly<Record<string, unknown>>) => ReactNode
}

const askMs = 1_000

/** How far long work is. It goes on whether anybody looks or not, and is found again by its id. */
export function JobProgress({ jobId, what, children }: JobProgressProps) {
  const { data: job, error, refetch } = useOperation('getJob', { path: { jobId } }, { everyMs: askMs })
  if (error && job === undefined) {
    return <Failure what={`${what} could not be found`} error={error} onRetry={() => refetch()} />
  }
  if (job === undefined) return <Progress value={0} aria-label={what} />
  return (
    <div className="stack" role="status">
      <div className="row wrap">
        <StatusChip status={words[job.state]} />
        <span className="muted sm">{sentenceOf(job, what)}</span>
      </div>
      {isOpen(job) && <Progress value={shareOf(job)} animated={job.total === null} aria-label={what} />}
      {job.error !== null && <Failure what={`${what} ended early`} error={new JobFailed(job.error)} />}
      {job.state === 'done' && children((job.result ?? {}) as Readonly<Record<string, unknown>>)}
    </div>
  )
}

/** Its message is the job's own sentence. */
class JobFailed extends Error {}

const words = { waiting: 'Queued', running: 'In progress', done: 'Done', failed: 'Failed' } as const

function isOpen({ state }: Job): boolean {
  return state === 'waiting' || state === 'running'
}

function shareOf({ done, total }: Job): number {
  return total === null || total === 0 ? 100 : Math.min(100, (100 * done) / total)
}

function sentenceOf(job: Job, what: string): string {
  if (job.state === 'waiting') return `${what} begins in a moment. You may close this page: the work goes on.`
  if (job.state === 'done') return `${what} is done.`
  const of = job.total === null ? '' : ` of ${formatCount(job.total)}`
  return `${formatCount(job.done)}${of} so far. You may close this page: the work goes on.`
}
