import { randomBytes } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type BackupCheck, type BackupCheckName, backupCheckNames } from '@quoin/core/backup/backup-checks.ts'
import { dayMs } from '@quoin/core/time/durations.ts'
import { checkLedger } from '../features/ledger/check-ledger.ts'
import type { BackupVerdict } from '../ports/backups.ts'
import { store } from '../store/index.ts'
import { migrate, migrationsDirectory } from '../store/pg/migrate.ts'
import { grouped } from './grouped.ts'
import { writeVerdict } from './backup-verdict.ts'
import { TrialError } from './trial-error.ts'
import { removeRestored, restoreBackup, type RestoredDatabase, type RestoreNeeds } from './restore-backup.ts'
import { tryService } from './try-service.ts'

interface VerifyNeeds extends Omit<RestoreNeeds, 'dataDir' | 'isKept' | 'check' | 'onStep'> {
  /** A folder with room for the database. */
  readonly workDir: string
}

/**
 * Restores a backup beside everything else and tries it: sums of all files, the counted amounts, every index against its
 * table, the ledger, and a list, a link and a postback in test mode. The verdict is kept with the backup, and nothing of
 * the restored database.
 */
export async function verifyBackup(needs: VerifyNeeds): Promise<BackupVerdict> {
  const { repository, backup, nowMs, log } = needs
  const begunMs = nowMs()
  const dataDir = join(needs.workDir, `quoin-verify-${randomBytes(4).toString('hex')}`)
  await removeAbandoned(needs.workDir, begunMs)
  const checks = new Checks()
  try {
    const { differences } = await restoreBackup({
      ...needs,
      dataDir,
      isKept: false,
      onStep: (step, detail) => checks.end(step, true, detail),
      check: async (restored) => await checkRestored(restored, checks),
    })
    if (differences.length > 0) checks.end('amounts', false, differences.join(' '))
  } catch (error) {
    // A disk that is full or away says nothing about the backup.
    if (error instanceof TrialError || (error instanceof Error && 'syscall' in error)) throw error
    checks.fail(error instanceof Error ? error.message : String(error))
  } finally {
    await removeRestored(dataDir)
  }
  const made = checks.list()
  const verdict: BackupVerdict = {
    backup: backup.name,
    verifiedAt: new Date(nowMs()).toISOString(),
    seconds: Math.round((nowMs() - begunMs) / 1000),
    isGood: made.every(({ isHeld }) => isHeld === true),
    checks: made,
  }
  await writeVerdict(repository, verdict).catch((error: Error) =>
    log(`The verdict could not be kept beside the backup: ${error.message}`),
  )
  return verdict
}

/** Removes what trials that were killed have left. One that was begun within a day may be at work. */
async function removeAbandoned(workDir: string, nowMs: number): Promise<void> {
  for (const entry of await readdir(workDir).catch(() => [])) {
    if (!/^quoin-verify-[0-9a-f]{8}(\.restoring-\w+)?$/.test(entry)) continue
    const path = join(workDir, entry)
    const { mtimeMs } = await stat(path)
    if (nowMs - mtimeMs > dayMs) await removeRestored(path)
  }
}

/** The checks as they end, one after the other. */
class Checks {
  readonly #ends = new Map<BackupCheckName, Omit<BackupCheck, 'check'>>()

  end(check: BackupCheckName, isHeld: boolean, detail: string): void {
    this.#ends.set(check, { isHeld, detail })
  }

  /** An error that ends the trial is that of the check which was being made. */
  fail(detail: string): void {
    const current = backupCheckNames.find((name) => !this.#ends.has(name))
    if (current === undefined) throw new Error(detail)
    this.end(current, false, detail)
  }

  list(): BackupCheck[] {
    const notMade = { isHeld: null, detail: 'It was not made.' }
    return backupCheckNames.map((check) => ({ check, ...(this.#ends.get(check) ?? notMade) }))
  }
}

async function checkRestored({ db, url, dataDir, secrets }: RestoredDatabase, checks: Checks): Promise<void> {
  const { tables, indexes, damages } = await store.backupInventory.findDamage(db)
  checks.end(
    'tables',
    damages.length === 0,
    damages.length === 0
      ? `${grouped(tables)} tables, ${grouped(indexes)} indexes`
      : damages.slice(0, 10).join(' '),
  )
  if (damages.length > 0) return
  await migrate(db, migrationsDirectory)
  const { isClean, entries, faults } = await checkLedger({ db, store })
  const told = faults.slice(0, 10).map(({ rule, detail }) => `It breaks "${rule}": ${detail}.`)
  checks.end('ledger', isClean, isClean ? `${grouped(entries)} entries, by every rule` : told.join(' '))
  await tryService({ db, databaseUrl: url, dataDir, secret: secrets.master }, (check, isHeld, detail) =>
    checks.end(check, isHeld, detail),
  )
}
