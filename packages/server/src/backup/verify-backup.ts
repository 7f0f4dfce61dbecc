import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { checkLedger } from '../features/ledger/check-ledger.ts'
import { store } from '../store/index.ts'
import { migrate, migrationsDirectory } from '../store/pg/migrate.ts'
import { writeBytes } from './backup-record.ts'
import { removeRestored, restoreBackup, type RestoredDatabase, type RestoreNeeds } from './restore-backup.ts'
import { tryService } from './try-service.ts'

interface VerifyNeeds extends Omit<RestoreNeeds, 'dataDir' | 'isKept' | 'check'> {
  /** A folder with room for the database. */
  readonly workDir: string
}

/** The findings of a trial of a backup. */
interface BackupVerdict {
  readonly backup: string
  readonly verifiedAt: string
  readonly seconds: number
  readonly isGood: boolean
  /** The faults of the backup, a sentence each. */
  readonly findings: readonly string[]
}

const verdictName = 'verified.json'

/**
 * Restores a backup beside everything else and tries it: sums of all files, the counted amounts, every index against its
 * table, the ledger, and a list, a link and a postback in test mode. The verdict is kept with the backup, and nothing of
 * the restored database.
 */
export async function verifyBackup(needs: VerifyNeeds): Promise<BackupVerdict> {
  const { repository, backup, nowMs } = needs
  const begunMs = nowMs()
  const dataDir = join(needs.workDir, `quoin-verify-${randomBytes(4).toString('hex')}`)
  let findings: string[] = []
  try {
    const { differences } = await restoreBackup({
      ...needs,
      dataDir,
      isKept: false,
      check: async (restored) => {
        findings = await findFaults(restored)
      },
    })
    findings.push(...differences)
  } catch (error) {
    findings = [error instanceof Error ? error.message : String(error)]
  } finally {
    await removeRestored(dataDir)
  }
  const verdict: BackupVerdict = {
    backup: backup.name,
    verifiedAt: new Date(nowMs()).toISOString(),
    seconds: Math.round((nowMs() - begunMs) / 1000),
    isGood: findings.length === 0,
    findings,
  }
  const text = Buffer.from(`${JSON.stringify(verdict, null, 2)}\n`)
  await writeBytes(repository, `${backup.name}/${verdictName}`, text).catch((error: Error) =>
    needs.log(`The verdict could not be kept beside the backup: ${error.message}`),
  )
  return verdict
}

async function findFaults({ db, url, dataDir, secrets }: RestoredDatabase): Promise<string[]> {
  const damages = await store.backupInventory.findDamage(db)
  if (damages.length > 0) return damages
  await migrate(db, migrationsDirectory)
  const ledger = await checkLedger({ db, store })
  if (!ledger.isClean)
    return ledger.faults.map(({ rule, detail }) => `The ledger breaks "${rule}": ${detail}`)
  return await tryService({ db, databaseUrl: url, dataDir, secret: secrets.master })
}
