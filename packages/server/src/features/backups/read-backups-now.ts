import {
  type BackupState,
  backupRetryMs,
  backupState,
  dueByGapMs,
  nextDueMs,
  proofPace,
} from '@quoin/core/backup/backup-state.ts'
import { hourMs } from '@quoin/core/time/durations.ts'
import type { LogState } from '../../ports/backups.ts'
import type { Ports } from '../../ports/ports.ts'
import { rulesInForce } from '../alerts/alert-rules.ts'
import { type KindHistory, readHistory } from './backup-history.ts'

export type BackupsNowNeeds = Pick<Ports, 'db' | 'store' | 'clock' | 'backups' | 'process'>

export interface BackupsNow {
  readonly state: BackupState
  readonly backups: KindHistory
  readonly proofs: KindHistory
  /** Whether the last good backup is in its place still; undefined: nobody knows. */
  readonly isLastThere: boolean | undefined
  /** Undefined: nothing is set. */
  readonly log: LogState | undefined
  /** Now where it is due. */
  readonly nextBackupMs: number
  /** Null: there is nothing to prove yet. */
  readonly nextProofMs: number | null
  readonly lateMs: number
}

/** How the backups of all processes together stand, and when the next are due. */
export async function readBackupsNow(ports: BackupsNowNeeds): Promise<BackupsNow> {
  const [backups, proofs, log, rules] = await Promise.all([
    readHistory(ports, 'backups.take'),
    readHistory(ports, 'backups.prove'),
    readLogState(ports),
    rulesInForce(ports),
  ])
  const everyMs = ports.backups?.everyMs ?? null
  const nowMs = ports.clock.nowMs()
  const lateMs = rules.backup_late.threshold * hourMs
  const isLastThere = await isThere(ports, backups)
  const isBroken = log?.isWhole === false || isLastThere === false
  const dueMs = nextDueMs(backups, { everyMs: everyMs ?? 0, retryMs: backupRetryMs })
  const state = backupState({
    everyMs,
    lateMs,
    expectedSinceMs: ports.process.startedAtMs,
    backups,
    proofs,
    isLastThere,
    logWaitsSinceMs: log?.waitingSinceMs ?? null,
    nowMs,
  })
  return {
    state,
    backups,
    proofs,
    isLastThere,
    log,
    lateMs,
    nextBackupMs: Math.max(nowMs, isBroken ? Math.min(dueMs, dueByGapMs(backups)) : dueMs),
    nextProofMs: backups.lastGood === undefined ? null : Math.max(nowMs, nextDueMs(proofs, proofPace)),
  }
}

async function readLogState({ db, store, backups }: BackupsNowNeeds): Promise<LogState | undefined> {
  if (backups === undefined) return undefined
  const { cluster, timeline } = await store.systemFacts.findDatabaseFacts(db)
  return await backups.logState({ cluster, timeline })
}

async function isThere(
  { backups }: BackupsNowNeeds,
  { lastGood }: KindHistory,
): Promise<boolean | undefined> {
  const backup = lastGood?.result?.['backup']
  return typeof backup === 'string' ? await backups?.isThere(backup) : undefined
}
