import { costs } from '../offers/cost.ts'
import { cutPrices, placedCountries, placeOf } from '../prices/cut-prices.ts'
import { platforms } from '../offers/offer.ts'
import type { Whereabouts } from '../prices/price.ts'
import { offerIn } from '../prices/price-offer.ts'
import type { Offer } from '../offers/offer-fields.ts'
import type { KeyIndex, WindowIndex } from '../targeting/filter.ts'
import { targetingFilters } from '../targeting/filters/index.ts'
import { type PresortedSort, presortedNames, type Sortable, sorts } from '../targeting/sort.ts'
import { foldText } from './fold-text.ts'
import { type Bitmap, emptyBitmap, setBit } from './bitmap.ts'
import type { CatalogueData, OrderData } from './catalogue-data.ts'
import { writeRecord } from './offer-record.ts'
import { largeChunkBytes, SlabWriter, smallChunkBytes } from './slab.ts'

/** The wire bytes of an offer on both sides of what depends on app and user. */
export interface EncodedOffer {
  readonly head: string
  readonly tail: string
}

/** With a number that is another one whenever something changes that is shown of the offer; 0 where nobody asks. */
interface PrintedOffer extends EncodedOffer {
  readonly fingerprint?: number
}

interface Filed extends Sortable {
  readonly text: number
  readonly place: Whereabouts
  readonly revenueMicros: number
  readonly networkId: number
  readonly keys: readonly (readonly string[])[]
  readonly categories: readonly string[]
  readonly hasGoals: boolean
  readonly cost: Offer['cost']
  readonly minutes: Offer['minutes']
  readonly opensAtSec: number
  readonly closesAtSec: number
}

const keyFilters = targetingFilters.flatMap((filter) =>
  filter.index.kind === 'keys' ? [{ name: filter.name, index: filter.index as KeyIndex }] : [],
)
const windows = targetingFilters.flatMap((filter) =>
  filter.index.kind === 'window' ? [filter.index as WindowIndex] : [],
)

/** Takes offers one by one, so that a large catalogue is never held as objects; then `finish` sorts and files them. */
export class CatalogueBuilder {
  readonly #encode: (offer: Offer) => PrintedOffer
  readonly #heads: SlabWriter
  readonly #tails: SlabWriter
  readonly #names: SlabWriter
  readonly #records: SlabWriter
  readonly #filed: Filed[] = []
  readonly #fingerprints: number[] = []
  readonly #keyLists = new Map<string, readonly string[]>()
  #texts = 0

  constructor(encode: (offer: Offer) => PrintedOffer, { isLarge = false }: { isLarge?: boolean } = {}) {
    this.#encode = encode
    const chunkBytes = isLarge ? largeChunkBytes : smallChunkBytes
    this.#heads = new SlabWriter(chunkBytes)
    this.#tails = new SlabWriter(chunkBytes)
    this.#names = new SlabWriter(chunkBytes)
    this.#records = new SlabWriter(chunkBytes)
  }

  add(offer: Offer): void {
    const { head, tail, fingerprint = 0 } = this.#encode(offer)
    this.#fingerprints.push(fingerprint)
    this.#heads.add(head)
    this.#tails.add(tail)
    this.#names.add(foldText(offer.name))
    this.#records.add(writeRecord(offer))
    for (const listing of listingsOf(offer)) this.#file(listing)
    this.#texts += 1
  }

  #file({ offer, place }: Listing): void {
    this.#filed.push({
      text: this.#texts,
      place,
      id: offer.id,
      payoutMicros: offer.payoutMicros,
      revenueMicros: offer.revenueMicros,
      networkId: offer.networkId,
      createdAtSec: offer.createdAtSec,
      keys: keyFilters.map(({ index }) => this.#shared(index.keysOf(offer))),
      categories: this.#shared(offer.categories),
      hasGoals: offer.goals.length > 0,
      cost: offer.cost,
      minutes: offer.minutes,
      opensAtSec: Math.max(-Infinity, ...windows.map((window) => window.opensAtSec(offer))),
      closesAtSec: Math.min(Infinity, ...windows.map((window) => window.closesAtSec(offer))),
    })
  }

  finish(): CatalogueData {
    const filed = this.#filed
    const indexes = Uint32Array.from(filed.keys())
    const timed = filed.flatMap((offer, index) => (isTimed(offer) ? [index] : []))
    return {
      size: filed.length,
      textAt: Uint32Array.from(filed, ({ text }) => text),
      countryAt: Uint8Array.from(filed, ({ place }) => placedCountries.indexOf(place.country)),
      platformAt: Uint8Array.from(filed, ({ place }) => platforms.indexOf(place.platform)),
      ids: Float64Array.from(filed, (offer) => offer.id),
      indexById: indexes.slice().sort((a, b) => (filed[a]?.id ?? 0) - (filed[b]?.id ?? 0)),
      payoutMicros: Float64Array.from(filed, (offer) => offer.payoutMicros),
      revenueMicros: Float64Array.from(filed, (offer) => offer.revenueMicros),
      networkIds: Float64Array.from(filed, (offer) => offer.networkId),
      hasGoals: Uint8Array.from(filed, (offer) => Number(offer.hasGoals)),
      costs: Uint8Array.from(filed, ({ cost }) => (cost === null ? 0 : costs.indexOf(cost) + 1)),
      minutes: Uint32Array.from(filed, ({ minutes }) => minutes ?? 0),
      heads: this.#heads.finish(),
      tails: this.#tails.finish(),
      names: this.#names.finish(),
      records: this.#records.finish(),
      fingerprints: Float64Array.from(this.#fingerprints),
      orders: buildOrders(filed),
      timed: {
        index: Uint32Array.from(timed),
        opensAtSec: Float64Array.from(timed, (index) => filed[index]?.opensAtSec ?? -Infinity),
        closesAtSec: Float64Array.from(timed, (index) => filed[index]?.closesAtSec ?? Infinity),
      },
    }
  }

  /** Most offers share their country and category lists with others; one copy of each is kept. */
  #shared(list: readonly string[]): readonly string[] {
    const key = list.join()
    const known = this.#keyLists.get(key)
    if (known) return known
    this.#keyLists.set(key, list)
    return list
  }
}

interface Listing {
  readonly offer: Offer
  readonly place: Whereabouts
}

/** The offer as each of its audiences has it; one that nobody can have is filed as paused, so that it is found. */
function listingsOf(offer: Offer): readonly Listing[] {
  const cuts = cutPrices(offer)
  if (cuts.length === 0) return [{ offer: { ...offer, status: 'paused' }, place: placeOf(offer) }]
  return cuts.map((cut) => {
    const place = placeOf(cut)
    return { offer: { ...offerIn(offer, place), ...cut }, place }
  })
}

function isTimed(offer: Filed): boolean {
  return offer.opensAtSec !== -Infinity || offer.closesAtSec !== Infinity
}

function buildOrders(filed: readonly Filed[]): Record<PresortedSort, OrderData> {
  const entries = presortedNames.map((name) => [name, buildOrder(filed, sorts[name])] as const)
  return Object.fromEntries(entries) as Record<PresortedSort, OrderData> // one entry per sort name: complete
}

function buildOrder(filed: readonly Filed[], compare: (a: Sortable, b: Sortable) => number): OrderData {
  const at = (index: number): Filed => filed[index] ?? unreachable()
  const indexAt = Uint32Array.from(filed.keys()).sort((a, b) => compare(at(a), at(b)))
  const positionOf = new Uint32Array(filed.length)
  for (let position = 0; position < indexAt.length; position += 1) {
    positionOf[indexAt[position] ?? 0] = position
  }
  const filedUnder = new Map(keyFilters.map(({ name }) => [name, new Map<string, Bitmap>()]))
  const categories = new Map<string, Bitmap>()
  for (const [position, index] of indexAt.entries()) {
    const offer = at(index)
    for (const [filter, { name }] of keyFilters.entries()) {
      file(filedUnder.get(name), offer.keys[filter] ?? [], { position, size: filed.length })
    }
    file(categories, offer.categories, { position, size: filed.length })
  }
  return { indexAt, positionOf, filed: filedUnder, categories }
}

function unreachable(): never {
  throw new Error('an index that no offer has')
}

function file(
  bitmaps: Map<string, Bitmap> | undefined,
  keys: readonly string[],
  { position, size }: { position: number; size: number },
): void {
  for (const key of keys) {
    let bitmap = bitmaps?.get(key)
    if (!bitmap) {
      bitmap = emptyBitmap(size)
      bitmaps?.set(key, bitmap)
    }
    setBit(bitmap, position)
  }
}
