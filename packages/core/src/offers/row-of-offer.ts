import { isNothing } from '../prices/price.ts'
import { sumOf } from '../prices/price-offer.ts'
import { ownCurrency } from '../terms/currencies.ts'
import { asWritten } from './foreign-amounts.ts'
import { type OfferColumn, offerColumnNames, offerFields, type OfferInput } from './offer-fields.ts'
import { isRest, readPrices } from './row/read-prices.ts'
import { normalGoalKey } from './row/read-text.ts'
import { isBlank } from './row/reading.ts'

/**
 * An offer as a row of a file would have it: read again it is the same offer. The hold is left out, which leaves it as
 * it is; so are amounts that are the sum of the goals', which go on following them.
 */
export function rowOfOffer(stored: OfferInput): Readonly<Record<OfferColumn, unknown>> {
  const offer = asWritten(stored)
  const cells = offerColumnNames.map((column) => [column, offerFields[column].write(offer)])
  return {
    ...(Object.fromEntries(cells) as Record<OfferColumn, unknown>), // one cell per row of the table
    // A blank one is that of its network.
    currency: offer.currency ?? ownCurrency,
    ...(isOfGoals(offer, 'payoutMicros') && { payout: null }),
    ...(isOfGoals(offer, 'revenueMicros') && { revenue: null }),
    ...(isPricedOnly(offer) && { payout: null, revenue: null }),
  }
}

/** Whether it is paid for at the places of its prices alone. */
function isPricedOnly(offer: OfferInput): boolean {
  return offer.prices.length > 0 && isNothing(offer)
}

/** An offer's row with some cells changed. Prices that say what is paid in the rest of the world replace its own. */
export function changedRow(
  offer: OfferInput,
  cells: Readonly<Partial<Record<OfferColumn, unknown>>>,
): Readonly<Record<string, unknown>> {
  const { prices } = cells
  const reading = isBlank(prices) ? undefined : readPrices(prices)
  const hasRest = reading !== undefined && 'value' in reading && reading.value.some(isRest)
  const row = rowOfOffer(offer)
  const goals = Array.isArray(cells.goals) ? keptPrices(cells.goals, row.goals) : cells.goals
  const isPaidByGoals = Array.isArray(goals) && goals.some((goal) => !isBlank(pricesOf(goal)))
  return {
    ...row,
    ...(hasRest && { payout: null, payout_share: null, revenue: null }),
    ...(isPaidByGoals && { payout: null, revenue: null, prices: null }),
    ...cells,
    ...('goals' in cells && { goals }),
  }
}

/** Goals that say nothing of prices keep theirs: whoever sends them may not know that there are any. */
function keptPrices(given: readonly unknown[], stored: unknown): readonly unknown[] {
  const known = new Map(
    (Array.isArray(stored) ? stored : []).map((goal) => [goalKeyOf(goal), pricesOf(goal)]),
  )
  return given.map((goal) => {
    const kept = known.get(goalKeyOf(goal))
    if (typeof goal !== 'object' || goal === null || 'prices' in goal || isBlank(kept)) return goal
    return { ...goal, prices: kept }
  })
}

function goalKeyOf(goal: unknown): string {
  return typeof goal === 'object' && goal !== null && 'goal' in goal ? normalGoalKey(String(goal.goal)) : ''
}

/** Undefined where it has none. */
function pricesOf(goal: unknown): unknown {
  const prices = typeof goal === 'object' && goal !== null && 'prices' in goal ? goal.prices : undefined
  return Array.isArray(prices) && prices.length === 0 ? undefined : prices
}

function isOfGoals({ goals, ...offer }: OfferInput, member: 'payoutMicros' | 'revenueMicros'): boolean {
  return goals.length > 0 && sumOf(goals)[member] === offer[member]
}
