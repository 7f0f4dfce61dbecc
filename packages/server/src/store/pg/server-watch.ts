import { chooseHost, EarlierServerError, type HostAnswer } from './choose-host.ts'
import { NoSessionError } from './connection-faults.ts'
import { earlierThan, isLater, type ServerRank } from './server-rank.ts'
import type { ServerSeen } from './session.ts'

/** A server of a cluster that was written to, such that none of the cluster was later. */
export interface WrittenServer extends ServerRank {
  readonly system: string
  readonly timeline: number
}

/** The knowledge that the processes of a data folder share. It is never lowered. */
export interface ServerMemory {
  /** The latest server of each cluster; the cluster that was written to last comes first. */
  list(): readonly WrittenServer[]
  /** Resolves when it is on disk, or cannot be. */
  keep(server: WrittenServer): Promise<void>
}

const noMemory: ServerMemory = { list: () => [], keep: async () => {} }

/** How often it is noted that a server was written to. */
const noteAfterMs = 60_000

interface WatchNeeds {
  readonly memory?: ServerMemory
  readonly monotonicMs?: () => number
  /** Is told once when a start begins with another cluster than the one that was written to last. */
  readonly onOtherCluster?: (clusters: { readonly before: string; readonly now: string }) => void
}

/**
 * Knows which server was written to, and lets nobody write to an earlier one: an old primary that came back, or a
 * database that was made anew in its place while this process runs, would swallow what it is given. A later one is the
 * same database after a failover, or was accepted by a person; it is adopted.
 */
export class ServerWatch {
  readonly #memory: ServerMemory
  readonly #monotonicMs: () => number
  readonly #onOtherCluster: NonNullable<WatchNeeds['onOtherCluster']>
  #seen: ServerSeen | undefined
  #known: ServerSeen | undefined
  #notedMs = Number.NEGATIVE_INFINITY

  /** `memory` is shared by the processes of a data folder. */
  constructor({
    memory = noMemory,
    monotonicMs = () => performance.now(),
    onOtherCluster = () => {},
  }: WatchNeeds = {}) {
    this.#memory = memory
    this.#monotonicMs = monotonicMs
    this.#onOtherCluster = onOtherCluster
  }

  /** The server of the latest session. */
  get seen(): ServerSeen {
    if (this.#seen === undefined) throw new Error('No session was begun yet')
    return this.#seen
  }

  /** The server that is written to. */
  get known(): ServerSeen | undefined {
    return this.#known
  }

  /** The host of DATABASE_URL to write to; throws where there is none. */
  choose(hosts: readonly HostAnswer[]): string {
    const { system } = this.#known ?? {}
    const [last] = this.#memory.list()
    const cluster = system ?? last?.system
    const latest = cluster === undefined ? undefined : this.#latestOf(cluster)
    return chooseHost(hosts, latest && { system: cluster, ...latest })
  }

  /** From now on the server of the latest session is the one. */
  async trust(): Promise<void> {
    const [last] = this.#memory.list()
    this.#known = this.#seen
    const { system } = this.seen
    if (last !== undefined && system !== undefined && system !== last.system) {
      this.#onOtherCluster({ before: last.system, now: system })
    }
    await this.#keep()
  }

  /**
   * Resolves when a session may be used; `adopt` brings the numbers of rows up to a later server. Throws
   * otherwise.
   */
  async admit(seen: ServerSeen, adopt: () => Promise<unknown>): Promise<void> {
    this.#seen = seen
    const known = this.#known
    if (known !== undefined && isAnother(known, seen)) {
      throw new NoSessionError(
        'it is not the database that Quoin was started with: it was made anew; restart Quoin to begin with it',
      )
    }
    const latest = this.#latestOf(seen.system)
    if (latest !== undefined && isLater(latest, seen)) {
      throw new EarlierServerError(earlierThan(seen, latest, 'was written to'))
    }
    if (known === undefined || !isLater(seen, known)) return
    await adopt()
    this.#known = seen
    await this.#keep()
  }

  /** The server was written to just now. */
  noteWrite(): void {
    if (this.#monotonicMs() - this.#notedMs > noteAfterMs) void this.#keep()
  }

  /** Another process of this folder may have met a later one while this one rested. */
  #latestOf(system: string | undefined): ServerRank | undefined {
    const remembered = this.#memory.list().find((server) => server.system === system)
    const known = this.#known
    if (known === undefined || (remembered !== undefined && isLater(remembered, known))) return remembered
    const isSame = known.system === undefined || system === undefined || known.system === system
    return isSame ? known : remembered
  }

  async #keep(): Promise<void> {
    this.#notedMs = this.#monotonicMs()
    const { system, timeline, acceptances } = this.#known ?? {}
    if (system === undefined || timeline === undefined || acceptances === undefined) return
    await this.#memory.keep({ system, timeline, acceptances })
  }
}

function isAnother(known: ServerSeen, seen: ServerSeen): boolean {
  const isOther = known.system !== undefined && seen.system !== undefined && known.system !== seen.system
  return isOther || known.databaseId !== seen.databaseId
}
