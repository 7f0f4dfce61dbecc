import { unavailable } from '@quoin/core/errors.ts'
import type { Clock, Exclusions, Log } from '../ports.ts'
import { Batcher, QueueFullError } from '../store/batcher.ts'
import { listCappedOfferIds, listTakenOfferIds } from '../store/conversions.ts'
import type { Database } from '../store/database.ts'

const cappedEveryMs = 1_000
const lookupsMax = 200
const waitingMax = 10_000
const ageMaxMs = 2_000

/** Users remembered, and for how long: how late a conversion of another process may be seen. */
const rememberedMax = 20_000
const rememberedMs = 1_000

interface User {
  readonly appId: number
  readonly userId: string
  readonly isTest: boolean
}

/** What a user has taken, as it was when it was asked; or, without it, when it was last known to change. */
interface Remembered {
  readonly offerIds: ReadonlySet<number> | undefined
  readonly sinceMs: number
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
  readonly #remembered = new Map<string, Remembered>()

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

  /** Throws SERVER_ERROR (503) when more wait than the database answers in time. */
  async takenBy(user: User): Promise<ReadonlySet<number>> {
    const key = keyOf(user)
    const askedMs = this.#needs.clock.monotonicMs()
    const known = this.#remembered.get(key)
    if (known?.offerIds && askedMs - known.sinceMs < rememberedMs) return known.offerIds
    try {
      const offerIds = await this.#lookups.add(user)
      this.#remember(key, { offerIds, sinceMs: askedMs })
      return offerIds
    } catch (error) {
      if (!(error instanceof QueueFullError)) throw error
      throw unavailable('The service is busy. Please try again.', { retryAfterSec: 1, cause: error })
    }
  }

  /** After a conversion of this process: the next list asks anew, and an answer that is under way is not kept. */
  forget(user: User): void {
    this.#remember(keyOf(user), { offerIds: undefined, sinceMs: this.#needs.clock.monotonicMs() })
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

  #remember(key: string, state: Remembered): void {
    const known = this.#remembered.get(key)
    // Asked before it was forgotten: it may not know of the conversion.
    if (state.offerIds && known && !known.offerIds && state.sinceMs <= known.sinceMs) return
    this.#remembered.delete(key)
    if (this.#remembered.size >= rememberedMax) {
      this.#remembered.delete(this.#remembered.keys().next().value ?? '')
    }
    this.#remembered.set(key, state)
  }

  async #lookUp(users: readonly User[]): Promise<ReadonlySet<number>[]> {
    const sets = users.map(() => new Set<number>())
    for (const { index, offerId } of await listTakenOfferIds(this.#needs.db, users)) sets[index]?.add(offerId)
    return sets
  }
}

function keyOf({ appId, userId, isTest }: User): string {
  return `${appId} ${isTest} ${userId}`
}
