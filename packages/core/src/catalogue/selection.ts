import type { Bar } from '../caps/bars.ts'
import type { Sort } from '../targeting/sort.ts'
import type { Pricing } from './pricing.ts'

/** What a caller asks of the catalogue, besides who is looking. */
export interface Selection {
  readonly sort: Sort
  readonly limit: number
  readonly offset: number
  readonly category: string | undefined
  readonly search: string | undefined
  readonly minPayoutMicros: number | undefined
  readonly offerIds: readonly number[] | undefined
  /** Offers this user may not see: completed, pending or capped. */
  readonly excludedIds: ReadonlySet<number>
  /** What caps keep from him besides single offers. */
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
