import pg from 'pg'
import { columnParsers } from './column-parsers.ts'
import { isConnectionFault, sqlStateOf } from './connection-faults.ts'
import { copyIn } from './copy-in.ts'
import { listenOn } from './listen-on.ts'
import { inTransaction, type Run, runStatement, withClient } from './run-statement.ts'
import type { Database, Db, QueryOptions, Transaction } from './db.ts'

export type { Database, Db, QueryOptions, Transaction }

export const plannedAnew: QueryOptions = { isPlannedAnew: true }

export interface DatabaseOptions {
  url: string
  connectionsMax: number
  /** The server cancels a statement that takes longer; 0 sets no limit. */
  statementTimeoutMs: number
}

const connectTimeoutMs = 5_000
/** The server ends a slow statement itself; the client gives up only when the server is silent. */
const silenceMs = 5_000
/**
 * Statements are written out in the store, so there are few; a text made at run time must not fill the map.
 */
const preparedMax = 1_000
const oldestVersion = 150_000

/**
 * SQL states of a server that is away, starting, stopping, full or only a standby: connection exceptions
 * (08), insufficient resources (53: a full disk, too many connections), operator intervention (57P), trouble
 * outside PostgreSQL (58), a server that became read-only (25006), a database that is being made or restored: not there
 * (3D000) or not taking connections (55000).
 */
const awayStates = /^(08...|53...|57P..|58...|25006|3D000|55000)$/

/**
 * Opens a pool and refuses a server that is too old or that would acknowledge a commit before it is on disk.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const settings = connectionSettings(options)
  const pool = new pg.Pool({
    ...settings,
    max: options.connectionsMax,
    connectionTimeoutMillis: connectTimeoutMs,
  })
  // Without a listener a lost connection would end the process. Idle ones leave the pool by themselves; for
  // one in use the error also reaches the query that waits on it.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))

  const nameOf = namesOfStatements()
  const timeoutMs = options.statementTimeoutMs === 0 ? 0 : options.statementTimeoutMs + silenceMs
  const listeners = new Set<() => Promise<void>>()
  let closed: Promise<void> | undefined
  const run: Run = (client, { text, values, options: limit, ahead }) => {
    const name = values && !limit?.isPlannedAnew ? nameOf(text) : undefined
    return runStatement(client, { text, values, name, timeoutMs: limit?.timeoutMs ?? timeoutMs }, ahead)
  }

  const database: Database = {
    query: (text, values, limit) =>
      withClient(pool, (client) => run(client, { text, values, options: limit })),
    transaction: (work, limit = { timeoutMs }) =>
      withClient(pool, (client) => inTransaction(client, { run, limit, work })),
    copy: (text, rows, limit) =>
      withClient(pool, (client) => copyIn(client, { text, rows, timeoutMs: limit?.timeoutMs ?? timeoutMs })),
    async listen(channel, onPayload, onReconnect) {
      const stop = await listenOn({ settings, channel, onPayload, onReconnect })
      listeners.add(stop)
      return async () => {
        listeners.delete(stop)
        await stop()
      }
    },
    close: () =>
      (closed ??= Promise.all([...listeners, () => pool.end()].map((end) => end())).then(() => {})),
    poolState: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  }
  try {
    await assertDurable(database)
  } catch (error) {
    await pool.end()
    throw error
  }
  return database
}

/** The database is away or cannot take more just now: the same request may well succeed later. */
export function isUnavailable(error: unknown): boolean {
  const state = sqlStateOf(error)
  return state === undefined ? isConnectionFault(error) : awayStates.test(state)
}

/** Whether PostgreSQL refused with this SQL state, e.g. `23505` for a unique key. */
export function hasSqlState(error: unknown, state: string): boolean {
  return sqlStateOf(error) === state
}

function connectionSettings({ url, statementTimeoutMs }: DatabaseOptions): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: 'quoin',
    statement_timeout: statementTimeoutMs,
    types: columnParsers,
    // A peer that vanished without a word is noticed by the kernel, not after hours.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    options: '-c timezone=UTC -c datestyle=ISO',
  }
}

/** A statement with values is prepared once per connection, under a name that stands for its text. */
function namesOfStatements(): (text: string) => string | undefined {
  const names = new Map<string, string>()
  return (text) => {
    const known = names.get(text)
    if (known !== undefined || names.size >= preparedMax) return known
    const name = `q${names.size + 1}`
    names.set(text, name)
    return name
  }
}

async function assertDurable(db: Db): Promise<void> {
  const [server] = await db.query<{ version: number; name: string; synchronous: string; fsync: string }>(
    `select current_setting('server_version_num')::int as version, current_setting('server_version') as name,
            current_setting('synchronous_commit') as synchronous, current_setting('fsync') as fsync`,
  )
  if (server === undefined) throw new Error('The database server did not answer')
  if (server.version < oldestVersion) {
    throw new Error(`The database server is PostgreSQL ${server.name}; Quoin needs 15 or newer`)
  }
  if (server.synchronous === 'off' || server.fsync === 'off') {
    const setting = server.fsync === 'off' ? 'fsync' : 'synchronous_commit'
    throw new Error(
      `The database server runs with ${setting} = off and would lose acknowledged clicks in a crash: ` +
        'turn it on',
    )
  }
}
