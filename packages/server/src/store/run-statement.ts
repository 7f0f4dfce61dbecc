import type pg from 'pg'

import { isConnectionFault, isStalePlan } from './connection-faults.ts'
import type { Db, QueryOptions } from './database.ts'

export type Run = <Row>(
  client: pg.PoolClient,
  text: string,
  values?: readonly unknown[],
  options?: QueryOptions,
) => Promise<Row[]>

/** Lends a connection. One that is broken is thrown away, an ordinary error of SQL costs no reconnect. */
export async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let isBroken = true
  try {
    const result = await work(client)
    isBroken = false
    return result
  } catch (error) {
    isBroken = isConnectionFault(error) || isStalePlan(error) || client.getTransactionStatus() !== 'I'
    throw error
  } finally {
    client.release(isBroken)
  }
}

interface Transaction<T> {
  readonly run: Run
  /** Of each statement that names none. */
  readonly limit: QueryOptions
  readonly work: (tx: Db) => Promise<T>
}

export async function inTransaction<T>(
  client: pg.PoolClient,
  { run, limit, work }: Transaction<T>,
): Promise<T> {
  let isOpen = true
  let last: Promise<unknown> = Promise.resolve()
  // One statement at a time, in the order of the calls, also when the caller starts several at once.
  const tx: Db = {
    query<Row>(text: string, values?: readonly unknown[], options?: QueryOptions) {
      if (!isOpen) return Promise.reject(new Error('This transaction is over; its query came too late'))
      const next = last.then(() => run<Row>(client, text, values, options ? { ...limit, ...options } : limit))
      last = next.catch(() => {})
      return next
    },
  }
  await run(client, 'begin', undefined, limit)
  try {
    const result = await work(tx)
    isOpen = false
    await last
    await commit(client, limit)
    return result
  } catch (error) {
    isOpen = false
    await last
    // What went wrong is the first error; a rollback that fails too leaves a connection that is thrown away.
    if (!isConnectionFault(error)) await run(client, 'rollback', undefined, limit).catch(() => {})
    throw error
  }
}

/**
 * PostgreSQL answers COMMIT of a failed transaction with ROLLBACK and no error: that must not pass as
 * committed.
 */
async function commit(client: pg.PoolClient, { timeoutMs = 0 }: QueryOptions): Promise<void> {
  const { command } = await client.query(withTimeout({ text: 'commit' }, timeoutMs))
  if (command !== 'COMMIT')
    throw new Error('The transaction was rolled back: one of its statements had failed')
}

export interface Statement {
  text: string
  values: readonly unknown[] | undefined
  /** The statement is prepared under this name once per connection. */
  name: string | undefined
  /** The connection is given up when the server is silent for longer; 0 waits for ever. */
  timeoutMs: number
}

export async function runStatement<Row>(client: pg.PoolClient, statement: Statement): Promise<Row[]> {
  const { text, values, name, timeoutMs } = statement
  const query = withTimeout({ text }, timeoutMs)
  if (values !== undefined) query.values = [...values]
  if (name !== undefined) query.name = name
  const result: pg.QueryResult | pg.QueryResult[] = await client.query(query)
  // Several statements in one text give several results; the last one counts.
  return Array.isArray(result) ? (result.at(-1)?.rows ?? []) : result.rows
}

/** The driver knows `query_timeout` of a single query; its types do not. */
function withTimeout(query: pg.QueryConfig, timeoutMs: number): pg.QueryConfig {
  const limit: { query_timeout?: number } = timeoutMs > 0 ? { query_timeout: timeoutMs } : {}
  return { ...query, ...limit }
}
