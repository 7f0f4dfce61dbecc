import pg from 'pg'
import { NoSessionError, sqlStateOf } from './connection-faults.ts'
import type { DatabaseHosts } from './database-hosts.ts'

interface PoolNeeds {
  readonly hosts: DatabaseHosts
  /** For the host of the moment. */
  readonly settings: () => pg.ClientConfig
  readonly connectionsMax: number
  /** Makes a new session ours; throws where it must not be used. */
  readonly prepare: (client: pg.ClientBase) => Promise<void>
}

const connectTimeoutMs = 5_000
/** Where there are others to try. */
const connectTimeoutOfSeveralMs = 2_000

/** Sessions that were prepared, on the host that takes writes. */
export class SessionPool {
  readonly #pool: pg.Pool
  readonly #hosts: DatabaseHosts
  /** In which round of renewal a session was begun; only those of the present one are lent. */
  readonly #rounds = new WeakMap<pg.ClientBase, number>()
  #round = 0

  constructor({ hosts, settings, connectionsMax, prepare }: PoolNeeds) {
    this.#hosts = hosts
    this.#pool = new pg.Pool({
      max: connectionsMax,
      connectionTimeoutMillis: hosts.count > 1 ? connectTimeoutOfSeveralMs : connectTimeoutMs,
      // The pool hands over its own options, which are those of its beginning.
      Client: class extends pg.Client {
        constructor() {
          super(settings())
        }
      },
      onConnect: async (client: pg.ClientBase) => {
        client.on('error', () => {})
        this.#rounds.set(client, this.#round)
        await prepare(client)
      },
    })
    // Without a listener a lost connection would end the process. Idle ones leave the pool by themselves; for
    // one in use the error also reaches the query that waits on it.
    this.#pool.on('error', () => {})
  }

  /** Tries each host once. Throws NoSessionError, whatever the reason. */
  async lend(): Promise<pg.PoolClient> {
    const failures: unknown[] = []
    for (;;) {
      const host = this.#hosts.current
      try {
        return await this.#lendCurrent()
      } catch (error) {
        failures.push(error)
        this.#hosts.leave(host)
        if (failures.length >= this.#hosts.count) throw asNoSession(failures)
      }
    }
  }

  /** At most as many as there are were begun in an earlier round. */
  async #lendCurrent(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await this.#pool.connect()
      if (this.#rounds.get(client) === this.#round) return client
      client.release(true)
    }
  }

  takeBack(client: pg.PoolClient, isBroken: boolean): void {
    client.release(isBroken || this.#rounds.get(client) !== this.#round)
  }

  /** Ends the sessions that rest now, and those that are lent when they come back. */
  renew(): void {
    this.#round += 1
    for (let resting = this.#pool.idleCount; resting > 0; resting -= 1) {
      this.#pool.connect().then(
        (client) => client.release(true),
        () => {},
      )
    }
  }

  end(): Promise<void> {
    return this.#pool.end()
  }

  state(): { total: number; idle: number; waiting: number } {
    return { total: this.#pool.totalCount, idle: this.#pool.idleCount, waiting: this.#pool.waitingCount }
  }
}

/** A server that was there and was not taken says more than one that does not answer. */
function asNoSession(failures: readonly unknown[]): NoSessionError {
  const refused = failures.find((failure) => failure instanceof NoSessionError)
  const answered = failures.find((failure) => sqlStateOf(failure) !== undefined)
  return refused ?? new NoSessionError(failures.map(messageOf).join('; '), answered ?? failures.at(-1))
}

/** A refused connection is an error without words of its own: one for each address that was tried. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}
