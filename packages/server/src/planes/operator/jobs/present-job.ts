import type { Job } from '@quoin/core/jobs/job.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'

export function presentJob(job: Job) {
  return {
    id: job.id,
    kind: job.kind,
    state: job.state,
    actor: job.actor,
    about: job.about,
    done: job.done,
    total: job.total,
    result: job.result,
    error: job.error,
    created_at: secondsOf(job.createdAtMs),
    started_at: secondsOf(job.startedAtMs),
    finished_at: secondsOf(job.finishedAtMs),
  }
}
