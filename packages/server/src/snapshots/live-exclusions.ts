import type { Bars } from '@quoin/core/caps/bars.ts'
import { unavailable } from '@quoin/core/errors.ts'
import type { Clock, Exclusions, Log, Snapshots } from '../ports.ts'
import { Batcher, QueueFullError } from '../store/batcher.ts'
import { listTakenOfferIds } from '../store/conversions.ts'
import { listUserWeights, type UserWeight } from '../store/caps.ts'
import type { Database } from '../store/database.ts'
import { LiveCaps } from './live-caps.ts'

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

/** What a user has done, as far as it keeps offers from him. */
interface Done {
  readonly offerIds: ReadonlySet<number>
  /** What counts on caps of his own; empty where there are none. */
  readonly weights: readonly UserWeight[]
}

/** What a user has done, as it was when it was asked; or, without it, when it was last known to change. */
interface Remembered {
  readonly done: Done | undefined
  readonly sinceMs: number
}

interface ExclusionNeeds {
  readonly db: Database
  readonly snapshots: Pick<Snapshots, 'caps' | 'networks' | 'catalogue'>
  readonly clock: Clock
  readonly log: Log
  readonly isUnavailable: (error: unknown) => boolean
}

/** Reads in groups, as writes are written: requests that come together ask the database together. */
export class LiveExclusions implements Exclusions {
  readonly #needs: ExclusionNeeds
  readonly #lookups: Batcher<User, Done>
  readonly #caps: LiveCaps
  #timer: NodeJS.Timeout | undefined
  readonly #remembered = new Map<string, Remembered>()

  constructor(needs: ExclusionNeeds) {
    this.#needs = needs
    this.#caps = new LiveCaps(needs)
    this.#lookups = new Batcher({
      name: 'exclusions',
      flush: (users) => this.#read(users),
      rowsMax: lookupsMax,
      queueMax: waitingMax,
      ageMaxMs,
      monotonicMs: () => needs.clock.monotonicMs(),
      isUnavailable: needs.isUnavailable,
    })
  }

  /** Throws SERVER_ERROR (503) when more wait than the database answers in time. */
  async takenBy(user: User): Promise<ReadonlySet<number>> {
    return (await this.#lookUp(user)).offerIds
  }

  async #lookUp(user: User): Promise<Done> {
    const key = keyOf(user)
    const askedMs = this.#needs.clock.monotonicMs()
    const known = this.#remembered.get(key)
    if (known?.done && askedMs - known.sinceMs < rememberedMs) return known.done
    try {
      const done = await this.#lookups.add(user)
      this.#remember(key, { done, sinceMs: askedMs })
      return done
    } catch (error) {
      if (!(error instanceof QueueFullError)) throw error
      throw unavailable('The service is busy. Please try again.', { retryAfterSec: 1, cause: error })
    }
  }

  /** After a conversion of this process: the next list asks anew, and an answer that is under way is not kept. */
  forget(user: User): void {
    this.#remember(keyOf(user), { done: undefined, sinceMs: this.#needs.clock.monotonicMs() })
  }

  /** Throws SERVER_ERROR (503) as `takenBy` does, where caps of the user's own are to be read. */
  async capped(user: User | undefined): Promise<Bars> {
    if (user === undefined) return this.#caps.ofEverybody()
    // What test users do counts on no cap, and so on none of their own.
    const isOwn = !user.isTest && this.#caps.hasUserCaps(user.appId)
    return isOwn ? this.#caps.ofUser(user, (await this.#lookUp(user)).weights) : this.#caps.ofApp(user)
  }

  /** Reads which caps are used up; this process awaits it after its own conversions. */
  async refreshCapped(): Promise<void> {
    await this.#caps.refresh()
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
    if (state.done && known && !known.done && state.sinceMs <= known.sinceMs) return
    this.#remembered.delete(key)
    if (this.#remembered.size >= rememberedMax) {
      this.#remembered.delete(this.#remembered.keys().next().value ?? '')
    }
    this.#remembered.set(key, state)
  }

  async #read(users: readonly User[]): Promise<Done[]> {
    const { db } = this.#needs
    const hasCaps = users.some(({ appId, isTest }) => !isTest && this.#caps.hasUserCaps(appId))
    const [taken, weights] = await Promise.all([
      listTakenOfferIds(db, users),
      hasCaps ? listUserWeights(db, users) : [],
    ])
    const offerIds = users.map(() => new Set<number>())
    for (const { index, offerId } of taken) offerIds[index]?.add(offerId)
    const weightsOf = Map.groupBy(weights, ({ index }) => index)
    return users.map((_user, place) => ({
      offerIds: offerIds[place] ?? new Set(),
      weights: weightsOf.get(place) ?? [],
    }))
  }
}

function keyOf({ appId, userId, isTest }: User): string {
  return `${appId} ${isTest} ${userId}`
}
