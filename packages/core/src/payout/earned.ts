import { convertToLocal, type Rounding } from './convert.ts'

/** The facts that decide how much a conversion earns. */
interface EarningTerms {
  /** The publisher's earning in USD micros, when no share is set. */
  readonly payoutMicros: number
  /** The publisher's share of what the network pays, in basis points; null means the fixed payout. */
  readonly shareBasisPoints: number | null
  readonly rateMicros: number
  readonly decimals: number
  readonly rounding: Rounding
  /** The promotion at the click, in hundredths of a percent; null for none. */
  readonly promotionBasisPoints?: number | null
}

interface Earned {
  readonly revenueMicros: number
  readonly payoutMicros: number
  readonly payoutLocalMicros: number
}

const microsPerBasisPoint = 100

/** The publisher's share of a revenue in USD, down to the whole micro. */
export function shareOf(revenueMicros: number, shareBasisPoints: number): number {
  const rateMicros = shareBasisPoints * microsPerBasisPoint
  return convertToLocal({ payoutMicros: revenueMicros, rateMicros, decimals: 6, rounding: 'floor' })
}

/**
 * The publisher's earning when the network pays `revenueMicros`: the fixed payout, or the share of it down
 * to the whole micro, so that shares never sum to more than was paid. Then what that is in the app's
 * currency.
 */
export function earn(terms: EarningTerms, revenueMicros: number): Earned {
  const payoutMicros =
    terms.shareBasisPoints === null ? terms.payoutMicros : shareOf(revenueMicros, terms.shareBasisPoints)
  const { rateMicros, decimals, rounding, promotionBasisPoints = null } = terms
  return {
    revenueMicros,
    payoutMicros,
    payoutLocalMicros: convertToLocal({ payoutMicros, rateMicros, decimals, rounding, promotionBasisPoints }),
  }
}
