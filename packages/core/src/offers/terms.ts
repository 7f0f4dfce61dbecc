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
