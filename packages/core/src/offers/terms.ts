/** The payment terms of an offer. */
export interface OfferTerms {
  readonly networkId: number
  /** The publisher's earning for a conversion, in USD micros, when no share is set. */
  readonly payoutMicros: number
  /** The publisher's share of the reported amount in basis points; null means the fixed payout. */
  readonly payoutShareBasisPoints: number | null
  /** The network's expected payment, in USD micros. */
  readonly revenueMicros: number
  readonly isRepeatable: boolean
  readonly attributionWindowSec: number
  /** How long what is approved is held before it counts; 0 or absent: not at all. */
  readonly holdDays?: number
}

type Amounts = Pick<OfferTerms, 'payoutMicros' | 'payoutShareBasisPoints' | 'revenueMicros'>

/** The amounts of an offer or goal until a moment. */
export interface FormerAmounts extends Amounts {
  readonly untilMs: number
}

interface DatedTerms extends Amounts {
  /** In their order; null or absent where it never paid anything else. */
  readonly amountsBefore?: readonly FormerAmounts[] | null
}

/** The amounts of an offer or goal at a moment: the first former ones that ended later, else the present ones. */
export function amountsAt(terms: DatedTerms, timeMs: number): Amounts {
  const { payoutMicros, payoutShareBasisPoints, revenueMicros } =
    terms.amountsBefore?.find(({ untilMs }) => timeMs < untilMs) ?? terms
  return { payoutMicros, payoutShareBasisPoints, revenueMicros }
}
