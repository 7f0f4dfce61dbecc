import { type BarredOffer, isBarredBy } from '../caps/bars.ts'
import type { CapAmounts } from '../caps/cap.ts'
import { defaultSort, type PresortedSort } from '../targeting/sort.ts'
import type { Audience } from '../targeting/audience.ts'
import { type Bitmap, clearBit, countBits, hasBit, visitBits } from './bitmap.ts'
import type { CatalogueData, OrderData } from './catalogue-data.ts'
import { matchOffers, passedBound } from './match-offers.ts'
import { type CatalogueOffer, readRecord } from './offer-record.ts'
import { PricedOrders, type Pricing, pageOf, payoutAt } from './pricing.ts'
import { type OfferTest, testsOf } from './query-filters.ts'
import type { Scope, Selected, Selection } from './selection.ts'
import { slabText } from './slab.ts'

/** Where an order's offers match, and how many do. */
interface Matches {
  readonly bitmap: Bitmap
  readonly count: number
  /** Pages of it that were asked for with nothing left out, by offset and limit. */
  readonly pages: Map<string, Selected>
}

type OfferGoals = Pick<CatalogueOffer, 'id' | 'goals' | 'attributionWindowSec'>

/** Results kept per catalogue: each is 12.5 kB at 100,000 offers. */
const matchesMax = 512
const pagesMax = 64
/** Offers whose goals are kept read. */
const goalsMax = 2_000

/** Reads a catalogue; immutable but for what it remembers of earlier answers. */
export class Catalogue {
  readonly data: CatalogueData
  readonly #matches = new Map<string, Matches>()
  readonly #goals = new Map<number, OfferGoals>()
  readonly #pricedOrders = new PricedOrders()
  #timedAtSec = Number.NaN
  #pagesNamed = 0
  #most: CapAmounts | undefined

  constructor(data: CatalogueData) {
    this.data = data
  }

  get size(): number {
    return this.data.size
  }

  findIndex(id: number): number | undefined {
    const { indexById, ids } = this.data
    let low = 0
    let high = indexById.length - 1
    while (low <= high) {
      const middle = (low + high) >>> 1
      const index = indexById[middle] ?? 0
      const found = ids[index] ?? 0
      if (found === id) return index
      if (found < id) low = middle + 1
      else high = middle - 1
    }
    return undefined
  }

  findOffer(id: number): CatalogueOffer | undefined {
    const index = this.findIndex(id)
    return index === undefined ? undefined : this.offerAt(index)
  }

  /** The weight of an offer on caps, without reading all of it. */
  findWeight(id: number): BarredOffer | undefined {
    const index = this.findIndex(id)
    return index === undefined ? undefined : this.#weighed(index)
  }

  /** The most that any offer is expected to weigh. */
  get most(): CapAmounts {
    this.#most ??= {
      revenueMicros: this.data.revenueMicros.reduce((most, micros) => Math.max(most, micros), 0),
      payoutMicros: this.data.payoutMicros.reduce((most, micros) => Math.max(most, micros), 0),
    }
    return this.#most
  }

  hasGoals(index: number): boolean {
    return this.data.hasGoals[index] === 1
  }

  /** The facts about an offer with goals on every list that it is on. */
  goalsAt(index: number): OfferGoals {
    const known = this.#goals.get(index)
    if (known) return known
    const { id, goals, attributionWindowSec } = this.offerAt(index)
    if (this.#goals.size >= goalsMax) this.#goals.clear()
    this.#goals.set(index, { id, goals, attributionWindowSec })
    return { id, goals, attributionWindowSec }
  }

  offerAt(index: number): CatalogueOffer {
    return readRecord(slabText(this.data.records, index))
  }

  /** Lists what an audience may see. Costs the page, not the catalogue. */
  select(audience: Audience, selection: Selection): Selected {
    const order = this.data.orders[presortOf(selection)]
    const matching = this.#matching(order, audience, selection)
    const { bitmap: matches, count } = this.#narrow(order, matching, selection)
    const excluded = this.#excludedPositions(order, matches, selection.excludedIds)
    const priced = rankedOf(selection) ?? this.#pricedOrder(order, matching, audience, selection)
    if (priced !== undefined) {
      const page = pageOf(priced, { order, matches, excluded }, selection)
      return { page, total: count - excluded.size, key: page.join() }
    }
    const isWhole = excluded.size === 0 && matches === matching.bitmap
    const pageName = isWhole ? `${selection.offset} ${selection.limit}` : ''
    const known = isWhole ? matching.pages.get(pageName) : undefined
    if (known) return known
    const page: number[] = []
    let toSkip = selection.offset
    // Excluded offers are few: skip whole words by the plain count only when none is in the way.
    const skip = excluded.size === 0 ? toSkip : 0
    toSkip -= skip
    visitBits(matches, skip, (position) => {
      if (excluded.has(position)) return true
      if (toSkip > 0) toSkip -= 1
      else page.push(order.indexAt[position] ?? 0)
      return page.length < selection.limit
    })
    const isKept = isWhole && matching.pages.size < pagesMax
    // A short name for what is asked for again and again; this catalogue gives it to no other page.
    const key = isKept ? `#${this.#pagesNamed++}` : page.join()
    const selected = { page, total: count - excluded.size, key }
    if (isKept) matching.pages.set(pageName, selected)
    return selected
  }

  /** Undefined where the presorted order holds. */
  #pricedOrder(
    order: OrderData,
    { bitmap }: Matches,
    audience: Audience,
    selection: Selection,
  ): Uint32Array | undefined {
    const { pricing } = selection
    const sort = presortOf(selection)
    const isByPayout = sort === 'payout_desc' || sort === 'payout_asc'
    if (!pricing?.marginOf || !isByPayout) return undefined
    return this.#pricedOrders.find(
      this.data,
      { order, bitmap },
      { pricing, key: matchKey(audience, selection), isDescending: sort === 'payout_desc' },
    )
  }

  #matching(order: OrderData, audience: Audience, selection: Selection): Matches {
    this.#forgetWhenTimeMoved(audience.nowSec)
    const key = matchKey(audience, selection)
    const known = this.#matches.get(key)
    if (known) return known
    const bitmap = matchOffers(order, this.data, audience, selection)
    const matches = { bitmap, count: countBits(bitmap), pages: new Map() }
    if (this.#matches.size >= matchesMax) this.#matches.delete(this.#matches.keys().next().value ?? '')
    this.#matches.set(key, matches)
    return matches
  }

  /** Schedules change the matches only when a start or an end has passed. */
  #forgetWhenTimeMoved(nowSec: number): void {
    if (nowSec === this.#timedAtSec) return
    if (passedBound(this.data, this.#timedAtSec, nowSec)) {
      this.#matches.clear()
      this.#pricedOrders.forget()
    }
    this.#timedAtSec = nowSec
  }

  #narrow(order: OrderData, matches: Matches, selection: Selection): Matches {
    const tests = this.#testsOf(selection)
    if (tests.length === 0) return matches
    const narrowed = matches.bitmap.slice()
    visitBits(matches.bitmap, 0, (position) => {
      const index = order.indexAt[position] ?? 0
      if (!tests.every((test) => test(index))) clearBit(narrowed, position)
      return true
    })
    return { bitmap: narrowed, count: countBits(narrowed), pages: new Map() }
  }

  #testsOf(selection: Selection): OfferTest[] {
    const { bars, pricing } = selection
    const tests = testsOf(selection, { data: this.data, pricing })
    if (bars.length > 0) {
      tests.push((index) => {
        const offer = this.#weighed(index, pricing)
        return !bars.some((bar) => isBarredBy(bar, offer))
      })
    }
    return tests
  }

  #weighed(index: number, pricing?: Pricing): BarredOffer {
    const { ids, networkIds, revenueMicros } = this.data
    return {
      id: ids[index] ?? 0,
      networkId: networkIds[index] ?? 0,
      revenueMicros: revenueMicros[index] ?? 0,
      payoutMicros: payoutAt(this.data, index, pricing),
    }
  }

  #excludedPositions(order: OrderData, matches: Bitmap, ids: ReadonlySet<number>): ReadonlySet<number> {
    if (ids.size === 0) return ids
    const positions = new Set<number>()
    for (const id of ids) {
      const index = this.findIndex(id)
      if (index === undefined) continue
      const position = order.positionOf[index] ?? 0
      if (hasBit(matches, position)) positions.add(position)
    }
    return positions
  }
}

/** The order whose positions tell what matches. */
function presortOf({ sort }: Pick<Selection, 'sort'>): PresortedSort {
  return sort === 'recommended' ? defaultSort : sort
}

function rankedOf({ sort, ranked }: Selection): Uint32Array | undefined {
  return sort === 'recommended' ? ranked : undefined
}

function matchKey(
  { country, platform, isTest }: Audience,
  { sort, category, alsoFor, anyOf }: Pick<Selection, 'sort' | 'category' | keyof Scope>,
): string {
  const presort = presortOf({ sort })
  const scope = alsoFor || anyOf ? ` ${alsoFor?.country} ${alsoFor?.platform} ${anyOf?.join(' ') ?? ''}` : ''
  return `${presort} ${country} ${platform} ${isTest} ${category ?? ''}${scope}`
}
