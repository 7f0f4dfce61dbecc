import { buffer } from 'node:stream/consumers'
import { readManifest } from '@quoin/embedded-postgres/backup-manifest.ts'
import { startEmbeddedPostgres } from '@quoin/embedded-postgres/embedded-postgres.ts'
import { homeOfCluster, placeCluster, recoverCluster } from '@quoin/embedded-postgres/restore-cluster.ts'
import { openKeyring } from '../adapters/crypto/keyring.ts'
import { type BaseRecord, type FoundBackup, isBase, readFileOf } from './backup-record.ts'
import type { BackupRepository } from './backup-repository.ts'
import { grouped } from './grouped.ts'
import { signerOf } from './kept-log.ts'
import { logAfter } from './log-of-backup.ts'
import { assertRoom } from './new-data-dir.ts'
import { rowsInBackup } from './rows/kept-rows.ts'
import { loadRows } from './rows/load-rows.ts'
import type { BackupSecrets } from './seal-secrets.ts'

interface MakeNeeds {
  readonly repository: BackupRepository
  readonly backup: FoundBackup
  readonly isWithLog: boolean
  readonly until?: string | undefined
  readonly isKept: boolean
  readonly log: (sentence: string) => void
  /** Is told when every file was compared with its sum. */
  readonly onFiles: (detail: string) => void
}

interface Draft {
  /** A data directory without a database. */
  readonly draft: string
  readonly secrets: BackupSecrets
}

/** Makes the embedded database of a backup, calls `use` while it runs, and stops it. */
export async function makeDatabase(
  needs: MakeNeeds,
  { draft, secrets }: Draft,
  use: (url: string) => Promise<void>,
): Promise<void> {
  const { backup, log, until, onFiles, repository } = needs
  if (isBase(backup)) {
    await placeFiles({ ...needs, backup }, { draft, secrets })
    await recoverCluster({ dataDir: draft, log, until, check: use })
    return
  }
  assertNoMoment(backup, until)
  await assertRoom(await homeOfCluster(draft), backup.record.databaseBytes)
  const server = await startEmbeddedPostgres({ dataDir: draft, isArchived: false })
  try {
    const { tables, rows } = await loadRows(server.url, await rowsInBackup(repository, backup))
    onFiles(`${grouped(rows)} rows of ${grouped(tables)} tables, each file with its sum`)
    await use(server.url)
  } finally {
    await server.stop()
  }
}

/** Throws where a moment is asked for that only a log leads to. */
export function assertNoMoment({ name, record }: FoundBackup, until: string | undefined): void {
  if (until !== undefined)
    throw new Error(
      `The backup ${name} is a logical copy, of ${record.begunAt} alone: no log leads from it to another moment`,
    )
}

/** Puts the files of a base backup in their place, with the log that follows it. */
async function placeFiles(
  needs: MakeNeeds & { readonly backup: FoundBackup<BaseRecord> },
  { draft, secrets }: Draft,
): Promise<void> {
  const { repository, backup, until, isWithLog, onFiles } = needs
  if (secrets.database === null)
    throw new Error(`The backup ${backup.name} lacks the password of its database`)
  const manifest = await buffer(readFileOf(repository, backup, 'backup_manifest'))
  const { files } = readManifest(manifest)
  const sign = signerOf(openKeyring({ current: secrets.master, previous: null }))
  const log = isWithLog ? await logAfter({ repository, backup, sign, until }) : { pieces: [], bytes: 0 }
  const bytes = [...files.values()].reduce((sum, { size }) => sum + size, 0)
  await assertRoom(await homeOfCluster(draft), bytes, log.bytes)
  await placeCluster({
    dataDir: draft,
    password: secrets.database,
    archive: () => readFileOf(repository, backup, 'base.tar.zst'),
    manifest,
    log: log.pieces,
    end: { timeline: backup.record.timeline, lsn: backup.record.endLsn },
    timeline: await takeTimeline({ ...needs, backup }),
  })
  onFiles(tellFiles(files.size, log.pieces.length))
}

function tellFiles(files: number, pieces: number): string {
  const log = pieces === 0 ? '' : `, and ${grouped(pieces)} pieces of the log`
  return `${grouped(files)} files of the database, each with its sum${log}`
}

/** The timelines that restores have begun are noted beside the backups: each begins one that no other has. */
const timelinesFolder = 'timelines'

/** A number without an end would have as many histories written. */
function isTimeline(name: string): boolean {
  return /^\d{1,4}$/.test(name)
}

async function takeTimeline({
  repository,
  backup,
  isKept,
  log,
}: MakeNeeds & { readonly backup: FoundBackup<BaseRecord> }): Promise<number> {
  const noted = (await repository.listFolder(timelinesFolder)).filter(isTimeline).map(Number)
  const next = Math.max(backup.record.timeline, ...noted) + 1
  if (!isKept) return next
  try {
    for (let timeline = next; ; timeline += 1)
      if (await repository.claim(`${timelinesFolder}/${timeline}`)) return timeline
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    log(
      `That timeline ${next} is taken could not be noted beside the backups: restore this backup only once (${why})`,
    )
    return next
  }
}
