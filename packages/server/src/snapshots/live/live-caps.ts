import { type Bars, type BarWorld, findBars, joinBars, noBars } from '@quoin/core/caps/bars.ts'
import { type Cap, type CapSubject, weightOf } from '@quoin/core/caps/cap.ts'
import type { CapIndex } from '@quoin/core/caps/cap-index.ts'
import { dayIn } from '@quoin/core/time/calendar-day.ts'
import { capKey } from '@quoin/core/conversions/caps.ts'
import type { Clock, Snapshots } from '../../ports/ports.ts'
import { listCounters } from '../../store/caps/cap-counters.ts'
import type { UserCapAmount } from '../../store/caps/caps.ts'
import { listCappedOfferIds } from '../../store/conversions/conversions.ts'
import type { Database } from '../../store/pg/database.ts'

interface CapNeeds {
  readonly db: Database
  readonly clock: Pick<Clock, 'nowMs'>
  readonly snapshots: Pick<Snapshots, 'caps' | 'networks' | 'catalogue' | 'terms'>
}

/** Any user: names the counter of a cap that is not each user's own. */
const anybody = { appId: 0, userId: '' }

/** The bars of exhausted caps, as they were when they were last read. */
export class LiveCaps {
  readonly #needs: CapNeeds
  /** By audience: '' for everybody, an app, a user of an app. */
  #bars: ReadonlyMap<string, Bars> = new Map()
  /** Offers whose own caps are used up. */
  #ownIds: ReadonlySet<number> = new Set()
  #last: Promise<void> = Promise.resolve()

  constructor(needs: CapNeeds) {
    this.#needs = needs
  }

  /** The bars for everybody that an earlier process has kept; until the first reading there are no others. */
  restore(bars: Bars): void {
    this.#bars = new Map([['', bars]])
  }

  ofEverybody(): Bars {
    return this.#bars.get('') ?? noBars
  }

  ofApp({ appId, userId }: Pick<CapSubject, 'appId' | 'userId'>): Bars {
    // As a rule there are bars for everybody, or none.
    const isForAll = this.#bars.size === (this.#bars.has('') ? 1 : 0)
    if (isForAll) return this.ofEverybody()
    const keys = ['', `${appId}`, `${appId} ${userId}`]
    return joinBars(keys.flatMap((key) => this.#bars.get(key) ?? []))
  }

  hasUserCaps(appId: number): boolean {
    return this.#index.hasUserCaps(appId)
  }

  /** With what the user's own conversions weigh on the caps that each user has for themselves. */
  ofUser(user: Pick<CapSubject, 'appId' | 'userId'>, weights: readonly UserCapAmount[]): Bars {
    const index = this.#index
    const used = new Map<string, number>()
    const touched = new Map<number, Cap>()
    for (const { networkId, offerId, day, ...amounts } of weights) {
      for (const cap of index.matching({ ...user, networkId, offerId })) {
        if (!cap.isPerUser) continue
        touched.set(cap.id, cap)
        const key = capKey(cap, user, day)
        const weight = cap.measure === 'count' ? amounts.count : weightOf(cap.measure, amounts)
        used.set(key, (used.get(key) ?? 0) + weight)
      }
    }
    const useOf = (cap: Cap, day: string): number => used.get(capKey(cap, user, day)) ?? 0
    return joinBars([this.ofApp(user), findBars([...touched.values()], useOf, this.#world())])
  }

  /** After a change of some offers' counts only their own caps are read again; without any, those of all. */
  refresh(offerIds?: readonly number[]): Promise<void> {
    // One after the other: what was read earlier must not replace what was read later.
    const next = this.#last.then(() => this.#read(offerIds ?? null))
    this.#last = next.catch(() => {})
    return next
  }

  async #read(offerIds: readonly number[] | null): Promise<void> {
    const world = this.#world()
    const { caps } = this.#index
    const days = [...new Set(world.days.map(({ day }) => day))]
    const keys = caps.flatMap((cap) => (cap.isPerUser ? [] : days.map((day) => capKey(cap, anybody, day))))
    const [exhaustedIds, used] = await Promise.all([
      listCappedOfferIds(this.#needs.db, world.days, offerIds),
      keys.length === 0 ? new Map<string, number>() : listCounters(this.#needs.db, [...new Set(keys)]),
    ])
    // Nobody's own use: what a cap for each user keeps from all of them.
    const useOf = (cap: Cap, day: string): number => used.get(capKey(cap, anybody, day)) ?? 0
    const bars = new Map<string, Bars>()
    for (const [audience, own] of Map.groupBy(caps, audienceOf))
      bars.set(audience, findBars(own, useOf, world))
    const known = new Set(offerIds === null ? [] : this.#ownIds)
    for (const id of offerIds ?? []) known.delete(id)
    this.#ownIds = new Set([...known, ...exhaustedIds])
    this.#bars = bars.set('', joinBars([{ offerIds: this.#ownIds, wide: [] }, bars.get('') ?? noBars]))
  }

  get #index(): CapIndex {
    return this.#needs.snapshots.caps().index
  }

  #world(): BarWorld {
    const { snapshots, clock } = this.#needs
    const catalogue = snapshots.catalogue()
    const nowMs = clock.nowMs()
    return {
      days: snapshots
        .networks()
        .listNetworks()
        .map(({ id, timeZone }) => ({
          networkId: id,
          day: dayIn(timeZone, nowMs),
        })),
      findOffer: (id) => catalogue.findHeaviest(id),
      hasMargins: snapshots.terms().hasMargins,
      get most() {
        return catalogue.most
      },
    }
  }
}

function audienceOf({ appId, userId }: Cap): string {
  if (userId !== null) return `${appId} ${userId}`
  return appId === null ? '' : `${appId}`
}
