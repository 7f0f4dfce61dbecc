import { beginDue } from '../features/backups/begin-due.ts'
import type { Ports } from '../ports/ports.ts'
import { pauseUntil } from './pause-until.ts'
import { runJobs } from './run-jobs.ts'

const pauseMs = 30_000

/** Begins the backups and proofs that are due, and works on them beside the other jobs, until it is stopped. */
export function keepBackups(ports: Ports): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const jobs = runJobs(ports, () => {}, 'backups')
  const work = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await beginDue(ports).catch((error: unknown) =>
        ports.log.warn({ err: error }, 'backups could not be looked at'),
      )
      await pauseUntil(pauseMs, stopping.signal)
    }
  }
  const working = work()
  return {
    async stop() {
      stopping.abort()
      await Promise.all([working, jobs.stop()])
    },
  }
}
