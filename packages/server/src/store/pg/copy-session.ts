import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from, to } from 'pg-copy-streams'
import { askHosts } from './ask-hosts.ts'
import { assertEngine } from './assert-engine.ts'
import { connectionSettings } from './connection-settings.ts'
import { DatabaseHosts } from './database-hosts.ts'
import type { Db } from './db.ts'
import { ServerWatch } from './server-watch.ts'

/** One transaction that copies whole tables: rows go out and come in as streams, and take no memory here. */
interface CopyTransaction extends Db {
  /** Rows as COPY writes them, in pieces of any size. */
  copyOut(text: string): Readable
  /** Returns how many rows came in. */
  copyIn(text: string, rows: Readable): Promise<number>
}

const answerMs = 10_000
const oldestVersion = 150_000

/** Whatever a role or a database has set: rows are written by one server as another one reads them, and nothing ends early. */
const settings = `select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true),
  set_config('idle_in_transaction_session_timeout', '0', true), set_config('timezone', 'UTC', true),
  set_config('datestyle', 'ISO', true), set_config('intervalstyle', 'postgres', true),
  set_config('bytea_output', 'hex', true), set_config('extra_float_digits', '1', true),
  set_config('row_security', 'off', true),
  case when current_setting('server_version_num')::int >= 170000 then set_config('transaction_timeout', '0', true) end,
  case when current_setting('synchronous_commit') = 'off' then set_config('synchronous_commit', 'on', true) end`

type Kind = 'read' | 'write'

/** `read` sees one moment of the database, and changes nothing. */
const beginnings: Readonly<Record<Kind, string>> = {
  read: 'begin isolation level repeatable read, read only',
  write: 'begin isolation level read committed, read write',
}

/** Runs work in one transaction on a session of its own; it is rolled back where that fails. */
export async function inCopyTransaction<T>(
  url: string,
  kind: Kind,
  work: (tx: CopyTransaction) => Promise<T>,
): Promise<T> {
  const hosts = new DatabaseHosts({
    url,
    choose: async (urls) => new ServerWatch().choose(await askHosts(urls, connectionSettings)),
  })
  await hosts.choose()
  const client = new pg.Client({
    ...connectionSettings(hosts.current),
    application_name: 'quoin copy',
    connectionTimeoutMillis: answerMs,
  })
  client.on('error', () => {}) // told by what runs on it
  await client.connect()
  try {
    await assertEngine(client, answerMs)
    await client.query(beginnings[kind])
    await client.query(settings)
    await assertVersion(client)
    const result = await work(transactionOn(client))
    await client.query('commit')
    return result
  } finally {
    await client.end().catch(() => {}) // what was not committed goes with the session
  }
}

function transactionOn(client: pg.Client): CopyTransaction {
  return {
    async query<Row>(text: string, values?: readonly unknown[]) {
      const { rows } = await client.query(text, values === undefined ? undefined : [...values])
      return rows as Row[] // as the statement names them
    },
    copyOut: (text) => client.query(to(text)),
    async copyIn(text, rows) {
      const into = client.query(from(text))
      await pipeline(rows, into)
      return into.rowCount
    },
  }
}

async function assertVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number; name: string }>(
    `select current_setting('server_version_num')::int as version, current_setting('server_version') as name`,
  )
  const [server] = rows
  if (server !== undefined && server.version < oldestVersion)
    throw new Error(`The database server is PostgreSQL ${server.name}; Quoin needs 15 or newer`)
}
