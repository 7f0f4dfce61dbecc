import type { Inventory } from '@quoin/core/backup/inventory.ts'
import { timeOfBackup } from '@quoin/core/backup/backup-name.ts'
import { buffer } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { BackupRepository } from './backup-repository.ts'
import { comparedWith, type FileSum, SummedFile } from './summed-file.ts'
import { TrialError } from './trial-error.ts'

/** The description of a backup, written last: a backup without it is none. Times are ISO 8601 in UTC. */
export type BackupRecord = BaseRecord | LogicalRecord

/** A base backup: the files of the embedded cluster. The log that follows it begins at its end. */
export interface BaseRecord extends CommonRecord {
  readonly kind: 'base'
  readonly timeline: number
  readonly endLsn: string
}

/** A logical copy: the rows of a database at one moment, for any PostgreSQL. */
interface LogicalRecord extends CommonRecord {
  readonly kind: 'logical'
}

interface CommonRecord {
  readonly format: 1
  readonly quoin: string
  readonly postgres: string
  /** The number of the last migration. */
  readonly schema: number
  readonly begunAt: string
  /** All that was acknowledged before `begunAt` is in the backup, and some of what came until then. */
  readonly endedAt: string
  /** The identifier of the cluster: a folder is for the backups of one. */
  readonly cluster: string | null
  readonly databaseBytes: number
  /** Null where it changed meanwhile, as by a repair of the ledger. */
  readonly inventory: Inventory | null
  /** Settings of the server that made it, for a person to read; no secrets. */
  readonly settings: Readonly<Record<string, string>>
  /** Every other file of the backup. */
  readonly files: Readonly<Record<string, FileSum>>
}

export const recordName = 'backup.json'
export const secretsName = 'secrets.sealed'
/** The file that each kind has for certain. */
export const rowsName = 'rows.json'
const mainFiles: Readonly<Record<BackupRecord['kind'], string>> = { base: 'base.tar.zst', logical: rowsName }

export async function writeRecord(
  repository: BackupRepository,
  name: string,
  record: BackupRecord,
): Promise<void> {
  await writeBytes(repository, `${name}/${recordName}`, Buffer.from(`${JSON.stringify(record, null, 2)}\n`))
}

/** Writes a file as a whole. */
export async function writeBytes(
  repository: BackupRepository,
  path: string,
  bytes: Buffer,
): Promise<FileSum> {
  const file = new SummedFile(repository.write(path))
  file.end(bytes)
  await finished(file)
  return file.sum()
}

/** Undefined where the backup was never finished. */
export async function findRecord(
  repository: BackupRepository,
  name: string,
): Promise<BackupRecord | undefined> {
  const text = await buffer(repository.read(`${name}/${recordName}`)).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
      throw error
    },
  )
  if (text === undefined) return undefined
  try {
    // The first ones did not say of which kind they are. The rest is looked at below as far as it is used.
    const record = { kind: 'base', ...JSON.parse(text.toString()) } as BackupRecord
    if (record.format !== 1) throw new Error(`it has the format ${record.format}, of a newer Quoin`)
    const main = mainFiles[record.kind] ?? ''
    if (typeof record.files[main]?.sha256 !== 'string') throw new Error('it names no database')
    return record
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`${recordName} of the backup ${name} is damaged: ${why}`, { cause })
  }
}

/** The size of all files of a backup but its description. */
export function bytesOf(files: BackupRecord['files']): number {
  return Object.values(files).reduce((sum, { bytes }) => sum + bytes, 0)
}

export interface FoundBackup<Record extends BackupRecord = BackupRecord> {
  readonly name: string
  readonly record: Record
}

export function isBase(backup: FoundBackup): backup is FoundBackup<BaseRecord> {
  return backup.record.kind === 'base'
}

/** The names of backups, the newest first; those of the future, which a wrong clock has made, come last. */
export async function listNewestFirst(repository: BackupRepository, nowMs: number): Promise<string[]> {
  const names = (await repository.list()).reverse()
  const isFuture = (name: string): boolean => (timeOfBackup(name) ?? 0) > nowMs
  return [...names.filter((name) => !isFuture(name)), ...names.filter(isFuture)]
}

interface Wanted {
  /** The newest one where it is not given. */
  readonly name?: string | undefined
  readonly nowMs: number
}

/** The newest whole backup of a repository, or the one of a name. Throws a sentence where there is none. */
export async function findBackup(
  repository: BackupRepository,
  { name, nowMs }: Wanted,
): Promise<FoundBackup> {
  if (name !== undefined && timeOfBackup(name) === undefined)
    throw new Error(`${name} is not the name of a backup, such as 20261124T120000Z`)
  const names = name === undefined ? await listNewestFirst(repository, nowMs) : [name]
  for (const each of names) {
    const record = await findRecord(repository, each)
    if (record !== undefined) return { name: each, record }
  }
  throw new Error(`There is no whole backup ${name === undefined ? '' : `${name} `}in ${repository.name}`)
}

/** The newest whole backup that had ended before a moment. */
export async function findBackupBefore(repository: BackupRepository, moment: string): Promise<FoundBackup> {
  for (const name of (await repository.list()).reverse()) {
    const record = await findRecord(repository, name)
    if (record !== undefined && record.endedAt <= moment) return { name, record }
  }
  throw new Error(`There is no whole backup of before ${moment} in ${repository.name}`)
}

/** A file of a backup, which fails at its end where it is not as it was written. */
export function readFileOf(
  repository: BackupRepository,
  { name, record }: FoundBackup,
  file: string,
): Readable {
  const sum = record.files[file]
  if (sum === undefined) throw new Error(`The backup ${name} has no ${file}`)
  const source = repository.read(`${name}/${file}`)
  const compared = comparedWith(sum, file)
  // Whoever gives up in the middle has no use for the rest.
  compared.once('close', () => source.destroy())
  source.on('error', (error: NodeJS.ErrnoException) => {
    // A repository that does not answer says nothing about the backup.
    const isAway = error instanceof TrialError
    const why = error.code === 'ENOENT' ? 'is missing' : `cannot be read: ${error.message}`
    compared.destroy(isAway ? error : new Error(`${file} of the backup ${name} ${why}`, { cause: error }))
  })
  return source.pipe(compared)
}
