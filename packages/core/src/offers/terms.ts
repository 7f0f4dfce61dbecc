/** What an offer pays, and when. */
export interface OfferTerms {
  readonly networkId: number
  /** What the publisher earns for a conversion, in USD micros, when no share is set. */
  readonly payoutMicros: number
  /** The publisher's share of the reported amount in basis points; null means the fixed payout. */
  readonly payoutShareBasisPoints: number | null
  /** What the network is expected to pay, in USD micros. */
  readonly revenueMicros: number
  readonly isRepeatable: boolean
  readonly attributionWindowSec: number
  /** How long what is approved is held before it counts; 0 or absent: not at all. */
  readonly holdDays?: number
}
