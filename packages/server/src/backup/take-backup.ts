import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { backupNameAt, timeOfBackup } from '@quoin/core/backup/backup-name.ts'
import { dayMs } from '@quoin/core/time/durations.ts'
import { takeBaseBackup } from '@quoin/embedded-postgres/base-backup.ts'
import { listSpoolFiles } from '../adapters/click-spool/spool-folder.ts'
import type { Database } from '../store/pg/database.ts'
import { store } from '../store/index.ts'
import { version } from '../version.ts'
import type { BackupPlace } from './backup-place.ts'
import { type BackupRecord, findRecord, secretsName, writeBytes, writeRecord } from './backup-record.ts'
import { type BackupSecrets, sealSecrets } from './seal-secrets.ts'
import { type FileSum, SummedFile } from './summed-file.ts'

interface BackupNeeds {
  readonly place: BackupPlace
  readonly db: Database
  /** With the password; the server is on this machine. */
  readonly databaseUrl: string
  readonly dataDir: string
  readonly secrets: BackupSecrets
  readonly passphrase: string
  readonly settings: Readonly<Record<string, string>>
  readonly nowMs: () => number
}

interface TakenBackup {
  readonly name: string
  readonly record: BackupRecord
}

/** Makes a backup of the embedded database and of what lies beside it, while it serves. Nothing is left of one that fails. */
export async function takeBackup(needs: BackupNeeds): Promise<TakenBackup> {
  const { place, db, nowMs } = needs
  const begunMs = nowMs()
  const name = backupNameAt(begunMs)
  if ((await place.list()).includes(name))
    throw new Error(`There is a backup ${name} already: wait for a second`)
  try {
    // Before the copy: what it counts is in the copy, and does not change any more.
    const inventory = await store.backupInventory.countInventory(db)
    const facts = await store.systemFacts.findDatabaseFacts(db)
    const sealed = sealSecrets(needs.secrets, needs.passphrase)
    const files: Record<string, FileSum> = {
      [secretsName]: await writeBytes(place, `${name}/${secretsName}`, sealed),
      ...(await copySpool(needs, name)),
    }
    const written = new Map<string, SummedFile>()
    const { timeline, endLsn } = await takeBaseBackup({
      url: needs.databaseUrl,
      open(file) {
        const summed = new SummedFile(place.write(`${name}/${file}`))
        written.set(file, summed)
        return summed
      },
    })
    for (const [file, summed] of written) files[file] = summed.sum()
    const record: BackupRecord = {
      format: 1,
      quoin: version,
      postgres: facts.version,
      schema: facts.schemaVersion,
      begunAt: new Date(begunMs).toISOString(),
      endedAt: new Date(nowMs()).toISOString(),
      timeline,
      endLsn,
      databaseBytes: facts.bytes,
      inventory,
      settings: needs.settings,
      files,
    }
    await writeRecord(place, name, record)
    await removeUnfinished(place, begunMs)
    return { name, record }
  } catch (error) {
    await place.remove(name).catch(() => {}) // the next one removes it
    throw error
  }
}

/** Clicks that wait for the database. One that is in it by now is known again by its id. */
async function copySpool({ place, dataDir }: BackupNeeds, name: string): Promise<Record<string, FileSum>> {
  const sums: Record<string, FileSum> = {}
  for (const { path } of await listSpoolFiles(join(dataDir, 'spool')).catch(() => [])) {
    // Read as a whole: it may be gone in the next moment, into the database.
    const bytes = await readFile(path).catch(() => undefined)
    const file = `spool/${basename(path)}`
    if (bytes !== undefined) sums[file] = await writeBytes(place, `${name}/${file}`, bytes)
  }
  return sums
}

/** What a backup that was killed has left; one of the last day may be at work. */
async function removeUnfinished(place: BackupPlace, nowMs: number): Promise<void> {
  for (const name of await place.list()) {
    const isOld = nowMs - (timeOfBackup(name) ?? nowMs) > dayMs
    if (isOld && (await isUnfinished(place, name))) await place.remove(name)
  }
}

async function isUnfinished(place: BackupPlace, name: string): Promise<boolean> {
  return (await findRecord(place, name).catch(() => 'damaged')) === undefined
}
