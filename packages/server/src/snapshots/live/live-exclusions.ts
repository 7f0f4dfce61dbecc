import type { Bars } from '@quoin/core/caps/bars.ts'
import type { OfferHistory } from '@quoin/core/offers/goal-progress.ts'
import { type Awaitable, whenKnown } from '@quoin/core/awaitable.ts'
import type { Clock, Log, Snapshots } from '../../ports/ports.ts'
import type { Exclusions, OfferInTime, Taken } from '../../ports/users.ts'
import { listChangedUsers } from '../../store/users/changed-users.ts'
import { listUserWeights, type UserCapAmount } from '../../store/caps/caps.ts'
import { listTakenOfferIds, type TakenOffer } from '../../store/conversions/conversions.ts'
import type { Database } from '../../store/pg/database.ts'
import { listGoalHistories } from '../../store/conversions/goal-history.ts'
import { LiveCaps } from './live-caps.ts'
import { Lookups } from './lookups.ts'
import { type User, UserMemory } from '../memory/user-memory.ts'

const cappedEveryMs = 1_000
const lookupsMax = 200
/** Each asks about the offers of a page, up to 100. */
const historiesMax = 50
const waitingMax = 10_000
const ageMaxMs = 2_000

const memory = { usersMax: 20_000, ageMaxMs: 1_000 }
/** While the changes of conversions are followed, what a user has done is asked again for the sake of erasures only. */
const doneMemory = { ...memory, followedAgeMaxMs: 60_000 }
const followEveryMs = 400
/** More changed users than these at a time are not named. */
const changesMax = 2_000

/** A user's doings, as far as they keep offers from them. */
interface Done {
  readonly taken: Taken
  /** The amounts that count on caps of their own; undefined where none were set when they were read. */
  readonly weights: readonly UserCapAmount[] | undefined
}

/** Behind all that was ever written. */
const noPosition = Number.MAX_SAFE_INTEGER

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
  readonly #doneLookups: Lookups<User, Done>
  readonly #historyLookups: Lookups<HistoriesAsked, Histories>
  readonly #caps: LiveCaps
  #position = noPosition
  #catalogue: unknown
  readonly #done = new UserMemory<Done>(doneMemory)
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
    this.#doneLookups = new Lookups({
      ...bounds,
      name: 'exclusions',
      rowsMax: lookupsMax,
      flush: (users) => this.#readDone(users),
    })
    this.#historyLookups = new Lookups({
      ...bounds,
      name: 'histories',
      rowsMax: historiesMax,
      flush: (asked) => this.#readHistories(asked),
    })
  }

  /** Throws SERVER_ERROR (503) when more wait than the database answers in time. */
  takenBy(user: User): Awaitable<Taken> {
    return whenKnown(this.#lookUp(user), ({ taken }) => taken)
  }

  #lookUp(user: User, { withWeights = false } = {}): Awaitable<Done> {
    const askedMs = this.#needs.clock.monotonicMs()
    const known = this.#done.find(user, askedMs)
    return known && (known.weights || !withWeights) ? known : this.#ask(user, askedMs)
  }

  async #ask(user: User, askedMs: number): Promise<Done> {
    const { value, isNew } = await this.#doneLookups.of(user, () => this.#done.findOld(user))
    if (isNew) this.#done.remember(user, value, askedMs)
    return value
  }

  /** Throws as `takenBy` does. The histories that one page of a user asked for are remembered. */
  async historiesOf(user: User, offers: readonly OfferInTime[]): Promise<Histories> {
    const askedMs = this.#needs.clock.monotonicMs()
    const page = offers.map(({ offerId }) => offerId).join()
    const known = this.#histories.find(user, askedMs)
    if (known?.page === page) return known.histories
    const old = () => {
      const last = this.#histories.findOld(user)
      return last?.page === page ? last.histories : undefined
    }
    const { value, isNew } = await this.#historyLookups.of({ user, offers }, old)
    if (isNew) this.#histories.remember(user, { page, histories: value }, askedMs)
    return value
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
  capped(user: User | undefined): Awaitable<Bars> {
    if (user === undefined) return this.#caps.ofEverybody()
    // Test users count on no cap, and therefore on none of their own.
    const isOwn = !user.isTest && this.#caps.hasUserCaps(user.appId)
    if (!isOwn) return this.#caps.ofApp(user)
    const done = this.#lookUp(user, { withWeights: true })
    return whenKnown(done, ({ weights = [] }) => this.#caps.ofUser(user, weights))
  }

  /** The offers that caps keep from everybody. */
  ofEverybody(): Bars {
    return this.#caps.ofEverybody()
  }

  /** Takes the bars for everybody that an earlier process saw last. */
  restoreCapped(bars: Bars): void {
    this.#caps.restore(bars)
  }

  /** Reads which caps are used up; this process awaits it after its own conversions. */
  async refreshCapped(offerIds?: readonly number[]): Promise<void> {
    await this.#caps.refresh(offerIds)
  }

  /** Keeps up with other processes and the change of day. */
  follow(): () => void {
    const warn = (event: string) => (error: unknown) => this.#needs.log.warn({ err: error }, event)
    const timers = [
      every(cappedEveryMs, () => this.refreshCapped().catch(warn('caps could not be refreshed'))),
      every(followEveryMs, () => this.#followChanges().catch(warn('conversions could not be followed'))),
    ]
    return () => timers.forEach(clearInterval)
  }

  /** The state that other processes have changed is forgotten; unchanged state need not be asked again. */
  async #followChanges(): Promise<void> {
    const { clock, db, snapshots } = this.#needs
    const since = this.#position
    // Should this look fail, the database may have lost numbers that it had given out: the next is like the first.
    this.#position = noPosition
    const catalogue = snapshots.catalogue()
    const askedMs = clock.monotonicMs()
    // Where nobody asks about users there is nothing to forget; the next look is like the first then, too.
    if (this.#done.isUnused(askedMs)) return
    const { position, users } = await listChangedUsers(db, since, changesMax)
    for (const user of users) this.#done.forget(user, clock.monotonicMs())
    // Before the first look, with more changes than were named, and on a server whose numbers are behind, nobody knows
    // who has changed; and whether an offer is repeatable is part of what was remembered.
    const isUnsure = position < since || users.length >= changesMax || catalogue !== this.#catalogue
    if (isUnsure) this.#done.noteUnsure(clock.monotonicMs())
    this.#position = position
    this.#catalogue = catalogue
    this.#done.noteFollowed(askedMs)
  }

  async #readDone(users: readonly User[]): Promise<Done[]> {
    const { db } = this.#needs
    const hasCaps = users.some(({ appId, isTest }) => !isTest && this.#caps.hasUserCaps(appId))
    const [rows, weights] = await Promise.all([
      listTakenOfferIds(db, users),
      hasCaps ? listUserWeights(db, users) : undefined,
    ])
    const weightsOf = weights && Map.groupBy(weights, ({ index }) => index)
    const takenOf = Map.groupBy(rows, ({ index }) => index)
    return users.map((_user, index) => {
      const taken = takenOf.get(index)
      const weights = weightsOf && (weightsOf.get(index) ?? nothing)
      return taken ? { taken: gather(taken), weights } : { taken: nothingTaken, weights }
    })
  }

  async #readHistories(asked: readonly HistoriesAsked[]): Promise<Histories[]> {
    const wanted = asked.flatMap(({ user, offers }, index) =>
      offers.map((offer) => ({ ...user, ...offer, asker: index })),
    )
    const found = await listGoalHistories(this.#needs.db, wanted)
    const histories = asked.map(() => new Map<number, OfferHistory>())
    for (const [index, history] of found) {
      const one = wanted[index]
      if (one) histories[one.asker]?.set(one.offerId, history)
    }
    return histories
  }
}

/** Most users have done nothing yet: all of them share it. */
const nothingTaken = gather([])
const nothing: readonly UserCapAmount[] = []

function gather(rows: readonly TakenOffer[]): Taken {
  return {
    offerIds: new Set(rows.flatMap(({ offerId, goal }) => (goal === null ? [offerId] : []))),
    goals: rows.flatMap(({ offerId, goal, clickId }) => (goal === null ? [] : [{ offerId, goal, clickId }])),
  }
}

/** Again and again, one at a time. */
function every(ms: number, work: () => Promise<void>): NodeJS.Timeout {
  let isWorking = false
  return setInterval(() => {
    if (isWorking) return
    isWorking = true
    void work().finally(() => {
      isWorking = false
    })
  }, ms)
}
