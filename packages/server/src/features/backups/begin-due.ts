import type { Ports } from '../../ports/ports.ts'
import type { BackupKind } from './backup-history.ts'
import { readBackupsNow, type BackupsNowNeeds } from './read-backups-now.ts'
import { startBackupJob } from './start-backup-job.ts'

/** Puts the backup and the proof that are due into the queue; returns which. */
export async function beginDue(ports: BackupsNowNeeds & Pick<Ports, 'newId'>): Promise<BackupKind[]> {
  const { nextBackupMs, nextProofMs } = await readBackupsNow(ports)
  const nowMs = ports.clock.nowMs()
  const due: BackupKind[] = [
    ...(nextBackupMs <= nowMs ? (['backups.take'] as const) : []),
    ...(nextProofMs !== null && nextProofMs <= nowMs ? (['backups.prove'] as const) : []),
  ]
  for (const kind of due) await startBackupJob(ports, { kind, actor: 'server' })
  return due
}
