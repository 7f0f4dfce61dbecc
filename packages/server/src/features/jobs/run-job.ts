import type { Ports } from '../../ports/ports.ts'
import type { TakenJob } from '../../store/jobs/jobs.ts'

/** Tells how far a job is. It throws where the job is to stop: the server ends, or another process has it. */
export type ReportProgress = (progress: { readonly done: number; readonly total: number | null }) => void

export interface JobEnd {
  readonly done: number
  readonly result: object
}

/** Does the work of a job. It may be done twice: a process that was killed leaves it to the next one. */
export type RunJob = (ports: Ports, job: TakenJob, report: ReportProgress) => Promise<JobEnd>
