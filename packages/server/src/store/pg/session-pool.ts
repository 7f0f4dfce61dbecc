import pg from 'pg'
import { noSession } from './choose-host.ts'
import { isSilence } from './connection-faults.ts'
import type { DatabaseHosts } from './database-hosts.ts'
import { endHungCommit } from './end-hung-commit.ts'

interface PoolNeeds {
  readonly hosts: DatabaseHosts
  /** For the host of the moment. */
  readonly settings: () => pg.ClientConfig
  readonly connectionsMax: number
  /** Makes a new session ours; throws where it can't be. */
  readonly prepare: (client: pg.ClientBase) => Promise<PreparedSession>
}

interface PreparedSession {
  /** The number of the process that serves it. */
  readonly pid: number
  /** Throws where it must not be used. */
  admit(): Promise<void>
}

interface Place {
  readonly settings: pg.ClientConfig
  /** Fails what is under way. */
  readonly end: () => Promise<void>
  readonly pid?: number
}

/**
 * How long a session may take. A machine that is busy beginning is slow for seconds, and where there is one host there is
 * no other to try.
 */
export function sessionTimeoutMs(hosts: Pick<DatabaseHosts, 'count'>): number {
  return hosts.count > 1 ? 2_000 : 5_000
}

/** Sessions that were prepared, on the host that takes writes. */
export class SessionPool {
  readonly #pool: pg.Pool
  readonly #hosts: DatabaseHosts
  /** In which round of renewal a session was begun; only those of the present one are lent. */
  readonly #rounds = new WeakMap<pg.ClientBase, number>()
  /** Where each session that there is has been begun, and by which process it is served there. */
  readonly #places = new Map<pg.ClientBase, Place>()
  #round = 0

  constructor({ hosts, settings, connectionsMax, prepare }: PoolNeeds) {
    this.#hosts = hosts
    const places = this.#places
    this.#pool = new pg.Pool({
      max: connectionsMax,
      connectionTimeoutMillis: sessionTimeoutMs(hosts),
      // The pool hands over its own options, which are those of its beginning.
      Client: class extends pg.Client {
        constructor() {
          const own = settings()
          super(own)
          places.set(this, { settings: own, end: () => this.end() })
          this.once('end', () => places.delete(this))
        }
      },
      onConnect: async (client: pg.ClientBase) => {
        client.on('error', () => {})
        this.#rounds.set(client, this.#round)
        const { pid, admit } = await prepare(client)
        const place = places.get(client)
        if (place !== undefined) places.set(client, { ...place, pid })
        await admit().catch((error: unknown) => {
          if (isSilence(error)) void this.giveUp(client)
          throw error
        })
      },
    })
    // Without a listener a lost connection would end the process. Idle ones leave the pool by themselves; for
    // one in use the error also reaches the query that waits on it.
    this.#pool.on('error', () => {})
    hosts.whenMoved(() => this.leaveAll())
  }

  /**
   * A session with the host of the moment; where that one fails, with the one that is chosen then. Throws
   * NoSessionError, whatever the reason.
   */
  async lend(): Promise<pg.PoolClient> {
    for (;;) {
      const isNewChoice = !this.#hosts.isChosen
      try {
        if (isNewChoice) await this.#hosts.choose()
        return await this.#lendCurrent()
      } catch (error) {
        this.#hosts.leave()
        if (isNewChoice || this.#hosts.isChosen) throw noSession([error])
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

  /** Nobody waits for the answer of a session any longer. */
  async giveUp(client: pg.ClientBase): Promise<void> {
    const place = this.#places.get(client)
    if (place?.pid !== undefined) await endHungCommit(place.settings, place.pid)
  }

  /** Chooses a host anew, and uses no session of before. */
  renew(): void {
    this.#hosts.leave()
    this.#beginRound()
  }

  /** Another host is used, or none: whoever waits for one that was left hears at once that it is away. */
  leaveAll(): void {
    const left = [...this.#places]
    this.#beginRound()
    for (const [client, { end }] of left) {
      void this.giveUp(client)
      void end().catch(() => {})
    }
  }

  /** Ends the sessions that rest now, and those that are lent when they come back. */
  #beginRound(): void {
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
