import type { Clock, Exclusions, Log } from '../ports.ts'
import { Batcher } from '../store/batcher.ts'
import { listCappedOfferIds, listTakenOfferIds } from '../store/conversions.ts'
import type { Database } from '../store/database.ts'

const cappedEveryMs = 1_000
const lookupsMax = 200
const waitingMax = 10_000
const ageMaxMs = 2_000

interface User {
  readonly appId: number
  readonly userId: string
  readonly isTest: boolean
}

interface ExclusionNeeds {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly isUnavailable: (error: unknown) => boolean
}

/** Reads in groups, as writes are written: requests that come together ask the database together. */
export class LiveExclusions implements Exclusions {
  readonly #needs: ExclusionNeeds
  readonly #lookups: Batcher<User, ReadonlySet<number>>
  #capped: ReadonlySet<number> = new Set()
  #timer: NodeJS.Timeout | undefined

  constructor(needs: ExclusionNeeds) {
    this.#needs = needs
    this.#lookups = new Batcher({
      name: 'exclusions',
      flush: (users) => this.#lookUp(users),
      rowsMax: lookupsMax,
      queueMax: waitingMax,
      ageMaxMs,
      monotonicMs: () => needs.clock.monotonicMs(),
      isUnavailable: needs.isUnavailable,
    })
  }

  takenBy(user: User): Promise<ReadonlySet<number>> {
    return this.#lookups.add(user)
  }

  capped(): ReadonlySet<number> {
    return this.#capped
  }

  /** Reads which caps are used up; this process awaits it after its own conversions. */
  async refreshCapped(): Promise<void> {
    const day = new Date(this.#needs.clock.nowMs()).toISOString().slice(0, 10)
    this.#capped = new Set(await listCappedOfferIds(this.#needs.db, day))
  }

  /** Keeps up with other processes and the change of day. */
  follow(): () => void {
    this.#timer = setInterval(() => {
      this.refreshCapped().catch((error: unknown) => {
        this.#needs.log.warn({ err: error }, 'caps could not be refreshed')
      })
    }, cappedEveryMs)
    return () => clearInterval(this.#timer)
  }

  async #lookUp(users: readonly User[]): Promise<ReadonlySet<number>[]> {
    const sets = users.map(() => new Set<number>())
    for (const { index, offerId } of await listTakenOfferIds(this.#needs.db, users)) sets[index]?.add(offerId)
    return sets
  }
}
