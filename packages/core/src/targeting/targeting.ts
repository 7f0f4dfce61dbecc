import type { OfferStatus, Platform } from '../offers/offer.ts'
import type { PricedParts } from '../prices/price-offer.ts'

/** The facts that decide whether an offer may be shown: everything a filter reads, nothing else. */
export interface Targeting extends PricedParts {
  readonly id: number
  readonly status: OfferStatus
  /** Upper-case ISO 3166-1 alpha-2; empty means everywhere. */
  readonly countries: readonly string[]
  /** Empty means all three. */
  readonly platforms: readonly Platform[]
  readonly categories: readonly string[]
  readonly startsAtSec: number | null
  readonly endsAtSec: number | null
  /** Built-in test offers are shown to test credentials only. */
  readonly isTest: boolean
}
