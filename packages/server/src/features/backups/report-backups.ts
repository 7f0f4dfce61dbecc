import { fileProblemOf } from '@quoin/core/file-problem.ts'
import type { BackupCopy } from '../../ports/backups.ts'
import type { Ports } from '../../ports/ports.ts'
import { readBackupsNow, type BackupsNowNeeds } from './read-backups-now.ts'

interface CopyList {
  readonly copies: readonly BackupCopy[] | null
  /** Why they cannot be read, in a sentence. */
  readonly error: string | null
}

/** How the backups stand, what is kept, and what is under way. */
export async function reportBackups(ports: BackupsNowNeeds & Pick<Ports, 'settings'>) {
  const { db, store, backups, settings } = ports
  const [far, open, lastProof, list, facts, isOnDatabaseDisk] = await Promise.all([
    readBackupsNow(ports),
    store.backupJobs.listOpen(db, ['backups.take', 'backups.prove']),
    store.backupJobs.findLastProof(db),
    listCopies(backups),
    store.systemFacts.findDatabaseFacts(db),
    backups?.isOnDatabaseDisk(),
  ])
  return {
    ...far,
    open,
    lastProof,
    ...list,
    databaseBytes: facts.bytes,
    database: settings.databaseUrl === null ? ('embedded' as const) : ('own' as const),
    schedule:
      backups === undefined
        ? undefined
        : { to: backups.to, everyMs: backups.everyMs, keep: settings.backupKeep.text, isOnDatabaseDisk },
  }
}

export type BackupReport = Awaited<ReturnType<typeof reportBackups>>

/** A page shows so many; the command lists all. */
const copiesMax = 500

async function listCopies(backups: BackupsNowNeeds['backups']): Promise<CopyList> {
  if (backups === undefined) return { copies: null, error: null }
  try {
    return { copies: (await backups.list()).slice(0, copiesMax), error: null }
  } catch (error) {
    const problem = error instanceof Error ? (fileProblemOf(error) ?? error.message) : String(error)
    return { copies: null, error: `The backups cannot be read: ${problem}` }
  }
}
