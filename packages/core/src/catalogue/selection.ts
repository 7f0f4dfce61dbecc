import type { Bar } from '../caps/bars.ts'
import type { Audience } from '../targeting/audience.ts'
import type { Sort } from '../targeting/sort.ts'
import type { Pricing } from './pricing.ts'
import type { QueryFilters } from './query-filters.ts'

/** How the audience of a list is changed by what the caller says of it. */
export interface Scope {
  /** Only offers that this audience may have as well: it narrows the list, and opens nothing. */
  readonly alsoFor?: Pick<Audience, 'country' | 'platform'> | undefined
  /** By which the list is not filtered: a catalogue for whoever will see it. */
  readonly anyOf?: readonly ('country' | 'platform')[] | undefined
}

/** A caller's selection from the catalogue, besides who is looking. */
export interface Selection extends Scope, QueryFilters {
  readonly sort: Sort
  /** All indexes of the catalogue in the order `recommended`; without it the best paid come first. */
  readonly ranked?: Uint32Array | undefined
  readonly limit: number
  readonly offset: number
  readonly category: string | undefined
  /** Offers this user may not see: completed, pending or capped. */
  readonly excludedIds: ReadonlySet<number>
  /** The bars of caps besides single offers. */
  readonly bars: readonly Bar[]
  /** Where margin rules change what offers pay. */
  readonly pricing?: Pricing | undefined
}

export interface Selected {
  /** Indexes into the catalogue, in the order asked for. */
  readonly page: readonly number[]
  readonly total: number
  /** Names the page: equal keys of one catalogue are equal pages. */
  readonly key: string
}
