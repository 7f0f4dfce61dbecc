import type { PresortedSort } from '../targeting/sort.ts'
import type { Bitmap } from './bitmap.ts'
import type { Slab } from './slab.ts'

/** One presorted order: positions in it, both ways, and who is filed where. */
export interface OrderData {
  /** Position → index. */
  readonly indexAt: Uint32Array<ArrayBuffer>
  /** Index → position. */
  readonly positionOf: Uint32Array<ArrayBuffer>
  /** Per filter name, per key, the positions filed under it. */
  readonly filed: ReadonlyMap<string, ReadonlyMap<string, Bitmap>>
  readonly categories: ReadonlyMap<string, Bitmap>
}

/**
 * A whole catalogue as plain arrays, so that it can be built in one thread and handed to another. A listing is an
 * index into every array here but the texts: an offer for one of the audiences that its prices tell apart, mostly all
 * whom it is for. The listings of an offer stand side by side.
 */
export interface CatalogueData {
  /** How many listings there are. */
  readonly size: number
  /** Index → place of the offer's texts. */
  readonly textAt: Uint32Array<ArrayBuffer>
  /** A place of the listing's audience: the country's place in `placedCountries`, and that of the platform in `platforms`. */
  readonly countryAt: Uint8Array<ArrayBuffer>
  readonly platformAt: Uint8Array<ArrayBuffer>
  /** The offer of each listing. */
  readonly ids: Float64Array<ArrayBuffer>
  /** Index sorted by id and index, for look-ups. */
  readonly indexById: Uint32Array<ArrayBuffer>
  readonly payoutMicros: Float64Array<ArrayBuffer>
  readonly revenueMicros: Float64Array<ArrayBuffer>
  readonly networkIds: Float64Array<ArrayBuffer>
  /** 1 for an offer with goals. */
  readonly hasGoals: Uint8Array<ArrayBuffer>
  /** The place of the cost in the list of costs, from 1 on; 0 where it is not known. */
  readonly costs: Uint8Array<ArrayBuffer>
  /** The minutes that it takes; 0 where they are not known. */
  readonly minutes: Uint32Array<ArrayBuffer>
  /** The texts of each offer: wire bytes on both sides of what depends on app and user. */
  readonly heads: Slab
  readonly tails: Slab
  /** Names as search compares them (fold-text.ts). */
  readonly names: Slab
  /** The part of an offer that is needed when it is clicked or explained (offer-record.ts). */
  readonly records: Slab
  /** By the place of the texts: another number whenever something changes that is shown of the offer. */
  readonly fingerprints: Float64Array<ArrayBuffer>
  readonly orders: Readonly<Record<PresortedSort, OrderData>>
  /** Offers with a start or an end: index and bounds in Unix seconds, for the rules that depend on time. */
  readonly timed: {
    readonly index: Uint32Array<ArrayBuffer>
    readonly opensAtSec: Float64Array<ArrayBuffer>
    readonly closesAtSec: Float64Array<ArrayBuffer>
  }
}
