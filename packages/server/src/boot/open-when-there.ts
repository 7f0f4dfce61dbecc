import { setTimeout as delay } from 'node:timers/promises'
import { DomainError } from '@quoin/core/errors.ts'
import type { Log } from '../ports/ports.ts'
import { awayReasonOf, faultOf } from '../store/pg/connection-faults.ts'
import { isUnavailable } from '../store/pg/database.ts'
import type { LateDatabase } from '../store/pg/late-database.ts'
import { DatabaseAwayError, StartError } from './process/start-error.ts'

const againMs = 1_000

interface Waiting {
  readonly late: Pick<LateDatabase, 'wait'>
  /** Whether visitors are sent on meanwhile; a start that serves nobody fails at once, and says why. */
  readonly canWait: boolean
  readonly stopping: AbortSignal
  readonly log: Pick<Log, 'error' | 'info'>
}

/** Opens what needs the database, and tries it again while that is away or refused. */
export async function openWhenThere<Opened>(
  open: () => Promise<Opened>,
  { late, canWait, stopping, log }: Waiting,
): Promise<Opened> {
  let said = ''
  for (;;) {
    try {
      const opened = await open()
      if (said !== '') log.info({}, 'database became available')
      return opened
    } catch (error) {
      if (!canWait || !mayPass(error)) throw error
      const reason = awayReasonOf(error instanceof DatabaseAwayError ? error.cause : error)
      late.wait(() => reason)
      const isNew = reason !== said
      said = reason
      if (isNew)
        log.error({ err: error, reason }, 'database not available; links go to the spool until it is')
      if (await isStopped(stopping)) {
        throw new StartError(`Stopped while the database was away: ${reason}`, { cause: error })
      }
    }
  }
}

/**
 * The database is away, or our own gate says so: an outage began, or was not over, while everything was loaded. Or two
 * transactions met: those of the first round of the periodic work, and those of another process.
 */
function mayPass(error: unknown): boolean {
  if (error instanceof DomainError) return error.isUnavailable
  return error instanceof DatabaseAwayError || isUnavailable(error) || faultOf(error) === 'again'
}

async function isStopped(stopping: AbortSignal): Promise<boolean> {
  try {
    await delay(againMs, undefined, { signal: stopping })
  } catch {
    // The stop has come in between.
  }
  return stopping.aborted
}
