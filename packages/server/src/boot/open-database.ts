import { startEmbeddedPostgres } from '@quoin/embedded-postgres/embedded-postgres.ts'
import type { GivenSettings } from '../settings/config.ts'
import type { Log } from '../ports/ports.ts'
import { type Database, isUnavailable, openDatabase } from '../store/pg/database.ts'
import { migrate, migrationsDirectory } from '../store/pg/migrate.ts'
import { keepWriteNumbers } from '../store/pg/watermark.ts'
import { StartError } from './process/start-error.ts'

const statementTimeoutMs = 30_000

export interface OpenedDatabase {
  readonly database: Database
  readonly url: string
  /** Ours to fill with demo data and to keep a secret for. */
  readonly isEmbedded: boolean
  close(): Promise<void>
}

type Needs = Pick<GivenSettings, 'databaseUrl' | 'dataDir' | 'databaseConnections'>

/** The database of DATABASE_URL, or the embedded one, migrated and ready. */
export async function openServerDatabase(settings: Needs, log: Log): Promise<OpenedDatabase> {
  const { databaseUrl, databaseConnections } = settings
  if (databaseUrl !== null) return await openExternal(databaseUrl, databaseConnections)
  const embedded = await startEmbeddedPostgres({
    dataDir: settings.dataDir,
    log: (sentence) => log.info({}, sentence),
  })
  try {
    const database = await openMigrated(embedded.url, databaseConnections)
    return {
      database,
      url: embedded.url,
      isEmbedded: true,
      async close() {
        await database.close()
        await embedded.stop()
      },
    }
  } catch (error) {
    await embedded.stop()
    throw error
  }
}

async function openExternal(url: string, connectionsMax: number): Promise<OpenedDatabase> {
  try {
    const database = await openMigrated(url, connectionsMax)
    return { database, url, isEmbedded: false, close: () => database.close() }
  } catch (error) {
    throw explain(error, url)
  }
}

/** Opens a database and brings its tables up to date. */
export async function openMigrated(url: string, connectionsMax: number): Promise<Database> {
  const database = await openDatabase({ url, connectionsMax, statementTimeoutMs })
  try {
    await migrate(database, migrationsDirectory)
    await keepWriteNumbers(database)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

/**
 * What the driver and the server say names neither the setting nor the host. The address may hold a password.
 */
function explain(error: unknown, url: string): unknown {
  const { host, pathname } = new URL(url)
  const where = `The database ${pathname.slice(1)} at ${host} (DATABASE_URL)`
  if (isUnavailable(error)) {
    return new StartError(`${where} does not answer: ${reasonOf(error)}`, { cause: error })
  }
  const isServers = error instanceof Error && 'severity' in error
  return isServers ? new StartError(`${where} refuses: ${reasonOf(error)}`, { cause: error }) : error
}

/** A refused connection is an error without words of its own: one for each address that was tried. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}
