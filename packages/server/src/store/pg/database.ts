import { splitHosts } from '@quoin/core/split-hosts.ts'
import pg from 'pg'
import { askHosts } from './ask-hosts.ts'
import type { HostAnswer } from './choose-host.ts'
import { faultOf, sqlStateOf } from './connection-faults.ts'
import { connectionSettings } from './connection-settings.ts'
import { DatabaseHosts } from './database-hosts.ts'
import { listenOn } from './listen-on.ts'
import { copyRows, inTransaction, type Run, runStatement, withClient } from './run-statement.ts'
import { assertEngine } from './assert-engine.ts'
import { assertOwnSessions } from './own-sessions.ts'
import { ServerWatch } from './server-watch.ts'
import { prepareSession } from './session.ts'
import { SessionPool, sessionTimeoutMs } from './session-pool.ts'
import { namesOfStatements } from './statement-names.ts'
import { keepWriteNumbers } from './watermark.ts'
import type { Database, Db, QueryOptions, Transaction } from './db.ts'

export type { Database, Db, QueryOptions, Transaction }

export const plannedAnew: QueryOptions = { isPlannedAnew: true }

interface DatabaseOptions {
  /** May name several hosts, by commas: the latest that takes writes is used (choose-host.ts). */
  url: string
  connectionsMax: number
  /** The server cancels a statement that takes longer; 0 sets no limit. */
  statementTimeoutMs: number
  /** The server gives up a wait for a lock after this; 0, and unless given, there is no limit. */
  lockTimeoutMs?: number
  /** Decides whether a session may be used. */
  watch?: ServerWatch
  /** A proxy may stand before the server: one that shares sessions is refused. */
  isForeign?: boolean
}

/** The server ends a slow statement itself; the client gives up only when the server is silent. */
const silenceMs = 5_000
const oldestVersion = 150_000
/** A count over a large table that a person waits for. */
const readMaxMs = 60_000

/**
 * Opens a pool and refuses a server that is another engine, that is too old, or that would acknowledge a commit before it
 * is on disk.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { statementTimeoutMs, lockTimeoutMs = 0, connectionsMax, watch } = options
  const ownWatch = watch ?? new ServerWatch()
  const hosts = new DatabaseHosts({
    url: options.url,
    choose: async (urls) => ownWatch.choose(await askHosts(urls, connectionSettings)),
  })
  const nameOf = namesOfStatements()
  const timeoutMs = statementTimeoutMs === 0 ? 0 : statementTimeoutMs + silenceMs
  const run: Run = (client, { text, values, options: limit, ahead }) => {
    const name = values && !limit?.isPlannedAnew ? nameOf(text) : undefined
    return runStatement(client, { text, values, name, timeoutMs: limit?.timeoutMs ?? timeoutMs }, ahead)
  }
  const settings = () => connectionSettings(hosts.current)
  let isEngineKnown = false
  const pool = new SessionPool({
    hosts,
    settings,
    connectionsMax,
    async prepare(client) {
      const limits = { answerMs: sessionTimeoutMs(hosts), statementTimeoutMs, lockTimeoutMs }
      if (!isEngineKnown) await assertEngine(client, limits.answerMs)
      isEngineKnown = true
      const { seen, pid } = await prepareSession(client, limits)
      const adopt = (): Promise<unknown> => keepWriteNumbers(onClient(client, run), seen)
      return { pid, admit: async () => await watch?.admit(seen, adopt) }
    },
  })
  const listeners = new Set<() => Promise<void>>()
  let closed: Promise<void> | undefined

  const database: Database = {
    query: (text, values, limit) =>
      withClient(pool, (client) => run(client, { text, values, options: limit })),
    async transaction(work, limit = { timeoutMs }) {
      const result = await withClient(pool, (client) => inTransaction(client, { run, limit, work }))
      watch?.noteWrite()
      return result
    },
    async copy(text, rows, limit) {
      const asked = { text, rows, timeoutMs: limit?.timeoutMs ?? timeoutMs }
      await withClient(pool, (client) => copyRows(client, asked))
      watch?.noteWrite()
    },
    async listen(channel, onPayload, onReconnect) {
      const stop = await listenOn({ hosts, settings, channel, onPayload, onReconnect })
      listeners.add(stop)
      return async () => {
        listeners.delete(stop)
        await stop()
      }
    },
    close: () =>
      (closed ??= Promise.all(
        [...listeners, async () => hosts.stopLooking(), () => pool.end()].map((end) => end()),
      ).then(() => {})),
    renew: () => pool.renew(),
    poolState: () => pool.state(),
  }
  try {
    await assertDurable(database)
    if (options.isForeign) await assertOwnSessions(pool)
  } catch (error) {
    await pool.end()
    throw error
  }
  if (watch !== undefined) hosts.startLooking()
  return database
}

/** The hosts of an address, all asked at once who they are. */
export async function askAllHosts(url: string): Promise<HostAnswer[]> {
  return await askHosts(splitHosts(url), connectionSettings)
}

/** Reads from one host whatever it is: also from one that takes no writes, or must get none. */
export async function readFromHost<T>(url: string, read: (db: Db) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...connectionSettings(url), connectionTimeoutMillis: silenceMs })
  client.on('error', () => {})
  const run: Run = (session, { text, values }) =>
    runStatement(session, { text, values, name: undefined, timeoutMs: readMaxMs })
  try {
    await client.connect()
    return await read(onClient(client, run))
  } finally {
    void client.end().catch(() => {})
  }
}

/** One session as a database: for what must be done on it before anybody else has it. */
function onClient(client: pg.ClientBase, run: Run): Pick<Database, 'query' | 'transaction'> {
  return {
    query: (text, values, options) => run(client, { text, values, options }),
    transaction: (work, limit = { timeoutMs: silenceMs }) => inTransaction(client, { run, limit, work }),
  }
}

/** The database is away or cannot take more just now: the same request may well succeed later. */
export function isUnavailable(error: unknown): boolean {
  const fault = faultOf(error)
  return fault === 'away' || fault === 'held'
}

/** Whether PostgreSQL refused with this SQL state, e.g. `23505` for a unique key. */
export function hasSqlState(error: unknown, state: string): boolean {
  return sqlStateOf(error) === state
}

async function assertDurable(db: Db): Promise<void> {
  const [server] = await db.query<{ version: number; name: string; fsync: string }>(
    `select current_setting('server_version_num')::int as version, current_setting('server_version') as name,
       current_setting('fsync') as fsync`,
  )
  if (server === undefined) throw new Error('The database server did not answer')
  if (server.version < oldestVersion) {
    throw new Error(`The database server is PostgreSQL ${server.name}; Quoin needs 15 or newer`)
  }
  if (server.fsync === 'off') {
    throw new Error(
      'The database server runs with fsync = off and would lose acknowledged clicks in a crash: turn it on',
    )
  }
}
