import { mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { chooseAccount } from './account.ts'
import { type ClusterManifest, readManifest } from './backup-manifest.ts'
import { homeOf, majorVersion, publish } from './cluster.ts'
import { dataPathsIn, draftIn, isThere, prepareDataDir, removeDrafts, writeSecret } from './data-paths.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { giveAll } from './give-all.ts'
import { beginLaterTimeline } from './later-timeline.ts'
import { type FoundFiles, unpackCluster } from './unpack-cluster.ts'

interface PlacedBackup {
  /** A data directory without a cluster; it is made where it is not there. */
  readonly dataDir: string
  /** The password that the cluster was made with. */
  readonly password: string
  /** Opens `base.tar.zst`, as the server wrote it. */
  readonly archive: () => Readable
  /** `backup_manifest` */
  readonly manifest: Buffer
  /** Pieces of the log from there on, in their order. */
  readonly log: readonly LogPiece[]
  /** Where its log ends, as the backup was told. */
  readonly end: { readonly timeline: number; readonly lsn: string }
  /** The one that it begins: later than that of its end. */
  readonly timeline: number
}

/** A closed piece of the log. */
export interface LogPiece {
  /** `000000010000000A000000FF` */
  readonly name: string
  /** Undefined where the piece of this name is another cluster's. */
  read(): Promise<Buffer | undefined>
}

/**
 * Puts the cluster of a base backup in its place, each file compared with the server's own list. Nothing is in its place
 * where that fails. It is not started: that is for `recoverCluster`.
 */
export async function placeCluster(backup: PlacedBackup): Promise<void> {
  const { dataDir, password, archive, manifest } = backup
  const paths = dataPathsIn(dataDir)
  const listed = readManifest(manifest)
  const account = await chooseAccount(paths.cluster)
  await prepareDataDir(paths, account)
  if (await isThere(paths.cluster)) throw new Error(`There is a database in ${paths.dataDir} already`)
  const home = await homeOf(paths, account)
  await removeDrafts(home)
  const draft = draftIn(home)
  try {
    await mkdir(draft, { mode: 0o700 })
    const found = await unpackCluster(archive, draft)
    assertSame(listed, found)
    await assertVersion(draft)
    await putLog(draft, backup.log)
    // It ends the history of before: numbers that were given out are not given out again.
    await beginLaterTimeline(draft, backup)
    await giveAll(draft, account)
    await writeSecret(paths.passwordFile, password)
    await publish(draft, paths, home)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}

/** The folder that the cluster of a data directory comes to lie in: as root it may be another one. */
export async function homeOfCluster(dataDir: string): Promise<string> {
  const paths = dataPathsIn(dataDir)
  const account = await chooseAccount(paths.cluster)
  await prepareDataDir(paths, account)
  return await homeOf(paths, account)
}

interface RecoveryOptions {
  readonly dataDir: string
  readonly log?: (sentence: string) => void
  /** The moment to stop at, ISO 8601; the end of the log where it is not given. */
  readonly until?: string | undefined
  /** Changes to the server's settings for this run. */
  readonly settings?: Readonly<Record<string, string>> | undefined
  /** Is called while the recovered server runs; it is stopped afterwards. */
  readonly check: (url: string) => Promise<void>
}

const recovering: Readonly<Record<string, string>> = {
  // All that is needed lies in pg_wal; there must be a command, and one that finds nothing.
  restore_command: 'exit 1',
  recovery_target_timeline: 'current',
  // Pieces that were put there are not written to again: their zeros have no room on the disk.
  wal_recycle: 'off',
  // It is ready when it has recovered, not before.
  hot_standby: 'off',
  // Settings that somebody gave the server which was copied would reach others, or wait for them.
  archive_mode: 'off',
  archive_cleanup_command: '',
  recovery_end_command: '',
  primary_conninfo: '',
  synchronous_standby_names: '',
  shared_preload_libraries: '',
  session_preload_libraries: '',
}

/** Much log takes long to be read. */
const recoveryMs = 6 * 3_600_000

/** Starts a placed cluster for the first time, so that it reads its log to the end and begins a new timeline. */
export async function recoverCluster(options: RecoveryOptions): Promise<void> {
  const { dataDir, log, until, settings, check } = options
  const server = await startEmbeddedPostgres({
    dataDir,
    log,
    readyWithinMs: recoveryMs,
    isArchived: false,
    settings: { ...recovering, ...(until === undefined ? {} : stoppingAt(until)), ...settings },
  }).catch(async (error: unknown) => {
    throw (await isLogTooShort(dataDir))
      ? new Error(`The log of the backup does not go until ${until}`)
      : error
  })
  try {
    await check(server.url)
  } finally {
    await server.stop()
  }
}

function stoppingAt(until: string): Readonly<Record<string, string>> {
  // It reads its settings before it knows what Z is.
  return {
    recovery_target_time: until.replace('T', ' ').replace('Z', '+00'),
    recovery_target_action: 'promote',
  }
}

/** The server ends where its log does before the moment that it is to stop at. */
async function isLogTooShort(dataDir: string): Promise<boolean> {
  const said = await readFile(dataPathsIn(dataDir).logFile, 'utf8').catch(() => '')
  return said.includes('recovery ended before configured recovery target was reached')
}

/** The log is in no list: it has sums of its own, which the server looks at. */
function isLog(path: string): boolean {
  return path.startsWith('pg_wal/')
}

function assertSame({ files }: ClusterManifest, found: FoundFiles): void {
  for (const [path, { size, sha256 }] of files) {
    const there = found.get(path)
    if (there === undefined) throw new Error(`The backup lacks a file of the database: ${path}`)
    if (there.size !== size || there.sha256 !== sha256)
      throw new Error(`A file of the database is damaged in the backup: ${path}`)
  }
  const stranger = [...found.keys()].find((path) => !files.has(path) && !isLog(path))
  if (stranger !== undefined)
    throw new Error(`The backup has a file that is not of the database: ${stranger}`)
}

async function assertVersion(draft: string): Promise<void> {
  const version = (await readFile(join(draft, 'PG_VERSION'), 'utf8')).trim()
  if (version !== majorVersion) {
    throw new Error(
      `The backup is of PostgreSQL ${version}, and this Quoin has ${majorVersion}: restore it with the Quoin that made it`,
    )
  }
}

async function putLog(draft: string, log: readonly LogPiece[]): Promise<void> {
  for (const { name, read } of log) {
    const bytes = await read()
    if (bytes !== undefined) await putPiece(join(draft, 'pg_wal', name), bytes)
  }
}

/**
 * One that the base backup has is the same, or the beginning of it. The zeros behind the last change take no room: an idle
 * server closes thousands of pieces a day.
 */
async function putPiece(path: string, bytes: Buffer): Promise<void> {
  await rm(path, { force: true })
  const file = await open(path, 'wx', 0o600)
  await file.writeFile(bytes.subarray(0, endOfChanges(bytes)))
  await file.truncate(bytes.length)
  await file.sync()
  await file.close()
}

function endOfChanges(bytes: Buffer): number {
  let end = bytes.length
  while (end > 0 && bytes[end - 1] === 0) end -= 1
  return end
}
