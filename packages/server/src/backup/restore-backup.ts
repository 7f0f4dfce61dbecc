import { mkdir, rm } from 'node:fs/promises'
import { createWriteStream } from 'node:fs'
import { basename, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { BackupCheckName } from '@quoin/core/backup/backup-checks.ts'
import { compareInventories } from '@quoin/core/backup/inventory.ts'
import { giveToOwnerOf } from '@quoin/embedded-postgres/data-paths.ts'
import { removeCluster } from '@quoin/embedded-postgres/remove-cluster.ts'
import { openKeyring } from '../adapters/crypto/keyring.ts'
import { addPrivateFile } from '../boot/process/private-file.ts'
import { store } from '../store/index.ts'
import { openDatabase, type Database } from '../store/pg/database.ts'
import { lastMigration, migrationsDirectory } from '../store/pg/migrate.ts'
import { findTarget, makeDraft, putInPlace } from './new-data-dir.ts'
import type { BackupRepository } from './backup-repository.ts'
import { type FoundBackup, readFileOf, secretsName } from './backup-record.ts'
import { grouped } from './grouped.ts'
import { makeDatabase } from './make-database.ts'
import { listErasuresAfter } from './kept-erasures.ts'
import { signerOf } from './kept-log.ts'
import { onEndOfProcess } from './end-of-process.ts'
import { putToldIds } from './put-told-ids.ts'
import { type RestoredFacts, restoredName } from './restored-facts.ts'
import { type BackupSecrets, openSecrets } from './seal-secrets.ts'

export interface RestoreNeeds {
  readonly repository: BackupRepository
  readonly backup: FoundBackup
  /** A folder that is not there, or empty. */
  readonly dataDir: string
  readonly passphrase: string
  /** Whether the log that follows the backup is restored, too. */
  readonly isWithLog: boolean
  /** The moment of the log to restore, ISO 8601; its end where it is not given. */
  readonly until?: string | undefined
  /**
   * Whether it is to be used: its timeline is noted beside the backups, so that no other restore begins it, and it is put in
   * its place with its secrets. That of a trial is not.
   */
  readonly isKept: boolean
  readonly nowMs: () => number
  readonly log: (sentence: string) => void
  /** Is called while the restored database runs, before anything is in its place. */
  readonly check?: (restored: RestoredDatabase) => Promise<void>
  /** Is told of each step that held, with its figure. */
  readonly onStep?: (step: RestoreStep, detail: string) => void
}

type RestoreStep = Extract<BackupCheckName, 'passphrase' | 'files' | 'restore' | 'amounts'>

/** The restored database, which runs for nobody else yet. */
export interface RestoredDatabase {
  readonly db: Database
  readonly url: string
  readonly dataDir: string
  readonly secrets: BackupSecrets
}

/**
 * Restores a backup into a new data directory: every file is compared with its sum, the database reads its log to the
 * end and begins a new timeline, and its amounts are compared with those that were counted. The folder is there when
 * it is whole; nothing is there where it is not.
 */
export async function restoreBackup(needs: RestoreNeeds): Promise<RestoredFacts & { differences: string[] }> {
  const { repository, backup, passphrase, nowMs, onStep = () => {} } = needs
  const begunMs = nowMs()
  const target = await findTarget(needs.dataDir)
  const secrets = openSecrets(await buffer(readFileOf(repository, backup, secretsName)), passphrase)
  assertSealed(backup, secrets)
  await assertKnown(backup)
  onStep('passphrase', `2 secrets, and the seal of ${grouped(countOf(secrets.files))} files`)
  const draft = await makeDraft(target)
  const endWatch = onEndOfProcess(() => removeRestored(draft))
  try {
    let endsAt = backup.record.begunAt
    const differences: string[] = []
    await makeDatabase(
      { ...needs, onFiles: (detail) => onStep('files', detail) },
      { draft, secrets },
      (url) =>
        withDatabase(url, async (db) => {
          endsAt = (await store.backupInventory.findLastReplayed(db)) ?? endsAt
          onStep(
            'restore',
            `to ${endsAt.replace('T', ' ').slice(0, 19)} UTC, in ${Math.max(1, Math.round((nowMs() - begunMs) / 1000))} s`,
          )
          differences.push(...(await compareAmounts(db, backup)))
          if (differences.length === 0) onStep('amounts', tellAmounts(backup))
          await needs.check?.({ db, url, dataDir: draft, secrets })
        }),
    )
    const erasures = await listErasuresAfter(repository, {
      afterMs: Date.parse(endsAt),
      sign: signerOf(openKeyring({ current: secrets.master, previous: null })),
      log: needs.log,
    })
    if (!needs.isKept) {
      await removeRestored(draft)
      return { ...factsOf(needs, { endsAt, erasures }), differences }
    }
    await addPrivateFile(join(draft, 'secret'), secrets.master)
    await restoreSpool(needs, draft)
    const toldIds = await putToldIds(repository, draft, { endsAt, master: secrets.master, log: needs.log })
    const facts = { ...factsOf(needs, { endsAt, erasures }), toldIds }
    await addPrivateFile(join(draft, restoredName), JSON.stringify(facts))
    await putInPlace(draft, target)
    return { ...facts, differences }
  } catch (error) {
    await removeRestored(draft)
    throw error
  } finally {
    endWatch()
  }
}

/** Somebody who can write to the backups, and not open their seal, could have put another database there. */
export function assertSealed({ name, record }: FoundBackup, { files }: BackupSecrets): void {
  for (const [file, { bytes, sha256 }] of Object.entries(record.files)) {
    if (file === secretsName) continue
    const sealed = files[file]
    if (sealed?.bytes !== bytes || sealed.sha256 !== sha256)
      throw new Error(`The backup ${name} is damaged: ${file} is not the file that its seal names`)
  }
}

export async function assertKnown({ name, record: { schema, quoin } }: FoundBackup): Promise<void> {
  if (schema > (await lastMigration(migrationsDirectory)))
    throw new Error(
      `The backup ${name} was made by Quoin ${quoin}, which is newer than this one: restore it with that one`,
    )
}

/** Removes a restored data directory, wherever its database really lies. */
export async function removeRestored(dataDir: string): Promise<void> {
  await removeCluster(dataDir)
  await rm(dataDir, { recursive: true, force: true })
}

function factsOf(
  { repository, backup, nowMs }: RestoreNeeds,
  { endsAt, erasures }: Pick<RestoredFacts, 'endsAt' | 'erasures'>,
): RestoredFacts {
  return {
    backup: backup.name,
    repository: repository.name,
    endsAt,
    restoredAt: new Date(nowMs()).toISOString(),
    erasures,
  }
}

export async function withDatabase(url: string, work: (db: Database) => Promise<void>): Promise<void> {
  const db = await openDatabase({ url, connectionsMax: 6, statementTimeoutMs: 0 })
  try {
    await work(db)
  } finally {
    await db.close()
  }
}

/** Differences are told, and nobody is refused for them: whoever restores needs what there is. */
export async function compareAmounts(
  db: Database,
  { record: { inventory } }: FoundBackup,
): Promise<string[]> {
  if (inventory === null) return []
  return compareInventories(inventory, await store.backupInventory.countInventory(db, inventory.position))
}

function tellAmounts({ record: { inventory } }: FoundBackup): string {
  return inventory === null
    ? 'its amounts changed while they were counted'
    : `${grouped(inventory.conversionEvents)} changes of conversions, ${grouped(countOf(inventory.accounts))} accounts`
}

function countOf(record: object): number {
  return Object.keys(record).length
}

export async function restoreSpool(
  { repository, backup }: Pick<RestoreNeeds, 'repository' | 'backup'>,
  draft: string,
): Promise<void> {
  for (const file of Object.keys(backup.record.files)) {
    if (!/^spool\/clicks-\d+-[0-9a-f-]+\.(open|sealed)$/.test(file)) continue
    const folder = join(draft, 'spool')
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await giveToOwnerOf(draft, folder)
    const path = join(folder, basename(file))
    await pipeline(
      readFileOf(repository, backup, file),
      createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
    )
    await giveToOwnerOf(folder, path)
  }
}
