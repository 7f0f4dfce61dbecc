import { mkdir, readdir, rename, rm, rmdir, statfs } from 'node:fs/promises'
import { createWriteStream } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { compareInventories } from '@quoin/core/backup/inventory.ts'
import { backupNameAt } from '@quoin/core/backup/backup-name.ts'
import { giveToOwnerOf, syncFolder } from '@quoin/embedded-postgres/data-paths.ts'
import { readManifest } from '@quoin/embedded-postgres/backup-manifest.ts'
import { placeCluster, recoverCluster, removeCluster } from '@quoin/embedded-postgres/restore-cluster.ts'
import { addPrivateFile } from '../boot/process/private-file.ts'
import { store } from '../store/index.ts'
import { openDatabase, type Database } from '../store/pg/database.ts'
import type { BackupPlace } from './backup-place.ts'
import { type FoundBackup, readFileOf, secretsName, writeBytes } from './backup-record.ts'
import { type RestoredFacts, restoredName } from './restored-facts.ts'
import { type BackupSecrets, openSecrets } from './seal-secrets.ts'

interface RestoreNeeds {
  readonly place: BackupPlace
  readonly backup: FoundBackup
  /** A folder that is not there, or empty. */
  readonly dataDir: string
  readonly passphrase: string
  /** Whether it is noted beside the backups, so that the next one begins another timeline. A trial is not. */
  readonly isKept: boolean
  readonly nowMs: () => number
  readonly log: (sentence: string) => void
  /** What is done while the restored database runs, before anything is in its place. */
  readonly check?: (restored: RestoredDatabase) => Promise<void>
}

/** The restored database, which runs for nobody else yet. */
export interface RestoredDatabase {
  readonly db: Database
  readonly url: string
  readonly dataDir: string
  readonly secrets: BackupSecrets
}

/** Where restores are noted, beside the backups. */
const restoresFolder = 'restores'

/**
 * Restores a backup into a new data directory: every file is compared with its sum, the database reads its log to the
 * end and begins a new timeline, and its amounts are compared with those that were counted. The folder is there when
 * it is whole; nothing is there where it is not.
 */
export async function restoreBackup(needs: RestoreNeeds): Promise<RestoredFacts & { differences: string[] }> {
  const { place, backup, passphrase, nowMs } = needs
  const target = resolve(needs.dataDir)
  await assertEmpty(target)
  const secrets = openSecrets(await buffer(readFileOf(place, backup, secretsName)), passphrase)
  const manifest = await buffer(readFileOf(place, backup, 'backup_manifest'))
  await mkdir(dirname(target), { recursive: true })
  await assertRoom(dirname(target), readManifest(manifest).files)
  const restores = (await place.listFolder(restoresFolder)).length
  const draft = `${target}.restoring-${process.pid}`
  const differences: string[] = []
  let endsAt = backup.record.begunAt
  try {
    await placeCluster({
      dataDir: draft,
      password: secrets.database,
      archive: () => readFileOf(place, backup, 'base.tar.gz'),
      manifest,
      end: { timeline: backup.record.timeline, lsn: backup.record.endLsn },
      restores,
    })
    await recoverCluster({
      dataDir: draft,
      log: needs.log,
      check: (url) =>
        withDatabase(url, async (db) => {
          endsAt = (await store.backupInventory.findLastReplayed(db)) ?? endsAt
          const restored = { db, url, dataDir: draft, secrets }
          differences.push(...(await compareAmounts(restored, backup)))
          await needs.check?.(restored)
        }),
    })
    await addPrivateFile(join(draft, 'secret'), secrets.master)
    await restoreSpool(needs, draft)
    await addPrivateFile(join(draft, restoredName), JSON.stringify(factsOf(needs, endsAt)))
    if (needs.isKept) {
      const note = Buffer.from(`${JSON.stringify({ backup: backup.name, into: target })}\n`)
      await writeBytes(place, `${restoresFolder}/${backupNameAt(nowMs())}.json`, note)
    }
    await rmdir(target).catch(() => {}) // it is not there, or empty
    await rename(draft, target)
    await syncFolder(dirname(target))
    return { ...factsOf(needs, endsAt), differences }
  } catch (error) {
    await removeRestored(draft)
    throw error
  }
}

/** Removes a restored data directory, wherever its database really lies. */
export async function removeRestored(dataDir: string): Promise<void> {
  await removeCluster(dataDir)
  await rm(dataDir, { recursive: true, force: true })
}

function factsOf({ place, backup, nowMs }: RestoreNeeds, endsAt: string): RestoredFacts {
  return { backup: backup.name, place: place.name, endsAt, restoredAt: new Date(nowMs()).toISOString() }
}

async function assertEmpty(target: string): Promise<void> {
  const entries = await readdir(target).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new Error(`${target} cannot be restored into: ${error.message}`, { cause: error })
  })
  if (entries.length > 0)
    throw new Error(`${target} is not empty: restore into a folder that is not there yet, and move it then`)
}

/** Some more than the files is needed: the log is read, and a checkpoint is written. */
async function assertRoom(folder: string, files: ReadonlyMap<string, { size: number }>): Promise<void> {
  const bytes = [...files.values()].reduce((sum, { size }) => sum + size, 0)
  const needed = Math.ceil(bytes * 1.1) + 256 * 1024 * 1024
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize >= needed) return
  const megabytes = (count: number): number => Math.ceil(count / 1024 / 1024)
  throw new Error(
    `${folder} has ${megabytes(bavail * bsize)} MB free, and the backup needs ${megabytes(needed)} MB: nothing was restored`,
  )
}

async function withDatabase(url: string, work: (db: Database) => Promise<void>): Promise<void> {
  const db = await openDatabase({ url, connectionsMax: 6, statementTimeoutMs: 0 })
  try {
    await work(db)
  } finally {
    await db.close()
  }
}

/** Differences are told, and nobody is refused for them: what was repaired while the backup was made is one. */
async function compareAmounts({ db }: RestoredDatabase, { record: { inventory } }: FoundBackup): Promise<string[]> {
  const found = await store.backupInventory.countInventory(db, inventory.position)
  return compareInventories(inventory, found)
}

async function restoreSpool({ place, backup }: RestoreNeeds, draft: string): Promise<void> {
  for (const file of Object.keys(backup.record.files)) {
    if (!file.startsWith('spool/')) continue
    const folder = join(draft, 'spool')
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await giveToOwnerOf(draft, folder)
    const path = join(folder, basename(file))
    await pipeline(
      readFileOf(place, backup, file),
      createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
    )
    await giveToOwnerOf(folder, path)
  }
}
