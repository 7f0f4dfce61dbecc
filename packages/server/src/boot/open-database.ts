import { resolve } from 'node:path'
import {
  findRunningEmbeddedPostgres,
  hasEmbeddedPostgres,
  startEmbeddedPostgres,
} from '@quoin/embedded-postgres/embedded-postgres.ts'
import type { GivenSettings } from '../settings/config.ts'
import { systemClock } from '../adapters/system-clock.ts'
import type { Log } from '../ports/ports.ts'
import { OtherEngineError } from '../store/pg/assert-engine.ts'
import { EarlierServerError } from '../store/pg/choose-host.ts'
import { NoSessionError, sqlStateOf } from '../store/pg/connection-faults.ts'
import { type Database, isUnavailable, openDatabase } from '../store/pg/database.ts'
import { hasTables, migrate, type MigrationProgress, migrationsDirectory } from '../store/pg/migrate.ts'
import { ServerWatch } from '../store/pg/server-watch.ts'
import type { ServerSeen } from '../store/pg/session.ts'
import { keepWriteNumbers } from '../store/pg/watermark.ts'
import { assertNotMoved } from './moved-file.ts'
import { findDatabaseElsewhere, nameDatabase } from './server-file.ts'
import { markStart } from './process/start-marks.ts'
import { DatabaseAwayError, StartError } from './process/start-error.ts'
import { TimelineFile } from './timeline-file.ts'

const statementTimeoutMs = 30_000
/** Shorter than a silent database is waited for: a lock is then named as what it is, and its waiter ended. */
const lockTimeoutMs = 2_500
/** A person can wait. */
const commandLockTimeoutMs = 30_000

export interface OpenedDatabase {
  readonly database: Database
  readonly url: string
  /** Ours to fill with demo data and to keep a secret for. */
  readonly isEmbedded: boolean
  /** The server that is written to: its cluster, timeline and acceptances; undefined where it does not tell. */
  server(): ServerSeen | undefined
  close(): Promise<void>
}

type DatabaseNeeds = Pick<GivenSettings, 'databaseUrl' | 'dataDir' | 'databaseConnections'> & {
  /** Whether backups follow the log of the embedded database is for a server to say; a command leaves it. */
  readonly backupTo?: string | null
  readonly onMigration?: (progress: MigrationProgress | undefined) => void
  /** Is told when the embedded server, or the program that makes its files, runs. */
  readonly onLaunch?: () => void
}

/** The client of the database: a server that stays, or a command that comes and goes, and makes none. */
type User = 'server' | 'command'

/** The database of DATABASE_URL, or the embedded one, migrated and ready. */
export async function openServerDatabase(settings: DatabaseNeeds, log: Log): Promise<OpenedDatabase> {
  const { databaseUrl } = settings
  if (databaseUrl !== null) return await openExternal(databaseUrl, { settings, log, user: 'server' })
  return await openEmbedded(settings, log, 'server')
}

/**
 * The database that a command works on: of DATABASE_URL, or in the folder, where it is started when no server has it
 * running. A command makes none: an empty one would be taken for the operator's own.
 */
export async function openExistingDatabase(settings: DatabaseNeeds, log: Log): Promise<OpenedDatabase> {
  const { databaseUrl, dataDir } = settings
  if (databaseUrl !== null) return await openExternal(databaseUrl, { settings, log, user: 'command' })
  const elsewhere = await findDatabaseElsewhere(dataDir)
  if (elsewhere !== undefined) {
    throw new StartError(
      `The Quoin of ${resolve(dataDir)} works on the database ${elsewhere}: ` +
        'set DATABASE_URL and QUOIN_SECRET as it has them.',
    )
  }
  const running = await findRunningEmbeddedPostgres(dataDir)
  if (running !== undefined) {
    const { database, server } = await openMigrated(running, { settings, log, user: 'command' })
    return { database, url: running, isEmbedded: true, server, close: () => database.close() }
  }
  if (!(await hasEmbeddedPostgres(dataDir))) throw noQuoin(`there is no database in ${resolve(dataDir)}`)
  return await openEmbedded(settings, log, 'command')
}

function noQuoin(why: string): StartError {
  return new StartError(
    `No Quoin here: ${why}; start it (npm start), or set DATA_DIR or DATABASE_URL to where it is.`,
  )
}

async function openEmbedded(settings: DatabaseNeeds, log: Log, user: User): Promise<OpenedDatabase> {
  await assertNotMoved(settings.dataDir)
  const embedded = await startEmbeddedPostgres({
    dataDir: settings.dataDir,
    log: (sentence) => log.info({}, sentence),
    onLaunch: settings.onLaunch,
    isArchived: user === 'server' ? settings.backupTo != null : undefined,
  })
  markStart('PostgreSQL ready')
  try {
    const { database, server } = await openMigrated(embedded.url, { settings, log, user })
    return {
      database,
      server,
      url: embedded.url,
      isEmbedded: true,
      async close() {
        await database.close()
        await embedded.stop()
      },
    }
  } catch (error) {
    await embedded.stop()
    const state = sqlStateOf(causeOf(error))
    const isPassing = state === undefined ? isUnavailable(causeOf(error)) : passing.test(state)
    throw isPassing ? new DatabaseAwayError(messageOf(error), { cause: error }) : error
  }
}

/** By whom, and with which settings, a database is opened. */
interface Opening {
  readonly settings: DatabaseNeeds
  readonly log: Log
  readonly user: User
}

async function openExternal(url: string, opening: Opening): Promise<OpenedDatabase> {
  try {
    const { database, server } = await openMigrated(url, opening)
    return { database, url, isEmbedded: false, server, close: () => database.close() }
  } catch (error) {
    if (error instanceof EarlierServerError) {
      opening.log.error({ database: nameDatabase(url), reason: error.message }, 'database refused')
    }
    throw explain(error, url)
  }
}

/** Opens a database and brings its tables up to date. */
async function openMigrated(
  url: string,
  { settings: { databaseUrl, dataDir, databaseConnections, onMigration = () => {} }, log, user }: Opening,
): Promise<Pick<OpenedDatabase, 'database' | 'server'>> {
  const watch = new ServerWatch({
    memory: new TimelineFile(dataDir, { nowMs: systemClock.nowMs, user }),
    onOtherCluster(clusters) {
      if (user === 'command') return
      log.warn(clusters, 'another cluster was begun with than the one that was written to last')
    },
  })
  const database = await openDatabase({
    url,
    connectionsMax: databaseConnections,
    statementTimeoutMs,
    lockTimeoutMs: user === 'command' ? commandLockTimeoutMs : lockTimeoutMs,
    watch,
    isForeign: databaseUrl !== null,
  })
  try {
    if (user === 'command' && !(await hasTables(database))) {
      throw noQuoin(`the database ${nameDatabase(url)} (DATABASE_URL) has no tables of Quoin`)
    }
    await migrate(database, migrationsDirectory, { onProgress: onMigration })
    await keepWriteNumbers(database, watch.seen)
    await watch.trust()
    markStart('database open')
    return { database, server: () => watch.known }
  } catch (error) {
    await database.close()
    throw error
  }
}

const tooManyConnections =
  '. Raise its max_connections (or the limit of the role), or set DATABASE_CONNECTIONS lower: each of the WORKERS ' +
  'opens so many, and a few more are needed for the one that follows changes and for commands.'

/** The remedy of a refusal, by its SQLSTATE. */
const hints: Readonly<Record<string, string>> = {
  '53300': tooManyConnections,
  '42501':
    '. Its role must be allowed to make tables there: make it the owner of the database (alter database … owner to …), ' +
    'or grant it create on the database and on its schema public.',
}

/** SQL states of a server that is busy, starting, stopping, full or fenced: it may take the next start. */
const passing = /^(08...|25006|40...|53...|55P03|57...|58...)$/

/** Errors of the driver and the server name neither the setting nor the host. The address may hold a password. */
function explain(error: unknown, url: string): unknown {
  const where = `The database ${nameDatabase(url)} (DATABASE_URL)`
  if (error instanceof OtherEngineError) return new StartError(error.message, { cause: error })
  const cause = causeOf(error)
  const state = sqlStateOf(error) ?? sqlStateOf(cause)
  if (state !== undefined) {
    const Kind = passing.test(state) ? DatabaseAwayError : StartError
    return new Kind(`${where} refuses: ${messageOf(error)}${hints[state] ?? ''}`, { cause: error })
  }
  if (error instanceof NoSessionError && error.cause === undefined) {
    return new DatabaseAwayError(`${where} is refused: ${error.message}`, { cause: error })
  }
  return isUnavailable(error) || isUnavailable(cause)
    ? new DatabaseAwayError(`${where} does not answer: ${messageOf(error)}`, { cause: error })
    : error
}

/** The error within one that names the migration. */
function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? error.cause : error
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
