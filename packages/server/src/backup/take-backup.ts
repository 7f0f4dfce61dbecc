import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { compareInventories } from '@quoin/core/backup/inventory.ts'
import { backupNameOf, timeOfBackup } from '@quoin/core/backup/backup-name.ts'
import { weekMs } from '@quoin/core/time/durations.ts'
import { takeBaseBackup } from '@quoin/embedded-postgres/base-backup.ts'
import { listSpoolFiles, type SpoolFile, unlessMissing } from '../adapters/click-spool/spool-folder.ts'
import type { Database } from '../store/pg/database.ts'
import { store } from '../store/index.ts'
import { version } from '../version.ts'
import { onEndOfProcess } from './end-of-process.ts'
import type { BackupRepository } from './backup-repository.ts'
import {
  type BackupRecord,
  type BaseRecord,
  findRecord,
  type FoundBackup,
  readFileOf,
  secretsName,
  writeBytes,
  writeRecord,
} from './backup-record.ts'
import { type BackupSecrets, openSecrets, sealSecrets } from './seal-secrets.ts'
import { keepRows } from './rows/kept-rows.ts'
import { readRows } from './rows/database-rows.ts'
import { type FileSum, SummedFile } from './summed-file.ts'

interface BackupNeeds {
  readonly repository: BackupRepository
  readonly db: Database
  /** With the password. */
  readonly databaseUrl: string
  /** The kind that fits the database: the files of an embedded one, the rows of any other. */
  readonly kind: BackupRecord['kind']
  readonly dataDir: string
  readonly secrets: Omit<BackupSecrets, 'files'>
  readonly passphrase: string
  readonly settings: Readonly<Record<string, string>>
  readonly megabytesPerSecond: number
  /** Is told how much of the database is copied, often. */
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void
  readonly nowMs: () => number
}

interface TakenBackup {
  readonly name: string
  readonly record: BackupRecord
}

/** Makes a backup of the database and of what lies beside it, while it serves. Nothing is left of one that fails. */
export async function takeBackup(needs: BackupNeeds): Promise<TakenBackup> {
  const { repository, nowMs } = needs
  const { cluster } = await store.systemFacts.findDatabaseFacts(needs.db)
  await assertOurs(needs, cluster)
  const begunMs = nowMs()
  const name = backupNameOf(new Date(begunMs).toISOString())
  const claimed = repository.claim(name)
  const endWatch = onEndOfProcess(async () => {
    if (await claimed) await repository.remove(name)
  })
  if (!(await claimed)) throw new Error(`A backup ${name} is being made already: wait for a second`)
  try {
    const record = await copyAll(needs, { name, begunMs })
    // A good backup is no failure because older ones could not be removed: the next one tries again.
    await removeUnfinished(repository, begunMs).catch(() => {})
    return { name, record }
  } catch (error) {
    await repository.remove(name).catch(() => {}) // one without its description is none
    throw error
  } finally {
    endWatch()
  }
}

/**
 * Two installations in one folder would remove each other's backups. One that was upgraded or moved has another cluster and
 * the same master secret, which is sealed in the newest backup.
 */
async function assertOurs(
  { repository, kind, secrets, passphrase }: BackupNeeds,
  cluster: string | null,
): Promise<void> {
  for (const name of (await repository.list()).reverse()) {
    const record = await findRecord(repository, name).catch(() => undefined)
    if (record === undefined) continue
    // Several databases of one server have its identifier.
    if (kind === 'base' && record.kind === 'base' && cluster !== null && record.cluster === cluster) return
    const master = await readMaster(repository, { name, record }, passphrase)
    if (master === secrets.master) return
    const or = master === undefined ? ', or of this one under another BACKUP_PASSPHRASE' : ''
    throw new Error(
      `${repository.name} has the backups of another installation${or}: give each a folder of its own`,
    )
  }
}

/** The master secret that a backup was sealed with; undefined where the passphrase does not open it. */
async function readMaster(
  repository: BackupRepository,
  backup: FoundBackup,
  passphrase: string,
): Promise<string | undefined> {
  try {
    return openSecrets(await buffer(readFileOf(repository, backup, secretsName)), passphrase).master
  } catch {
    return undefined
  }
}

async function copyAll(
  needs: BackupNeeds,
  { name, begunMs }: { readonly name: string; readonly begunMs: number },
): Promise<BackupRecord> {
  const { repository, db, nowMs } = needs
  // Before the copy: what it counts is in the copy.
  const counted = await store.backupInventory.countInventory(db)
  const facts = await store.systemFacts.findDatabaseFacts(db)
  const files = await copySpool(needs, name)
  const { files: copied, ...made } = await (needs.kind === 'base' ? copyCluster : copyRows)(needs, {
    name,
    bytes: facts.bytes,
  })
  Object.assign(files, copied)
  const sealed = sealSecrets({ ...needs.secrets, files }, needs.passphrase)
  const recounted = await store.backupInventory.countInventory(db, counted.position)
  const record: BackupRecord = {
    format: 1,
    quoin: version,
    postgres: facts.version,
    schema: facts.schemaVersion,
    begunAt: new Date(begunMs).toISOString(),
    endedAt: new Date(nowMs()).toISOString(),
    cluster: facts.cluster,
    ...made,
    databaseBytes: facts.bytes,
    inventory: compareInventories(counted, recounted).length === 0 ? counted : null,
    settings: needs.settings,
    files: { ...files, [secretsName]: await writeBytes(repository, `${name}/${secretsName}`, sealed) },
  }
  await writeRecord(repository, name, record)
  return record
}

interface Copying {
  readonly name: string
  /** The size of the database. */
  readonly bytes: number
}

type Copied<Kind> = Kind & { readonly files: Readonly<Record<string, FileSum>> }

async function copyCluster(
  { repository, databaseUrl, megabytesPerSecond, onProgress }: BackupNeeds,
  { name, bytes }: Copying,
): Promise<Copied<Pick<BaseRecord, 'kind' | 'timeline' | 'endLsn'>>> {
  const written = new Map<string, SummedFile>()
  const { timeline, endLsn } = await takeBaseBackup({
    url: databaseUrl,
    megabytesPerSecond,
    onProgress: (done) => onProgress?.({ done, total: Math.max(done, bytes) }),
    open(file) {
      const summed = new SummedFile(repository.write(`${name}/${file}`))
      written.set(file, summed)
      return summed
    },
  })
  const files = Object.fromEntries([...written].map(([file, summed]) => [file, summed.sum()]))
  return { kind: 'base', timeline, endLsn, files }
}

async function copyRows(
  { repository, databaseUrl, megabytesPerSecond, onProgress }: BackupNeeds,
  { name, bytes }: Copying,
): Promise<Copied<{ readonly kind: 'logical' }>> {
  const files = await readRows(
    databaseUrl,
    async (source) =>
      await keepRows({
        repository,
        name,
        source,
        megabytesPerSecond,
        onProgress: (done) => onProgress?.({ done, total: Math.max(done, bytes) }),
      }),
  )
  return { kind: 'logical', files }
}

/** Clicks that wait for the database. One that is in it by now is known again by its id. */
async function copySpool(
  { repository, dataDir }: BackupNeeds,
  name: string,
): Promise<Record<string, FileSum>> {
  const sums: Record<string, FileSum> = {}
  const files: SpoolFile[] = []
  await unlessMissing(async () => void files.push(...(await listSpoolFiles(join(dataDir, 'spool')))))
  for (const { path } of files) {
    // It is sealed before it is written to the database, and gone when it is there.
    for (const each of new Set([path, path.replace(/\.open$/, '.sealed')])) {
      const file = `spool/${basename(each)}`
      const isThere = await unlessMissing(async () => {
        const bytes = await readFile(each)
        sums[file] = await writeBytes(repository, `${name}/${file}`, bytes)
      })
      if (isThere) break
    }
  }
  return sums
}

/** Removes what backups that were killed have left; one of the last week may be at work. */
async function removeUnfinished(repository: BackupRepository, nowMs: number): Promise<void> {
  for (const name of await repository.list()) {
    const isOld = nowMs - (timeOfBackup(name) ?? nowMs) > weekMs
    if (isOld && (await isUnfinished(repository, name))) await repository.remove(name)
  }
}

async function isUnfinished(repository: BackupRepository, name: string): Promise<boolean> {
  return (await findRecord(repository, name).catch(() => 'damaged')) === undefined
}
