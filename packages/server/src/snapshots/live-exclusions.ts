import type { Bars } from '@quoin/core/caps/bars.ts'
import { unavailable } from '@quoin/core/errors.ts'
import type { OfferHistory } from '@quoin/core/goal-progress.ts'
import type { Clock, Exclusions, Log, OfferInTime, Snapshots, Taken } from '../ports.ts'
import { Batcher, QueueFullError } from '../store/batcher.ts'
import { listUserWeights, type UserWeight } from '../store/caps.ts'
import { listTakenOfferIds } from '../store/conversions.ts'
import type { Database } from '../store/database.ts'
import { listGoalHistories } from '../store/goal-history.ts'
import { LiveCaps } from './live-caps.ts'
import { type User, UserMemory } from './user-memory.ts'

const cappedEveryMs = 1_000
const lookupsMax = 200
/** Each asks about the offers of a page, up to 100. */
const historiesMax = 50
const waitingMax = 10_000
const ageMaxMs = 2_000

const memory = { usersMax: 20_000, ageMaxMs: 1_000 }

/** What a user has done, as far as it keeps offers from him. */
interface Done {
  readonly taken: Taken
  /** What counts on caps of his own; empty where there are none. */
  readonly weights: readonly UserWeight[]
}

type Histories = ReadonlyMap<number, OfferHistory>

interface HistoriesAsked {
  readonly user: User
  readonly offers: readonly OfferInTime[]
}

interface ExclusionNeeds {
  readonly db: Database
  readonly snapshots: Pick<Snapshots, 'caps' | 'networks' | 'catalogue' | 'terms'>
  readonly clock: Clock
  readonly log: Log
  readonly isUnavailable: (error: unknown) => boolean
}

/** Reads in groups, as writes are written: requests that come together ask the database together. */
export class LiveExclusions implements Exclusions {
  readonly #needs: ExclusionNeeds
  readonly #lookups: Batcher<User, Done>
  readonly #historyLookups: Batcher<HistoriesAsked, Histories>
  readonly #caps: LiveCaps
  #timer: NodeJS.Timeout | undefined
  readonly #done = new UserMemory<Done>(memory)
  readonly #histories = new UserMemory<{ page: string; histories: Histories }>(memory)

  constructor(needs: ExclusionNeeds) {
    this.#needs = needs
    this.#caps = new LiveCaps(needs)
    const bounds = {
      queueMax: waitingMax,
      ageMaxMs,
      monotonicMs: () => needs.clock.monotonicMs(),
      isUnavailable: needs.isUnavailable,
    }
    this.#lookups = new Batcher({
      ...bounds,
      name: 'exclusions',
      rowsMax: lookupsMax,
      flush: (users) => this.#readDone(users),
    })
    this.#historyLookups = new Batcher({
      ...bounds,
      name: 'histories',
      rowsMax: historiesMax,
      flush: (asked) => this.#readHistories(asked),
    })
  }

  /** Throws SERVER_ERROR (503) when more wait than the database answers in time. */
  async takenBy(user: User): Promise<Taken> {
    return (await this.#lookUp(user)).taken
  }

  async #lookUp(user: User): Promise<Done> {
    const askedMs = this.#needs.clock.monotonicMs()
    const known = this.#done.find(user, askedMs)
    if (known) return known
    const done = await orBusy(this.#lookups.add(user))
    this.#done.remember(user, done, askedMs)
    return done
  }

  /** Throws as `takenBy` does. What one page of a user asked for is remembered. */
  async historiesOf(user: User, offers: readonly OfferInTime[]): Promise<Histories> {
    const askedMs = this.#needs.clock.monotonicMs()
    const page = offers.map(({ offerId }) => offerId).join()
    const known = this.#histories.find(user, askedMs)
    if (known?.page === page) return known.histories
    const histories = await orBusy(this.#historyLookups.add({ user, offers }))
    this.#histories.remember(user, { page, histories }, askedMs)
    return histories
  }

  /** After a conversion of this process: the next list asks anew, and an answer that is under way is not kept. */
  forget(user: User): void {
    this.#done.forget(user, this.#needs.clock.monotonicMs())
    this.noteClick(user)
  }

  noteClick(user: User): void {
    this.#histories.forget(user, this.#needs.clock.monotonicMs())
  }

  /** Throws SERVER_ERROR (503) as `takenBy` does, where caps of the user's own are to be read. */
  async capped(user: User | undefined): Promise<Bars> {
    if (user === undefined) return this.#caps.ofEverybody()
    // What test users do counts on no cap, and so on none of their own.
    const isOwn = !user.isTest && this.#caps.hasUserCaps(user.appId)
    return isOwn ? this.#caps.ofUser(user, (await this.#lookUp(user)).weights) : this.#caps.ofApp(user)
  }

  /** Reads which caps are used up; this process awaits it after its own conversions. */
  async refreshCapped(offerIds?: readonly number[]): Promise<void> {
    await this.#caps.refresh(offerIds)
  }

  /** Keeps up with other processes and the change of day. */
  follow(): () => void {
    let isReading = false
    this.#timer = setInterval(() => {
      if (isReading) return
      isReading = true
      this.refreshCapped()
        .catch((error: unknown) => {
          this.#needs.log.warn({ err: error }, 'caps could not be refreshed')
        })
        .finally(() => {
          isReading = false
        })
    }, cappedEveryMs)
    return () => clearInterval(this.#timer)
  }

  async #readDone(users: readonly User[]): Promise<Done[]> {
    const { db } = this.#needs
    const hasCaps = users.some(({ appId, isTest }) => !isTest && this.#caps.hasUserCaps(appId))
    const [rows, weights] = await Promise.all([
      listTakenOfferIds(db, users),
      hasCaps ? listUserWeights(db, users) : [],
    ])
    const weightsOf = Map.groupBy(weights, ({ index }) => index)
    const done = users.map((_user, place) => ({
      taken: { offerIds: new Set<number>(), goals: [] as Taken['goals'][number][] },
      weights: weightsOf.get(place) ?? [],
    }))
    for (const { index, offerId, goal, clickId } of rows) {
      if (goal === null) done[index]?.taken.offerIds.add(offerId)
      else done[index]?.taken.goals.push({ offerId, goal, clickId })
    }
    return done
  }

  async #readHistories(asked: readonly HistoriesAsked[]): Promise<Histories[]> {
    const wanted = asked.flatMap(({ user, offers }, place) =>
      offers.map((offer) => ({ ...user, ...offer, asker: place })),
    )
    const found = await listGoalHistories(this.#needs.db, wanted)
    const histories = asked.map(() => new Map<number, OfferHistory>())
    for (const [place, history] of found) {
      const one = wanted[place]
      if (one) histories[one.asker]?.set(one.offerId, history)
    }
    return histories
  }
}

async function orBusy<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof QueueFullError)) throw error
    throw unavailable('The service is busy. Please try again.', { retryAfterSec: 1, cause: error })
  }
}
