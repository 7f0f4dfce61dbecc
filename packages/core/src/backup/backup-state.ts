import { dayMs, hourMs, minuteMs, weekMs } from '../time/durations.ts'

/** How the backups of an installation stand. `first`: the first one is still to come. */
export const backupStates = ['none', 'first', 'good', 'late', 'failed'] as const
export type BackupState = (typeof backupStates)[number]

/** The ends of a kind of work, the newest first. Failures are those since the last success. */
export interface BackupHistory {
  /** When it was begun: what came later may not be in it. */
  readonly lastGoodAtMs: number | null
  readonly lastGoodEndedMs: number | null
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
/** A log that has not left the disk for so long does not come by itself: somebody is needed. */
const logWaitsMaxMs = 10 * minuteMs
/** A gap in the log is mended by another backup, and not over and over. */
const gapRetryMs = 10 * minuteMs
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
  /** Whether the last good one is in its place still; undefined: nobody knows. */
  readonly isLastThere: boolean | undefined
  /** Since when a piece of the log waits on this disk; null: none does. */
  readonly logWaitsSinceMs: number | null
  readonly nowMs: number
}

/** How backups stand: two failures in a row, a proof that did not hold, a backup that is gone or a log that stays are worse than one that is late. */
export function backupState(far: BackupsSoFar): BackupState {
  const { everyMs, lateMs, expectedSinceMs, backups, proofs, isLastThere, logWaitsSinceMs, nowMs } = far
  if (everyMs === null) return 'none'
  if (backups.failures >= failuresMax || proofs.failures > 0) return 'failed'
  if (isLastThere === false) return 'failed'
  if (logWaitsSinceMs !== null && nowMs - logWaitsSinceMs > logWaitsMaxMs) return 'failed'
  // One that takes hours has them.
  const sinceMs = backups.lastGoodEndedMs ?? expectedSinceMs
  if (nowMs - sinceMs > everyMs + lateMs) return 'late'
  return backups.lastGoodAtMs === null ? 'first' : 'good'
}

/** When work is due next: at once if it never went well, and some time after it has failed. */
export function nextDueMs(
  { lastGoodAtMs, lastFailedAtMs }: BackupHistory,
  { everyMs, retryMs }: Pace,
): number {
  if (lastFailedAtMs !== null) return lastFailedAtMs + Math.min(retryMs, everyMs)
  return lastGoodAtMs === null ? 0 : lastGoodAtMs + everyMs
}

/** When a backup is due where the log has a gap behind the last one: now, but for one that was just made. */
export function dueByGapMs({ lastGoodAtMs, lastFailedAtMs }: BackupHistory): number {
  return Math.max((lastGoodAtMs ?? 0) + gapRetryMs, (lastFailedAtMs ?? 0) + backupRetryMs)
}
