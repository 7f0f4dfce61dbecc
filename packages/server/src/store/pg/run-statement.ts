import pg from 'pg'
import { faultOf, isConnectionFault, isSilence, isStalePlan } from './connection-faults.ts'
import type { QueryOptions, Transaction } from './db.ts'
import { type Step, sendAhead } from './send-ahead.ts'
import type { SessionPool } from './session-pool.ts'

interface Asked {
  readonly text: string
  readonly values?: readonly unknown[] | undefined
  readonly options?: QueryOptions | undefined
  /** The statements that go out with it, before it. */
  readonly ahead?: readonly Step[]
}

export type Run = <Row>(client: pg.ClientBase, asked: Asked) => Promise<Row[]>

/** Lends a connection. One that met a fault is thrown away, an ordinary error of SQL costs no reconnect. */
export async function withClient<T>(
  pool: SessionPool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.lend()
  let isBroken = true
  try {
    const result = await work(client)
    isBroken = false
    return result
  } catch (error) {
    if (isSilence(error)) void pool.giveUp(client)
    isBroken = faultOf(error) === 'away' || isStalePlan(error) || client.getTransactionStatus() !== 'I'
    throw error
  } finally {
    pool.takeBack(client, isBroken)
  }
}

interface Work<T> {
  readonly run: Run
  /** The limit of each statement that names none. */
  readonly limit: QueryOptions
  readonly work: (tx: Transaction) => Promise<T>
}

export async function inTransaction<T>(client: pg.ClientBase, { run, limit, work }: Work<T>): Promise<T> {
  let isOpen = true
  let last: Promise<unknown> = Promise.resolve()
  let ahead: Step[] = [{ text: 'begin' }]
  let isBegun = false
  const takeAhead = (): readonly Step[] => {
    isBegun = true
    const taken = ahead
    ahead = []
    return taken
  }
  // One statement at a time, in the order of the calls, also when the caller starts several at once.
  const tx: Transaction = {
    query<Row>(text: string, values?: readonly unknown[], given?: QueryOptions) {
      if (!isOpen) return Promise.reject(new Error('This transaction is over; its query came too late'))
      const options = given ? { ...limit, ...given } : limit
      const asked = { text, values, options, ahead: takeAhead() }
      const next = last.then(() => run<Row>(client, asked))
      last = next.catch(() => {})
      return next
    },
    send(step) {
      if (!isOpen) throw new Error('This transaction is over; its statement came too late')
      ahead.push(step)
    },
  }
  try {
    const result = await work(tx)
    isOpen = false
    await last
    await commit(client, limit, takeAhead())
    return result
  } catch (error) {
    isOpen = false
    await last
    // The first error is the cause; a rollback that fails too leaves a connection that is thrown away. The driver's
    // state of the transaction is older than the error, which comes before the end of its packet.
    if (isBegun && !isConnectionFault(error))
      await run(client, { text: 'rollback', options: limit }).catch(() => {})
    throw error
  }
}

/**
 * PostgreSQL answers COMMIT of a failed transaction with ROLLBACK and no error: that must not pass as
 * committed.
 */
async function commit(
  client: pg.ClientBase,
  { timeoutMs = 0 }: QueryOptions,
  ahead: readonly Step[],
): Promise<void> {
  const answer = await ask(client, withTimeout({ text: 'commit' }, timeoutMs), ahead)
  if (lastOf(answer).command !== 'COMMIT')
    throw new Error('The transaction was rolled back: one of its statements had failed')
}

interface Statement {
  text: string
  values: readonly unknown[] | undefined
  /** The statement is prepared under this name once per connection. */
  name: string | undefined
  /** The connection is given up when the server is silent for longer; 0 waits for ever. */
  timeoutMs: number
}

export async function runStatement<Row>(
  client: pg.ClientBase,
  statement: Statement,
  ahead: readonly Step[] = [],
): Promise<Row[]> {
  const { text, values, name, timeoutMs } = statement
  // Several statements in one text go by themselves; an empty one takes along what is ahead of them.
  if (values === undefined && ahead.length > 0) await ask(client, withTimeout({ text: '' }, timeoutMs), ahead)
  const query = withTimeout({ text }, timeoutMs)
  if (values !== undefined) query.values = [...values]
  if (name !== undefined) query.name = name
  return lastOf<Row>(await ask(client, query, values === undefined ? [] : ahead)).rows
}

interface Copy {
  readonly text: string
  /** In the binary format of PostgreSQL (copy-rows.ts). */
  readonly rows: Buffer
  readonly timeoutMs: number
}

/** Resolves after the commit of all rows, or rejects with none of them written: what one packet holds is a transaction. */
export async function copyRows(client: pg.ClientBase, { text, rows, timeoutMs }: Copy): Promise<void> {
  await ask(client, withTimeout({ text: '' }, timeoutMs), [{ text, rows }])
}

type Answer<Row> = pg.QueryResult<Row & pg.QueryResultRow> | pg.QueryResult<Row & pg.QueryResultRow>[]

function lastOf<Row>(answer: Answer<Row>): pg.QueryResult<Row & pg.QueryResultRow> {
  // Several statements give several results; the last one counts.
  const last = Array.isArray(answer) ? answer.at(-1) : answer
  if (last === undefined) throw new Error('The database server gave no result')
  return last
}

/** Also where there are no values: the simple protocol knows no steps. */
const extended = { queryMode: 'extended' }

function ask<Row>(
  client: pg.ClientBase,
  config: pg.QueryConfig,
  ahead: readonly Step[],
): Promise<Answer<Row>> {
  if (ahead.length === 0) return client.query(config)
  return new Promise((resolve, reject) => {
    const query = new pg.Query({ ...config, ...extended }, (error, answer) =>
      error ? reject(error) : resolve(answer),
    )
    sendAhead(query, ahead)
    client.query(Object.assign(query, config))
  })
}

/** The driver knows `query_timeout` of a single query; its types do not. */
function withTimeout(query: pg.QueryConfig, timeoutMs: number): pg.QueryConfig {
  const limit: { query_timeout?: number } = timeoutMs > 0 ? { query_timeout: timeoutMs } : {}
  return { ...query, ...limit }
}
