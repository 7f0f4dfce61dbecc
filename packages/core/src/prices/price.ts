import type { Platform } from '../offers/offer.ts'

/** The amounts of a conversion of an offer or goal. */
export interface Amounts {
  /** The publisher's earning for a conversion, in USD micros, when no share is set. */
  readonly payoutMicros: number
  /** The publisher's share of the reported amount in basis points; null means the fixed payout. */
  readonly payoutShareBasisPoints: number | null
  /** The network's expected payment, in USD micros. */
  readonly revenueMicros: number
}

/** The amounts for some countries and platforms. */
export interface Price extends Amounts {
  /** Upper-case ISO 3166-1 alpha-2; empty means every country. */
  readonly countries: readonly string[]
  /** Empty means all three. */
  readonly platforms: readonly Platform[]
  /** The revenue in the currency of its offer; null or absent where that is USD. */
  readonly foreignMicros?: number | null | undefined
}

/** An offer or goal with its prices. Its own amounts are those of the rest of the world. */
export interface Priced extends Amounts {
  /** No two of them cover the same person. Absent where it never had any. */
  readonly prices?: readonly Price[] | undefined
}

/** Where a person is. */
export interface Whereabouts {
  /** ISO alpha-2, or ZZ when unknown. */
  readonly country: string
  readonly platform: Platform
}

/** The place of a click; undefined where there is none, or its place is not known any more. */
export function placeOfClick(
  click: { readonly country: string | null; readonly platform: Platform | null } | undefined,
): Whereabouts | undefined {
  if (click === undefined) return undefined
  const { country, platform } = click
  return country === null || platform === null ? undefined : { country, platform }
}

export function covers(
  { countries, platforms }: Pick<Price, 'countries' | 'platforms'>,
  place: Whereabouts,
): boolean {
  if (countries.length > 0 && !countries.includes(place.country)) return false
  return platforms.length === 0 || platforms.includes(place.platform)
}

/** Amounts of nothing, be it fixed or a share: where an offer with prices has them, it is not offered. */
export function isNothing({ payoutMicros, revenueMicros }: Amounts): boolean {
  return payoutMicros === 0 && revenueMicros === 0
}

/** The amounts at a place: of the one price that covers it, else its own. */
export function amountsIn(priced: Priced, place: Whereabouts): Amounts {
  return amountsOf(priced.prices?.find((price) => covers(price, place)) ?? priced)
}

/**
 * The amounts for somebody of whom nothing is known: those of the rest of the world, else the lowest, so that nobody
 * earns more than they would have been shown.
 */
export function amountsAnywhere(priced: Priced): Amounts {
  const { prices = [] } = priced
  if (prices.length === 0 || !isNothing(priced)) return amountsOf(priced)
  const [lowest = priced] = prices
    .filter((price) => !isNothing(price))
    .toSorted(
      (one, other) => one.payoutMicros - other.payoutMicros || one.revenueMicros - other.revenueMicros,
    )
  return amountsOf(lowest)
}

function amountsOf({ payoutMicros, payoutShareBasisPoints, revenueMicros }: Amounts): Amounts {
  return { payoutMicros, payoutShareBasisPoints, revenueMicros }
}
