import type { OfferInput } from '@quoin/core/offers/offer-fields.ts'
import { cutPrices, placeOf } from '@quoin/core/prices/cut-prices.ts'
import { type Amounts, isNothing } from '@quoin/core/prices/price.ts'
import { offerIn } from '@quoin/core/prices/price-offer.ts'

/** The amounts that the offers of a file pay. */
export interface MoneyFigures {
  readonly lowestMicros: number
  readonly medianMicros: number
  readonly highestMicros: number
  /** The part of what the network pays that stays; undefined where every offer pays a share. */
  readonly medianMarginBasisPoints: number | undefined
}

interface OpenFigures {
  note(offer: OfferInput): void
  /** Undefined where no offer was noted. */
  sum(): MoneyFigures | undefined
}

/**
 * Revenue and margin over the offers of a file: by their medians, since one large offer moves every average. Each price
 * of an offer is an amount.
 */
export function openMoneyFigures(): OpenFigures {
  const revenues: number[] = []
  const margins: number[] = []
  return {
    note(offer) {
      for (const { payoutMicros, revenueMicros, payoutShareBasisPoints: share } of amountsOf(offer)) {
        revenues.push(revenueMicros)
        if (share !== null) margins.push(10_000 - share)
        else if (revenueMicros > 0) margins.push(Math.round((1 - payoutMicros / revenueMicros) * 10_000))
      }
    },
    sum() {
      const sorted = revenues.toSorted((one, other) => one - other)
      const [lowestMicros] = sorted
      const medianMicros = median(sorted)
      const highestMicros = sorted.at(-1)
      if (lowestMicros === undefined || medianMicros === undefined || highestMicros === undefined)
        return undefined
      const medianMarginBasisPoints = median(margins.toSorted((one, other) => one - other))
      return { lowestMicros, medianMicros, highestMicros, medianMarginBasisPoints }
    },
  }
}

/** Goals with prices pay their sum to each audience. */
function amountsOf(offer: OfferInput): readonly Amounts[] {
  const { prices, goals } = offer
  if (goals.length > 0) return cutPrices(offer).map((cut) => offerIn(offer, placeOf(cut)))
  return isNothing(offer) && prices.length > 0 ? prices : [offer, ...prices]
}

/** The lower one of two in the middle: an amount that stands in the file. */
function median(sorted: readonly number[]): number | undefined {
  return sorted[Math.floor((sorted.length - 1) / 2)]
}
