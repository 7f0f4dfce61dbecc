import { dayMs, hourMs, weekMs } from '../time/durations.ts'

/** How the backups of an installation stand. `first`: the first one is still to come. */
export const backupStates = ['none', 'first', 'good', 'late', 'failed'] as const
export type BackupState = (typeof backupStates)[number]

/** The ends of a kind of work, the newest first. Failures are those since the last success. */
export interface BackupHistory {
  readonly lastGoodAtMs: number | null
  readonly failures: number
  readonly lastFailedAtMs: number | null
}

/** How often work is due, and after how long it is tried again when it has failed. A proof reads all of the database. */
interface Pace {
  readonly everyMs: number
  readonly retryMs: number
}
export const proofPace: Pace = { everyMs: weekMs, retryMs: dayMs }
export const backupRetryMs = hourMs
/** One that fails may be chance. */
const failuresMax = 2

interface BackupsSoFar {
  /** Null: nothing is set, and nothing is backed up. */
  readonly everyMs: number | null
  /** How much later than due it may be. */
  readonly lateMs: number
  /** Since when backups are expected: the setting was made, or the server was started, no earlier. */
  readonly expectedSinceMs: number
  readonly backups: BackupHistory
  readonly proofs: BackupHistory
  readonly nowMs: number
}

/** How backups stand: two failures in a row or a proof that did not hold are worse than one that is late. */
export function backupState(far: BackupsSoFar): BackupState {
  const { everyMs, lateMs, expectedSinceMs, backups, proofs, nowMs } = far
  if (everyMs === null) return 'none'
  if (backups.failures >= failuresMax || proofs.failures > 0) return 'failed'
  const sinceMs = backups.lastGoodAtMs ?? expectedSinceMs
  if (nowMs - sinceMs > everyMs + lateMs) return 'late'
  return backups.lastGoodAtMs === null ? 'first' : 'good'
}

/** When work is due next: at once if it never went well. */
export function nextDueMs(
  { lastGoodAtMs, lastFailedAtMs }: BackupHistory,
  { everyMs, retryMs }: Pace,
): number {
  const dueMs = lastGoodAtMs === null ? 0 : lastGoodAtMs + everyMs
  return lastFailedAtMs === null ? dueMs : Math.max(dueMs, lastFailedAtMs + Math.min(retryMs, everyMs))
}
