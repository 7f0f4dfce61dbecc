import {
  type BackupState,
  backupRetryMs,
  backupState,
  nextDueMs,
  proofPace,
} from '@quoin/core/backup/backup-state.ts'
import { hourMs } from '@quoin/core/time/durations.ts'
import type { Ports } from '../../ports/ports.ts'
import { rulesInForce } from '../alerts/alert-rules.ts'
import { type KindHistory, readHistory } from './backup-history.ts'

export type BackupsNowNeeds = Pick<Ports, 'db' | 'store' | 'clock' | 'backups' | 'process'>

export interface BackupsNow {
  readonly state: BackupState
  readonly backups: KindHistory
  readonly proofs: KindHistory
  /** Now where it is due. */
  readonly nextBackupMs: number
  /** Null: there is nothing to prove yet. */
  readonly nextProofMs: number | null
  readonly lateMs: number
}

/** How the backups of all processes together stand, and when the next are due. */
export async function readBackupsNow(ports: BackupsNowNeeds): Promise<BackupsNow> {
  const [backups, proofs, rules] = await Promise.all([
    readHistory(ports, 'backups.take'),
    readHistory(ports, 'backups.prove'),
    rulesInForce(ports),
  ])
  const everyMs = ports.backups?.everyMs ?? null
  const nowMs = ports.clock.nowMs()
  const lateMs = rules.backup_late.threshold * hourMs
  const state = backupState({
    everyMs,
    lateMs,
    expectedSinceMs: ports.process.startedAtMs,
    backups,
    proofs,
    nowMs,
  })
  return {
    state,
    backups,
    proofs,
    lateMs,
    nextBackupMs: Math.max(nowMs, nextDueMs(backups, { everyMs: everyMs ?? 0, retryMs: backupRetryMs })),
    nextProofMs: backups.lastGood === undefined ? null : Math.max(nowMs, nextDueMs(proofs, proofPace)),
  }
}
