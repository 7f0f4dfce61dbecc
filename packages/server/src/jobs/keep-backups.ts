import { keepErasures } from '../features/backups/keep-erasures.ts'
import { keepToldIds } from '../features/backups/keep-told-ids.ts'
import { beginDue } from '../features/backups/begin-due.ts'
import type { Ports } from '../ports/ports.ts'
import { pauseUntil } from '../features/jobs/pause-until.ts'
import { runJobs } from './run-jobs.ts'

const pauseMs = 30_000
/** A stop does not wait longer for a repository that is away. */
const lastMaxMs = 5_000

/** Begins the backups and proofs that are due, and works on them beside the other jobs, until it is stopped. */
export function keepBackups(ports: Ports): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const jobs = runJobs(ports, () => {}, 'backups')
  let keptSinceMs: number | undefined
  const work = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await beginDue(ports).catch((error: unknown) =>
        ports.log.warn({ err: error }, 'backups could not be looked at'),
      )
      try {
        keptSinceMs = await keepErasures(ports, keptSinceMs)
      } catch (error) {
        ports.log.warn({ err: error }, 'erasures could not be kept beside the backups')
      }
      await keepTold(ports)
      await pauseUntil(pauseMs, stopping.signal)
    }
    // Whoever stops it to restore elsewhere has all of them.
    const ended = new AbortController()
    const last = keepTold(ports).finally(() => ended.abort())
    await Promise.race([last, pauseUntil(lastMaxMs, ended.signal)])
  }
  const working = [work(), shipLog(ports, stopping.signal)]
  return {
    async stop() {
      stopping.abort()
      await Promise.all([...working, jobs.stop()])
    },
  }
}

async function keepTold(ports: Ports): Promise<void> {
  await keepToldIds(ports).catch((error: unknown) =>
    ports.log.warn({ err: error }, 'ids of callbacks could not be kept beside the backups'),
  )
}

const shipPauseMs = 1_000
/** The repository may be away for days. */
const shipPauseMaxMs = 30_000

/** Takes the closed pieces of the log off this disk as they come; a failure is told once, and its end. */
async function shipLog({ backups, log }: Ports, stopping: AbortSignal): Promise<void> {
  let pauseMs = shipPauseMs
  while (!stopping.aborted) {
    try {
      await backups?.shipLog()
      if (pauseMs > shipPauseMs) log.info({}, 'the log leaves this disk again')
      pauseMs = shipPauseMs
    } catch (error) {
      if (pauseMs === shipPauseMs) log.warn({ err: error }, 'the log could not leave this disk')
      pauseMs = Math.min(pauseMs * 2, shipPauseMaxMs)
    }
    await pauseUntil(pauseMs, stopping)
  }
}
