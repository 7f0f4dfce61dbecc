import { convertToUsd } from '../payout/convert.ts'
import { shareOf } from '../payout/earned.ts'
import type { Amounts } from '../prices/price.ts'
import { sumOf } from '../prices/price-offer.ts'
import type { OfferInput } from './offer-fields.ts'

/** Amounts whose revenue may be in another currency than USD. */
interface ForeignAmounts extends Amounts {
  readonly foreignMicros?: number | null | undefined
}

/** The offer as it is written down, with its revenues in its own currency. */
export function asWritten(offer: OfferInput): OfferInput {
  if (offer.currency === null) return offer
  return {
    ...written(offer),
    usdNanos: null,
    prices: offer.prices.map(written),
    goals: offer.goals.map((goal) => ({ ...written(goal), prices: goal.prices.map(written) })),
  }
}

function written<Paid extends ForeignAmounts>(paid: Paid): Paid {
  return { ...paid, revenueMicros: paid.foreignMicros ?? paid.revenueMicros, foreignMicros: null }
}

/**
 * An offer as it is written down, in USD by a rate. Where a share is paid, the payout is that of its revenue. Undefined where
 * an amount cannot be told exactly.
 */
export function inUsd(offer: OfferInput, usdNanos: number): OfferInput | undefined {
  const goals = offer.goals.map((goal) => {
    const own = converted(goal, usdNanos)
    const prices = all(goal.prices.map((price) => converted(price, usdNanos)))
    return own && prices && { ...own, prices }
  })
  const own = converted(offer, usdNanos)
  const prices = all(offer.prices.map((price) => converted(price, usdNanos)))
  const known = all(goals)
  if (own === undefined || prices === undefined || known === undefined) return undefined
  return { ...own, ...sumsKept(offer, known), usdNanos, prices, goals: known }
}

/** Amounts that were the sum of the goals’ are the sum of what these are now. */
function sumsKept(offer: OfferInput, goals: readonly Amounts[]): Partial<Amounts> {
  if (goals.length === 0) return {}
  const [before, now] = [sumOf(offer.goals), sumOf(goals)]
  const { payoutMicros, revenueMicros } = offer
  return {
    ...(before.payoutMicros === payoutMicros && { payoutMicros: now.payoutMicros }),
    ...(before.revenueMicros === revenueMicros && { revenueMicros: now.revenueMicros }),
  }
}

function converted<Paid extends ForeignAmounts>(paid: Paid, usdNanos: number): Paid | undefined {
  const { payoutShareBasisPoints: share, revenueMicros: foreignMicros } = paid
  const revenueMicros = convertToUsd(foreignMicros, usdNanos)
  if (revenueMicros === undefined) return undefined
  const payout = share === null ? {} : { payoutMicros: shareOf(revenueMicros, share) }
  return { ...paid, ...payout, revenueMicros, foreignMicros }
}

function all<T>(values: readonly (T | undefined)[]): readonly T[] | undefined {
  const known = values.filter((value) => value !== undefined)
  return known.length === values.length ? known : undefined
}
