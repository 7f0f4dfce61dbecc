import { cutPrices, cutsMax, type Targeted } from '../prices/cut-prices.ts'
import type { Amounts, Price } from '../prices/price.ts'
import { hasPrices, sumOf } from '../prices/price-offer.ts'
import { costContradiction } from './cost.ts'
import type { OfferInput } from './offer-fields.ts'
import type { RowProblem } from './row-problem.ts'

/** The contradictions between columns of which each alone is right. */
export function contradictions(offer: OfferInput): RowProblem[] {
  const problems: RowProblem[] = []
  if (offer.startsAtSec !== null && offer.endsAtSec !== null && offer.endsAtSec <= offer.startsAtSec) {
    problems.push({ field: 'ends_at', message: 'must be after the start' })
  }
  const cost = costContradiction(offer)
  if (cost !== undefined) problems.push(cost)
  return problems
}

/** Fixed payouts above the revenue beside them; a share is of what is reported. Goals are paid by their own terms. */
export function losses(offer: OfferInput): RowProblem[] {
  const { goals, prices } = offer
  const own =
    goals.length > 0 ? [] : [offer].filter(isLosing).map((): RowProblem => ({ field: 'payout', ...losing }))
  return [
    ...own,
    ...prices.flatMap((price, at) =>
      isLosing(price) ? [lossAt('prices', `price ${at + 1}`, at + 1, 'payout')] : [],
    ),
    ...goals.flatMap((goal) => {
      const { position, prices: rows } = goal
      const row = rows.findIndex(isLosing)
      if (isLosing(goal)) return [lossAt('goals', `goal ${position}`, position, 'payout')]
      return row < 0
        ? []
        : [lossAt('goals', `goal ${position}: prices price ${row + 1}`, position, `prices.${row + 1}.payout`)]
    }),
  ]
}

const losing = { message: 'is above revenue: every conversion would lose money', cause: 'losing' } as const

function isLosing({ payoutShareBasisPoints, payoutMicros, revenueMicros }: Amounts): boolean {
  return payoutShareBasisPoints === null && payoutMicros > revenueMicros
}

function lossAt(field: 'prices' | 'goals', where: string, row: number, member: string): RowProblem {
  const { message } = losing
  return { field, message: `${where}: payout ${message}`, cause: 'losing', at: { row, member, message } }
}

interface GivenAmounts {
  readonly given: { readonly payout: number | null; readonly revenue: number | null }
  readonly rest: Price | undefined
}

/** The contradictions between prices and what stands beside them. */
export function priceContradictions(offer: OfferInput, { given, rest }: GivenAmounts): RowProblem[] {
  const { goals, prices } = offer
  if (goals.length > 0 && prices.length > 0) {
    return [{ field: 'prices', message: 'belong to its goals: an offer with goals is paid by them' }]
  }
  const sums = sumOf(goals)
  const columns = ['payout', 'revenue'] as const
  return [
    ...columns.flatMap((column): RowProblem[] => {
      const whole = rest?.[`${column}Micros`] ?? (hasPrices({ goals }) ? sums[`${column}Micros`] : null)
      if (whole === null || given[column] === null || given[column] === whole) return []
      const message = rest
        ? 'is not that of the price for the rest of the world: leave one of them out'
        : 'is not the sum of its goals, which have prices: leave it out'
      return [{ field: column, message }]
    }),
    ...cutProblems(offer),
  ]
}

/** The contradictions between prices and the countries and platforms of an offer. */
export function cutProblems(offer: Targeted): RowProblem[] {
  const { length } = cutPrices(offer)
  const field = offer.goals.length > 0 ? 'goals' : 'prices'
  if (length === 0) return [{ field, message: 'pay nobody whom the offer is for' }]
  if (length <= cutsMax) return []
  return [{ field, message: `tell ${length} audiences apart; at most ${cutsMax} are allowed` }]
}
