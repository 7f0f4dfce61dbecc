import { realpath, rename, rm, stat } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'

import { type Account, chooseAccount } from './account.ts'
import { type Binaries, prepareBinaries } from './binaries.ts'
import { archiveOf, prepareArchive, prepareCluster } from './cluster.ts'
import { findFreePort } from './free-port.ts'
import { keepRunning, type WatchEnd } from './keep-running.ts'
import {
  takeOwnership,
  type ServerAddress,
  isOwned,
  nameClaimant,
  type Ownership,
  presentClaimant,
  urlOf,
} from './ownership.ts'
import { type DataPaths, isThere, prepareDataDir, dataPathsIn, readPassword } from './data-paths.ts'
import type { OlderPostgres } from './older-binaries.ts'
import {
  findPostmaster,
  isSameLaunch,
  type Launch,
  launchPostmaster,
  readyTimeoutMs,
  stopPostmaster,
} from './postmaster.ts'

export interface EmbeddedPostgres {
  /** With the password in it; the server listens on 127.0.0.1 alone. */
  url: string
  /** The database was made by this start. */
  isFirstStart: boolean
  /** False when a server that a killed Quoin had left running was taken over. */
  startedByUs: boolean
  /** The folder that closed pieces of the log are copied to; undefined where they are not. Whoever has taken one removes it. */
  archive: string | undefined
  /** Ends the server; connections that are still open are cut. */
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions {
  dataDir: string
  /**
   * Is told, in sentences, what an operator may want to know: the server was lost, came back, lies elsewhere.
   */
  log?: ((sentence: string) => void) | undefined
  /** Is told when the first program runs: from there on there is nothing to do but wait for it. */
  onLaunch?: (() => void) | undefined
  /**
   * Copy each piece of the log when it is closed, and close one that was written to after some seconds; as it was at the
   * last start unless it is given.
   */
  isArchived?: boolean | undefined
  /** The version that made the data, where it is not ours: the data is read by it, and its log stays as it is. */
  older?: OlderPostgres | undefined
  /** Changes to the server's settings, for tests. */
  settings?: Readonly<Record<string, string>> | undefined
  /** How long it may read its log before it is ready; two minutes unless said otherwise. */
  readyWithinMs?: number | undefined
  /** Where the port comes from, for tests. */
  choosePort?: (() => Promise<number>) | undefined
}

/** Durable, and open to this machine alone. The rest is as PostgreSQL has it. */
const durableSettings: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  // Elsewhere the default reaches the disk; on macOS it stops at the drive's cache.
  ...(process.platform === 'darwin' ? { wal_sync_method: 'fsync_writethrough' } : {}),
  max_connections: '100',
  // Many rows are decided in one transaction, each under a lock of its own.
  max_locks_per_transaction: '256',
  shared_buffers: '128MB',
  // The figures are in docs/performance-notes.md. The log takes so much of the disk at most, and is read again after a crash
  // while networks hear 503; an idle server gives it back down to the least.
  max_wal_size: '1GB',
  min_wal_size: '80MB',
  // Fewer checkpoints write fewer whole pages.
  checkpoint_timeout: '15min',
  // pglz, all that this build has, saves up to a third of the log and takes writers three times as long.
  wal_compression: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  jit: 'off',
  // Statements and key values may hold what belongs to users; the log keeps the bare message.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
}

/** A piece that is closed before it is full is mostly zeros, which take no room when they are compressed. */
function archiveSettings(archive: string | undefined): Readonly<Record<string, string>> {
  if (archive === undefined) return {}
  return {
    archive_mode: 'on',
    archive_library: 'basic_archive',
    'basic_archive.archive_directory': archive,
    // With the second that it takes to leave the disk, a minute is lost with that at most.
    archive_timeout: '45',
  }
}

/** Each wait is twice the one before: about six seconds in all. */
const launchesMax = 8
const firstWaitMs = 25
/** The time for which a Quoin that is just stopping keeps the next one waiting. */
const handOverMs = 1_500
/** A server that is ready lets us in at once, unless it is just stopping or repairing itself. */
const claimTimeoutMs = 30_000
const logBytesMax = 10_000_000
/**
 * Failures that pass by themselves: a port taken in the meantime, another start's file, children that outlive their
 * server.
 */
const passing = /could not bind|could not create any TCP\/IP|lock file|shared memory block/

/**
 * Starts the built-in PostgreSQL on a data directory, or takes over the one that a killed Quoin left running
 * there. Throws one sentence that says what to do: another Quoin is running on it, no binaries for this
 * machine, a directory that cannot be used.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const paths = dataPathsIn(options.dataDir)
  const log = options.log ?? (() => {})
  const onLaunch = options.onLaunch ?? (() => {})
  const account = await chooseAccount(paths.cluster)
  await prepareDataDir(paths, account)
  const { older } = options
  const binaries = await chooseBinaries(paths, account, older)
  const cluster = await prepareCluster(paths, { binaries, account, onLaunch, major: older?.major })
  await turnLog(paths.logFile)
  const archive = older === undefined ? await openArchive(cluster.path, account, options) : undefined
  const settings = { ...durableSettings, ...archiveSettings(archive), ...options.settings }
  const { readyWithinMs = readyTimeoutMs } = options
  const launch: Launch = {
    paths,
    binaries,
    account,
    cluster: cluster.path,
    settings,
    onLaunch,
    readyWithinMs,
  }

  const held = await takeHold(launch, await readPassword(paths), options.choosePort ?? findFreePort)
  if (cluster.isNew && account !== undefined)
    log(`PostgreSQL runs as ${account.name}, its data is in ${cluster.path}`)
  const endWatch = keepRunning(launch, held.address, held.ownership, log)
  let stopped: Promise<void> | undefined
  return {
    url: urlOf(held.address),
    isFirstStart: cluster.isNew,
    startedByUs: held.startedByUs,
    archive,
    stop: () => (stopped ??= stop(launch, endWatch)),
  }
}

async function chooseBinaries(
  { dataDir }: DataPaths,
  account: Account | undefined,
  older: OlderPostgres | undefined,
): Promise<Binaries> {
  if (older === undefined) return await prepareBinaries(account)
  const { prepareOlderBinaries } = await import('./older-binaries.ts')
  return await prepareOlderBinaries(older, { dataDir, account })
}

/** The folder that closed pieces of the log are to be copied to; one that is not wanted goes with what is in it. */
async function openArchive(
  cluster: string,
  account: Account | undefined,
  { isArchived }: Pick<EmbeddedPostgresOptions, 'isArchived'>,
): Promise<string | undefined> {
  if (isArchived ?? (await isThere(archiveOf(cluster)))) return await prepareArchive(cluster, account)
  await rm(archiveOf(cluster), { recursive: true, force: true })
  return undefined
}

/** The folder that closed pieces of the log are copied to; undefined where they are not. */
export async function findArchive(dataDir: string): Promise<string | undefined> {
  const cluster = await realpath(dataPathsIn(dataDir).cluster).catch(() => undefined)
  if (cluster === undefined) return undefined
  return (await isThere(archiveOf(cluster))) ? archiveOf(cluster) : undefined
}

/** Whether a start has made a database in this data directory; one whose upgrade was broken off is there as well. */
export async function hasEmbeddedPostgres(dataDir: string): Promise<boolean> {
  const paths = dataPathsIn(dataDir)
  if (await isThere(paths.cluster)) return true
  const { listKept } = await import('./kept-clusters.ts')
  return (await listKept(paths.dataDir)).length > 0
}

/** The address of the database that a running Quoin owns on this data directory. */
export async function findRunningEmbeddedPostgres(dataDir: string): Promise<string | undefined> {
  const paths = dataPathsIn(dataDir)
  const path = await realpath(paths.cluster).catch(() => undefined)
  const running = path === undefined ? undefined : await findPostmaster(path)
  if (running?.isReady !== true) return undefined
  const address = { port: running.port, password: await readPassword(paths), claimant: nameClaimant() }
  return (await isOwned(address)) ? urlOf(address) : undefined
}

/**
 * Ends the watch first, or it would bring the server back; the lock is kept to the end, or another could take
 * it.
 */
async function stop(launch: Launch, endWatch: () => Promise<WatchEnd>): Promise<void> {
  const end = await endWatch()
  if (end === 'taken') return
  await stopPostmaster(launch.cluster, launch.binaries)
  if (end !== 'away') await end.release()
}

interface Held {
  address: ServerAddress
  ownership: Ownership
  startedByUs: boolean
}

async function takeHold(launch: Launch, password: string, choosePort: () => Promise<number>): Promise<Held> {
  const startMs = Date.now()
  const claimant = nameClaimant()
  let failures = 0
  for (; ; await delay(firstWaitMs * 2 ** failures)) {
    const running = await findPostmaster(launch.cluster)
    if (running !== undefined) launch.onLaunch()
    const postmaster = running ?? (await launchPostmaster(launch, await choosePort()))
    if (typeof postmaster === 'string') {
      if (++failures >= launchesMax || !passing.test(postmaster)) throw notStarted(launch, postmaster)
      continue
    }
    if (!postmaster.isReady) {
      if (Date.now() - startMs > launch.readyWithinMs) throw notStarted(launch, 'it is not ready yet')
      continue
    }
    const address = { port: postmaster.port, password, claimant }
    const claim = await takeOwnership(address)
    if ('why' in claim) {
      if (Date.now() - startMs > claimTimeoutMs) throw notStarted(launch, claim.why.message)
    } else if ('owner' in claim) {
      if (Date.now() - startMs > handOverMs) throw alreadyRunning(launch, claim.owner)
    } else if (running === undefined || (await isSameLaunch(launch))) {
      return { address, ownership: claim.ownership, startedByUs: running === undefined }
    } else {
      // Left over by another version of Quoin: it goes, and is started again as it should be.
      await stopPostmaster(launch.cluster, launch.binaries)
      await claim.ownership.release()
    }
  }
}

function alreadyRunning({ paths }: Launch, owner: string): Error {
  return new Error(
    `Another Quoin (${presentClaimant(owner)}) is already running on ${paths.dataDir}: ` +
      'stop it, or set DATA_DIR to another directory',
  )
}

function notStarted({ paths }: Launch, why: string): Error {
  return new Error(
    `The built-in PostgreSQL does not start on ${paths.dataDir}: ${why} (see ${paths.logFile})`,
  )
}

/** Keeps one older log, looked at on each start: the server writes little, but for years. */
async function turnLog(logFile: string): Promise<void> {
  const size = await stat(logFile).then(
    (found) => found.size,
    () => 0,
  )
  if (size > logBytesMax) await rename(logFile, `${logFile}.1`)
}
