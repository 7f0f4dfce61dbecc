import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { branchOf } from '../replicas/log-positions.ts'
import { assertEngine } from './assert-engine.ts'
import { faultOf, NoSessionError, sqlStateOf } from './connection-faults.ts'
import { connectionSettings } from './connection-settings.ts'
import { DatabaseHosts } from './database-hosts.ts'
import type { Db, QueryOptions, Transaction } from './db.ts'
import { assertOwnSessions } from './own-sessions.ts'
import { inTransaction, type Run, runStatement, withClient } from './run-statement.ts'
import { askServer, type ServerSeen, setSession } from './session.ts'
import { SessionPool } from './session-pool.ts'
import { namesOfStatements } from './statement-names.ts'

interface ReplicaNeeds {
  /** The address of one host. */
  readonly url: string
  readonly connectionsMax: number
  readonly statementTimeoutMs: number
}

/** A replica as it answers now. */
export interface ReplicaSeen extends Pick<ServerSeen, 'system' | 'databaseId'> {
  readonly isStandby: boolean
  /** Up to where it has replayed the log, in bytes; null for a server that never did. */
  readonly position: number | null
  /** As in the primary's row, once that is replayed. */
  readonly branch: string
}

/** Nothing of the kind that is read from stands at the address. */
export class OtherServerError extends NoSessionError {}

/** The limit of a look: a replica that takes longer is no help to anybody. */
const lookMaxMs = 1_000
const beginMaxMs = 2_000
/** A lock may be replayed long before its release, when the primary is free of it already. */
const lockTimeoutMs = 1_000

/** The server is told from others behind the same address by the moment at which it began. */
const instance = 'pg_postmaster_start_time()::text as instance'
const lookText = (branch: string): string => `select pg_is_in_recovery() as "isStandby", ${branch} as branch,
  (pg_last_wal_replay_lsn() - '0/0')::bigint as position, ${instance}`
const sessionText = `select pg_backend_pid() as pid, ${instance}`

interface LookSession {
  readonly client: pg.Client
  readonly server: ServerSeen
}

/** Sessions with one replica: those that read, and one that looks how it is, which waits for none of them. */
export class ReplicaConnection implements Db {
  readonly #url: string
  readonly #pool: SessionPool
  readonly #run: Run
  #look: LookSession | undefined
  #instance: string | undefined
  #areSessionsOurs = false
  /** Ends with the question that is under way. */
  #asked: Promise<void> = Promise.resolve()
  #next: Promise<ReplicaSeen> | undefined

  constructor({ url, connectionsMax, statementTimeoutMs }: ReplicaNeeds) {
    this.#url = url
    const nameOf = namesOfStatements()
    this.#run = (client, { text, values, options: { timeoutMs = 0, isPlannedAnew } = {}, ahead }) => {
      const name = values && !isPlannedAnew ? nameOf(text) : undefined
      return runStatement(client, { text, values, name, timeoutMs }, ahead)
    }
    const hosts = new DatabaseHosts({ url, choose: async () => url })
    this.#pool = new SessionPool({
      hosts,
      settings: () => connectionSettings(url),
      connectionsMax,
      prepare: async (client) => {
        await setSession(client, { answerMs: lookMaxMs, statementTimeoutMs, lockTimeoutMs })
        const asked = { text: sessionText, query_timeout: lookMaxMs }
        const { rows } = await client.query<{ pid: number; instance: string }>(asked)
        const [told] = rows
        return { pid: told?.pid ?? 0, admit: async () => this.#admit(told?.instance) }
      },
    })
  }

  query<Row>(text: string, values?: readonly unknown[], options?: QueryOptions): Promise<Row[]> {
    return withClient(this.#pool, (client) => this.#run<Row>(client, { text, values, options }))
  }

  /** Takes statements that read: one that writes fails. */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>, limit: QueryOptions = {}): Promise<Result> {
    return withClient(this.#pool, (client) => inTransaction(client, { run: this.#run, limit, work }))
  }

  /** How it is now, asked after this call: those who come meanwhile share the next answer. Rejects when none comes in time. */
  look(): Promise<ReplicaSeen> {
    this.#next ??= this.#asked.then(() => {
      const asking = this.#askNow()
      this.#next = undefined
      this.#asked = asking.then(nothing, nothing)
      return asking
    })
    return this.#next
  }

  async #askNow(): Promise<ReplicaSeen> {
    this.#look ??= await this.#begin()
    const { client, server } = this.#look
    try {
      const told = await ask(client, branchOf).catch((error: unknown) => {
        // Without our tables it is on no branch of ours.
        if (sqlStateOf(error)?.startsWith('42') !== true) throw error
        return ask(client, `''`)
      })
      if (told === undefined) throw new NoSessionError('it does not answer')
      this.#instance = told.instance
      await this.#checkSessions()
      const { isStandby, position, branch } = told
      return { system: server.system, databaseId: server.databaseId, isStandby, position, branch }
    } catch (error) {
      this.#endLook()
      throw error
    }
  }

  /** Nothing that was begun is used again. */
  leave(): void {
    this.#endLook()
    this.#areSessionsOurs = false
    this.#pool.renew()
  }

  /** Reports that nobody waits for any longer do not hold up a stop. */
  async close(): Promise<void> {
    this.#endLook()
    this.#pool.leaveAll()
    await this.#pool.end()
  }

  async #begin(): Promise<LookSession> {
    const limits = { connectionTimeoutMillis: lookMaxMs, query_timeout: lookMaxMs }
    const client = new pg.Client({ ...connectionSettings(this.#url), ...limits })
    client.on('error', () => {})
    try {
      const asked = client.connect().then(async () => {
        await assertEngine(client, lookMaxMs)
        return (await askServer(client, lookMaxMs)).seen
      })
      return { client, server: await inTime(asked) }
    } catch (error) {
      void client.end().catch(() => {})
      throw error
    }
  }

  /** A pooler that shares sessions forgets statements and settings. */
  async #checkSessions(): Promise<void> {
    if (this.#areSessionsOurs) return
    const asked = assertOwnSessions(this.#pool, 'DATABASE_REPLICA_URL')
    await inTime(asked).catch((error: unknown) => {
      throw faultOf(error) === undefined && error instanceof Error
        ? new OtherServerError(error.message)
        : error
    })
    this.#areSessionsOurs = true
  }

  #admit(told: string | undefined): void {
    if (told === this.#instance) return
    throw new OtherServerError('its address leads to several servers: name each of them by its own')
  }

  #endLook(): void {
    // Not waited for: a server that hangs does not answer this, either.
    void this.#look?.client.end().catch(() => {})
    this.#look = undefined
  }
}

function nothing(): void {}

type Told = Omit<ReplicaSeen, 'system' | 'databaseId'> & { readonly instance: string }

async function ask(client: pg.ClientBase, branch: string): Promise<Told | undefined> {
  const asked = { text: lookText(branch), query_timeout: lookMaxMs }
  return (await client.query<Told>(asked)).rows[0]
}

async function inTime<Value>(work: Promise<Value>): Promise<Value> {
  const over = new AbortController()
  const late = delay(beginMaxMs, undefined, { signal: over.signal }).then(() => {
    throw new Error('timeout expired')
  })
  return await Promise.race([work, late]).finally(() => over.abort())
}
