import type { Platform } from '@quoin/core/offers/offer.ts'

/** One value of a record as a row has it; neither member where the network says nothing. */
export interface FeedCell {
  readonly value?: unknown
  /** The reason why nobody can read it, in words that go on from the label of its column. */
  readonly doubt?: string
}

/** One price of a row, as an offer file in JSON has it. */
export interface PriceCell {
  readonly countries?: readonly string[]
  readonly platforms?: readonly Platform[]
  readonly revenue: string
}
