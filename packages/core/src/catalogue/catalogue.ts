import { type BarredOffer, type HeaviestOffer, isBarredBy } from '../caps/bars.ts'
import type { CapAmounts } from '../caps/cap.ts'
import { defaultSort, type PresortedSort } from '../targeting/sort.ts'
import type { Audience } from '../targeting/audience.ts'
import { unknownCountry } from '../detect/country.ts'
import { platforms } from '../offers/offer.ts'
import { cutAt, cutPrices, placedCountries } from '../prices/cut-prices.ts'
import type { Whereabouts } from '../prices/price.ts'
import { offerIn } from '../prices/price-offer.ts'
import { type Bitmap, clearBit, countBits, hasBit, visitBits } from './bitmap.ts'
import type { CatalogueData, OrderData } from './catalogue-data.ts'
import { bestOf, isOneOfSeveral, keepBest, siblingsOf } from './listings.ts'
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

/** A selection without its page. */
type Wanted = Omit<Selection, 'limit' | 'offset'>

type OfferGoals = Pick<CatalogueOffer, 'id' | 'goals' | 'attributionWindowSec'>

/** Results kept per catalogue: each is 12.5 kB at 100,000 offers. */
const matchesMax = 512
const pagesMax = 64
/** Offers that are kept read. */
const offersMax = 2_000

/** Reads a catalogue; immutable but for what it remembers of earlier answers. */
export class Catalogue {
  readonly data: CatalogueData
  readonly #matches = new Map<string, Matches>()
  readonly #offers = new Map<number, CatalogueOffer>()
  readonly #pricedOrders = new PricedOrders()
  #timedAtSec = Number.NaN
  #pagesNamed = 0
  #most: CapAmounts | undefined

  constructor(data: CatalogueData) {
    this.data = data
  }

  /** How many listings there are: as many as offers, where none has prices. */
  get size(): number {
    return this.data.size
  }

  get offersCount(): number {
    return this.data.records.offsets.length - 1
  }

  /** The listing of an offer for a place, or its first where no place is named; of one that has none for it the next best. */
  findIndex(id: number, place?: Whereabouts): number | undefined {
    const first = this.#findFirst(id)
    if (first === undefined || place === undefined || !isOneOfSeveral(this.data, first)) return first
    const cut = cutAt(cutPrices(this.#readAt(first)), place)
    return cut === undefined ? this.#nearest(id, place) : first + cut
  }

  /** For whoever cannot have it here: what it pays in their country on another platform, else the least that it pays. */
  #nearest(id: number, { country }: Whereabouts): number | undefined {
    const { payoutMicros } = this.data
    const least = (indexes: readonly number[]): number | undefined =>
      indexes.toSorted((one, other) => (payoutMicros[one] ?? 0) - (payoutMicros[other] ?? 0))[0]
    const cuts = cutPrices(this.#readAt(this.#findFirst(id) ?? 0))
    const indexes = this.listIndexes(id)
    const near = indexes.filter((_, cut) => {
      const countries = cuts[cut]?.countries ?? []
      return countries.length === 0 || countries.includes(country)
    })
    return least(near.length > 0 ? near : indexes)
  }

  /** The ids of a slice of all listings in the order of ids, each once: an offer is in the slice of its first listing. */
  listIds(from: number, to: number): number[] {
    const { indexById, ids } = this.data
    const slice = Array.from(indexById.subarray(from, to))
    return slice.flatMap((index) => (ids[index - 1] === ids[index] ? [] : [ids[index] ?? 0]))
  }

  /** All listings of an offer. */
  listIndexes(id: number): readonly number[] {
    const first = this.#findFirst(id)
    return first === undefined ? [] : siblingsOf(this.data, first)
  }

  #findFirst(id: number): number | undefined {
    const { indexById, ids } = this.data
    let low = 0
    let high = indexById.length - 1
    while (low <= high) {
      const middle = (low + high) >>> 1
      const index = indexById[middle] ?? 0
      const found = ids[index] ?? 0
      if (found === id && ids[index - 1] !== id) return index
      if (found < id) low = middle + 1
      else high = middle - 1
    }
    return undefined
  }

  /** An offer with all its prices; its own amounts are those of the rest of the world. */
  findOffer(id: number): CatalogueOffer | undefined {
    const index = this.#findFirst(id)
    return index === undefined ? undefined : this.#readAt(index)
  }

  /** The weights of an offer on caps, of each of its listings, without reading all of it. */
  listWeights(id: number): readonly BarredOffer[] {
    return this.listIndexes(id).map((index) => this.#weighed(index))
  }

  /** The most that an offer weighs for anybody. */
  findHeaviest(id: number): HeaviestOffer | undefined {
    const weights = this.listWeights(id)
    const [first] = weights
    const amounts = (choose: (...values: number[]) => number): CapAmounts => ({
      revenueMicros: choose(...weights.map(({ revenueMicros }) => revenueMicros)),
      payoutMicros: choose(...weights.map(({ payoutMicros }) => payoutMicros)),
    })
    return (
      first && { ...first, ...amounts(Math.max), ...(weights.length > 1 && { least: amounts(Math.min) }) }
    )
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
    return this.offerAt(index)
  }

  /** An offer as a listing has it: its amounts, and those of its goals, are those of that audience. */
  offerAt(index: number): CatalogueOffer {
    const known = this.#offers.get(index)
    if (known) return known
    const { countryAt, platformAt } = this.data
    const country = placedCountries[countryAt[index] ?? 0] ?? unknownCountry
    const platform = platforms[platformAt[index] ?? 0] ?? 'desktop'
    const offer = offerIn(this.#readAt(index), { country, platform })
    if (this.#offers.size >= offersMax) this.#offers.clear()
    this.#offers.set(index, offer)
    return offer
  }

  /** Which of its offer's listings it is, from 0. */
  cutOf(index: number): number {
    const { ids } = this.data
    let first = index
    while (first > 0 && ids[first - 1] === ids[index]) first -= 1
    return index - first
  }

  #readAt(index: number): CatalogueOffer {
    return readRecord(slabText(this.data.records, this.data.textAt[index] ?? 0))
  }

  /** Lists what an audience may see. Costs the page, not the catalogue. */
  select(audience: Audience, selection: Selection): Selected {
    const order = this.data.orders[presortOf(selection)]
    const matching = this.#matching(order, audience, selection)
    const narrowed = this.#narrow(order, matching, selection)
    const found = selection.anyOf?.length
      ? this.#keepBest(order, matching, { narrowed, audience, selection })
      : narrowed
    const { bitmap: matches, count } = found
    const excluded = this.#excludedPositions(order, matches, selection.excludedIds)
    const priced = rankedOf(selection) ?? this.#pricedOrder(order, matching, audience, selection)
    if (priced !== undefined) {
      const page = pageOf(priced, { order, matches, excluded }, selection)
      return { page, total: count - excluded.size, key: page.join() }
    }
    const isWhole = excluded.size === 0 && narrowed === matching
    const pageName = isWhole ? `${selection.offset} ${selection.limit}` : ''
    const known = isWhole ? found.pages.get(pageName) : undefined
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
    const isKept = isWhole && found.pages.size < pagesMax
    // A short name for what is asked for again and again; this catalogue gives it to no other page.
    const key = isKept ? `#${this.#pagesNamed++}` : page.join()
    const selected = { page, total: count - excluded.size, key }
    if (isKept) found.pages.set(pageName, selected)
    return selected
  }

  /** The listings of some offers that `select` would page through, one for each offer. Costs these offers alone. */
  selectAmong(audience: Audience, selection: Wanted, offerIds: readonly number[]): number[] {
    const order = this.data.orders[presortOf(selection)]
    const { bitmap } = this.#matching(order, audience, selection)
    const tests = this.#testsOf(selection)
    const isMatching = (index: number): boolean =>
      hasBit(bitmap, order.positionOf[index] ?? 0) && tests.every((test) => test(index))
    return offerIds.flatMap((id) => {
      if (selection.excludedIds.has(id)) return []
      return bestOf(this.listIndexes(id).filter(isMatching), (index) =>
        payoutAt(this.data, index, selection.pricing),
      )
    })
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

  #matching(order: OrderData, audience: Audience, selection: Wanted): Matches {
    this.#forgetWhenTimeMoved(audience.nowSec)
    const key = matchKey(audience, selection)
    const known = this.#matches.get(key)
    if (known) return known
    const bitmap = matchOffers(order, this.data, audience, selection)
    const matches = { bitmap, count: countBits(bitmap), pages: new Map() }
    this.#remember(key, matches)
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

  /** The one listing of each offer that pays most of those that match; remembered where nothing else was asked for. */
  #keepBest(
    order: OrderData,
    matching: Matches,
    { narrowed, audience, selection }: { narrowed: Matches; audience: Audience; selection: Selection },
  ): Matches {
    const { pricing } = selection
    const key = `best ${pricing?.key ?? ''} ${matchKey(audience, selection)}`
    const known = narrowed === matching ? this.#matches.get(key) : undefined
    if (known) return known
    const bitmap = narrowed.bitmap.slice()
    keepBest(order, this.data, { bitmap, payoutOf: (index) => payoutAt(this.data, index, pricing) })
    const best = { bitmap, count: countBits(bitmap), pages: new Map() }
    if (narrowed === matching) this.#remember(key, best)
    return best
  }

  #remember(key: string, matches: Matches): void {
    if (this.#matches.size >= matchesMax) this.#matches.delete(this.#matches.keys().next().value ?? '')
    this.#matches.set(key, matches)
  }

  #testsOf(selection: Wanted): OfferTest[] {
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
    for (const id of ids)
      for (const index of this.listIndexes(id)) {
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
