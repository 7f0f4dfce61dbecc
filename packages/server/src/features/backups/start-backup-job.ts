import type { Ports } from '../../ports/ports.ts'
import { startJob } from '../jobs/start-job.ts'
import type { BackupKind } from './backup-history.ts'

/** Begins a backup or a proof; one that waits or runs already is returned instead of another. */
export async function startBackupJob(
  { db, ...ports }: Pick<Ports, 'db' | 'store' | 'clock' | 'newId'>,
  { kind, actor }: { readonly kind: BackupKind; readonly actor: string },
): Promise<string> {
  return await db.transaction(async (tx) => {
    await ports.store.backupJobs.lockKind(tx, kind)
    const [open] = await ports.store.backupJobs.listOpen(tx, [kind])
    return open?.id ?? (await startJob(ports, tx, { kind, actor, about: {} }))
  })
}
