import pg from 'pg'
import { noSession } from './choose-host.ts'
import type { DatabaseHosts } from './database-hosts.ts'
import { endHungCommit } from './end-hung-commit.ts'

interface PoolNeeds {
  readonly hosts: DatabaseHosts
  /** For the host of the moment. */
  readonly settings: () => pg.ClientConfig
  readonly connectionsMax: number
  /** Makes a new session ours and returns the number of its process; throws where it must not be used. */
  readonly prepare: (client: pg.ClientBase) => Promise<number>
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
  /** Where each session is, and by which process it is served there. */
  readonly #places = new WeakMap<pg.ClientBase, { settings: pg.ClientConfig; pid?: number }>()
  #round = 0

  constructor({ hosts, settings, connectionsMax, prepare }: PoolNeeds) {
    this.#hosts = hosts
    const places = this.#places
    this.#pool = new pg.Pool({
      max: connectionsMax,
      connectionTimeoutMillis: hosts.count > 1 ? connectTimeoutOfSeveralMs : connectTimeoutMs,
      // The pool hands over its own options, which are those of its beginning.
      Client: class extends pg.Client {
        constructor() {
          const own = settings()
          super(own)
          places.set(this, { settings: own })
        }
      },
      onConnect: async (client: pg.ClientBase) => {
        client.on('error', () => {})
        this.#rounds.set(client, this.#round)
        const pid = await prepare(client)
        places.set(client, { settings: settings(), ...places.get(client), pid })
      },
    })
    // Without a listener a lost connection would end the process. Idle ones leave the pool by themselves; for
    // one in use the error also reaches the query that waits on it.
    this.#pool.on('error', () => {})
    hosts.whenMoved(() => this.#beginRound())
  }

  /**
   * A session with the host of the moment; where that one fails, with the one that is chosen then. Throws
   * NoSessionError, whatever the reason.
   */
  async lend(): Promise<pg.PoolClient> {
    for (;;) {
      const isNewChoice = !this.#hosts.isChosen
      try {
        await this.#hosts.choose()
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
  async giveUp(client: pg.PoolClient): Promise<void> {
    const { settings, pid } = this.#places.get(client) ?? {}
    if (settings !== undefined && pid !== undefined) await endHungCommit(settings, pid)
  }

  /** Chooses a host anew, and uses no session of before. */
  renew(): void {
    this.#hosts.leave()
    this.#beginRound()
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
