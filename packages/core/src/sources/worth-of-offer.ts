import type { OfferInput } from '../offers/offer-fields.ts'
import { sumOf } from '../prices/price-offer.ts'

/** The most that a network pays for an offer, in USD micros: what offers are compared by. */
export function worthOf({
  revenueMicros,
  prices,
  goals,
}: Pick<OfferInput, 'revenueMicros' | 'prices' | 'goals'>): number {
  const ofGoals = goals.map((goal) =>
    Math.max(goal.revenueMicros, ...goal.prices.map((price) => price.revenueMicros)),
  )
  return Math.max(
    revenueMicros,
    sumOf(goals).revenueMicros,
    ofGoals.reduce((sum, one) => sum + one, 0),
    ...prices.map((price) => price.revenueMicros),
  )
}

/** The middle one; null of none. */
export function medianOf(values: readonly number[]): number | null {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? null
}
