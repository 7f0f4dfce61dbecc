import { NoSessionError } from './connection-faults.ts'
import type { ServerSeen } from './session.ts'

interface TimelineMemory {
  /** The latest timeline that a process of this data folder has written to. */
  read(system: string): number | undefined
  write(system: string, timeline: number): void
}

const noMemory: TimelineMemory = { read: () => undefined, write: () => {} }

/**
 * Knows which server this process began with, and lets it write to no other one: a database that was made anew in
 * its place, or an old primary that came back, would swallow what it is given. A later timeline is the same
 * database after a failover, and is adopted. A restart takes the database as it is: whoever restores one wants it
 * so.
 */
export class ServerWatch {
  readonly #memory: TimelineMemory
  readonly #isFirst: boolean
  #seen: ServerSeen | undefined
  #known: ServerSeen | undefined

  /** `memory` is shared by the processes of a data folder; `isFirst` of them begins with the server as it is. */
  constructor({ memory = noMemory, isFirst = true }: { memory?: TimelineMemory; isFirst?: boolean } = {}) {
    this.#memory = memory
    this.#isFirst = isFirst
  }

  /** The server of the latest session. */
  get seen(): ServerSeen {
    if (this.#seen === undefined) throw new Error('No session was begun yet')
    return this.#seen
  }

  /** From now on the server of the latest session is the one. */
  trust(): void {
    this.#known = this.#seen
    this.#keep()
  }

  /**
   * Resolves when a session may be used; `adopt` brings the numbers of rows up to a later timeline. Throws
   * otherwise.
   */
  async admit(seen: ServerSeen, adopt: () => Promise<unknown>): Promise<void> {
    this.#seen = seen
    const known = this.#known
    if (known === undefined && this.#isFirst) return
    const refusal = (known && refusalOf(known, seen)) ?? this.#refusalByMemory(seen)
    if (refusal !== undefined) throw new NoSessionError(refusal)
    if (known === undefined || seen.timeline === known.timeline || seen.timeline === undefined) return
    await adopt()
    this.#known = seen
    this.#keep()
  }

  /** Another process of this folder may have met a later timeline while this one rested. */
  #refusalByMemory({ system, timeline }: ServerSeen): string | undefined {
    const latest = system === undefined ? undefined : this.#memory.read(system)
    return timeline !== undefined && latest !== undefined && timeline < latest
      ? oldTimeline(timeline, latest)
      : undefined
  }

  #keep(): void {
    const { system, timeline } = this.#known ?? {}
    if (system !== undefined && timeline !== undefined) this.#memory.write(system, timeline)
  }
}

function refusalOf(known: ServerSeen, seen: ServerSeen): string | undefined {
  const isOther = known.system !== undefined && seen.system !== undefined && known.system !== seen.system
  if (isOther || known.databaseId !== seen.databaseId) {
    return 'it is not the database that Quoin was started with: it was made anew; restart Quoin to begin with it'
  }
  return known.timeline !== undefined && seen.timeline !== undefined && seen.timeline < known.timeline
    ? oldTimeline(seen.timeline, known.timeline)
    : undefined
}

function oldTimeline(timeline: number, latest: number): string {
  return (
    `it is an old primary, on timeline ${timeline} while timeline ${latest} was written to; ` +
    'stop it, or restart Quoin if you restored it'
  )
}
