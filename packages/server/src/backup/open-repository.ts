import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { GivenSettings } from '../settings/config.ts'
import { isS3Address, readS3Address, type S3Address } from '../settings/setting-readers.ts'
import { backupsIn, openBackupFolder } from './backup-folder.ts'
import type { BackupRepository } from './backup-repository.ts'
import type { S3Settings } from './s3/s3-target.ts'

/** A repository as the server looks at it, again and again. */
interface WatchedRepository {
  readonly repository: BackupRepository
  /** The same, and nothing of it is remembered. */
  readonly now: BackupRepository
  /** A folder of this machine; undefined where it is none. */
  readonly folder: string | undefined
  /** A backup came or went by another process. */
  noteChange(): void
}

/**
 * The backups of a folder or of `s3://bucket/prefix`. One that is to be written to is made where it is a folder. Throws a
 * sentence where the text names neither.
 */
export async function openRepository(
  text: string,
  settings: S3Settings,
  use: 'read' | 'write',
): Promise<BackupRepository> {
  if (!isS3Address(text)) return use === 'write' ? await openBackupFolder(text) : backupsIn(resolve(text))
  // Most installations have no bucket.
  const { openBackupBucket } = await import('./s3/backup-bucket.ts')
  const { longPatience } = await import('./s3/try-again.ts')
  return openBackupBucket(addressIn(text), settings, { patience: longPatience })
}

/** A listing of S3 costs money: an idle server asks for five things a minute then, and for hundreds without. */
const freshMs = 60_000
const failedMs = 15_000

export async function watchRepository(text: string, settings: S3Settings): Promise<WatchedRepository> {
  if (!isS3Address(text)) {
    const folder = resolve(text)
    const repository = backupsIn(folder)
    return { repository, now: repository, folder, noteChange() {} }
  }
  const { openBackupBucket } = await import('./s3/backup-bucket.ts')
  const { shortPatience } = await import('./s3/try-again.ts')
  const { rememberReads } = await import('./s3/remember-reads.ts')
  const now = openBackupBucket(addressIn(text), settings, { patience: shortPatience })
  const repository = rememberReads(now, { freshMs, failedMs, monotonicMs: () => performance.now() })
  return { repository, now, folder: undefined, noteChange: () => repository.forget() }
}

/** A folder for the trial of a backup: beside the backups, or with the data of this machine. */
export function workFolderOf(text: string, { dataDir }: Pick<GivenSettings, 'dataDir'>): string {
  if (!isS3Address(text)) return dirname(resolve(text))
  const data = resolve(dataDir)
  return existsSync(data) ? data : dirname(data)
}

function addressIn(text: string): S3Address {
  const address = readS3Address(text)
  if (address instanceof Error) throw new Error(`${text} ${address.message}`)
  return address
}
