import type { PartState, SystemPart } from '@quoin/core/alerts/system-part.ts'
import type { BackupState } from '@quoin/core/backup/backup-state.ts'
import { readBackupsNow, type BackupsNow, type BackupsNowNeeds } from './read-backups-now.ts'

const states: Readonly<Record<BackupState, PartState>> = {
  none: 'idle',
  first: 'ok',
  good: 'ok',
  late: 'broken',
  failed: 'broken',
}

/** The line of the system's report about backups. */
export async function readBackupPart(
  ports: BackupsNowNeeds & { readonly settings: { readonly databaseUrl: string | null } },
): Promise<SystemPart> {
  const far = await readBackupsNow(ports)
  const { lastGoodAtMs } = far.backups
  const isSet = ports.backups !== undefined
  const isShared = far.state === 'good' && (await ports.backups?.isOnDatabaseDisk()) === true
  return {
    part: 'backups',
    group: 'disk',
    title: 'Last good backup',
    unit: 'seconds',
    state: isShared ? 'warning' : states[far.state],
    value:
      isSet && lastGoodAtMs !== null
        ? Math.max(0, Math.round((ports.clock.nowMs() - lastGoodAtMs) / 1000))
        : null,
    limit: isSet ? Math.round(((ports.backups?.everyMs ?? 0) + far.lateMs) / 1000) : null,
    sinceMs: lastGoodAtMs,
    detail: isShared
      ? 'It lies on the disk of the database, and is lost with it: set BACKUP_TO to a folder on another disk.'
      : ports.settings.databaseUrl === null
        ? tellBackups(far)
        : 'The database of DATABASE_URL is backed up by its own means, or by `quoin backup`.',
  }
}

/** How the backups stand, and what to do, in a sentence or two. */
export function tellBackups({ state, backups, proofs, isLastThere }: BackupsNow): string {
  switch (state) {
    case 'none':
      return 'Nothing is backed up: set BACKUP_TO and BACKUP_PASSPHRASE.'
    case 'first':
      return 'The first backup is on its way.'
    case 'good':
      return proofs.lastGood === undefined ? 'It is not proved yet.' : 'The last proof held.'
    case 'late':
      return 'A backup is due, and none has come to its end.'
    case 'failed':
      if (backups.failures >= 2) return tellFailures(backups)
      if (proofs.failures > 0) return tellProof(proofs)
      if (isLastThere === false)
        return 'The last good backup is not in its folder any more: is its disk mounted?'
      return 'The log of the database cannot leave this disk: look at the folder of BACKUP_TO.'
  }
}

function tellFailures({ failures, failed }: BackupsNow['backups']): string {
  return `The last ${failures} backups failed: ${failed[0]?.error ?? 'nobody knows why.'}`
}

function tellProof({ failed: [last] }: BackupsNow['proofs']): string {
  const fault = checksOf(last?.result).find(({ isHeld }) => isHeld === false)
  return `The last proof failed: ${last?.error ?? fault?.detail ?? 'nobody knows why.'}`
}

interface ToldCheck {
  readonly check: string
  readonly isHeld: boolean | null
  readonly detail: string
}

/** The checks of a proof, as its job has kept them. */
export function checksOf(result: Readonly<Record<string, unknown>> | null | undefined): readonly ToldCheck[] {
  return (result?.['checks'] ?? []) as readonly ToldCheck[] // written by runProof
}
