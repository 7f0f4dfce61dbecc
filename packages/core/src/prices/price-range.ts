import type { Platform } from '../offers/offer.ts'
import { cutPrices, placeOf } from './cut-prices.ts'
import { hasPrices, offerIn, type PricedParts } from './price-offer.ts'

interface RangedOffer extends PricedParts {
  readonly countries: readonly string[]
  readonly platforms: readonly Platform[]
}

interface MicrosRange {
  readonly minMicros: number
  readonly maxMicros: number
}

/** The lowest and highest amounts among the audiences of an offer. */
interface PriceRange {
  readonly payout: MicrosRange
  readonly revenue: MicrosRange
}

/** Undefined where it pays the same everywhere, or nobody. */
export function priceRange(offer: RangedOffer): PriceRange | undefined {
  if (!hasPrices(offer)) return undefined
  const seen = cutPrices(offer).map((cut) => offerIn<PricedParts>(offer, placeOf(cut)))
  if (seen.length === 0) return undefined
  return {
    payout: rangeOf(seen.map(({ payoutMicros }) => payoutMicros)),
    revenue: rangeOf(seen.map(({ revenueMicros }) => revenueMicros)),
  }
}

function rangeOf(micros: readonly number[]): MicrosRange {
  return { minMicros: Math.min(...micros), maxMicros: Math.max(...micros) }
}
