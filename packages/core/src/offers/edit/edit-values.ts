import type { Price, Priced } from '../../prices/price.ts'
import type { OfferStatus, Platform } from '../offer.ts'

/** Everything of an offer that an edit of many may change. Each is compared and put back as a whole. */
export interface EditValues {
  readonly dailyCap: number | null
  /** The fixed payout, in USD micros: with prices, that of the rest of the world. */
  readonly payout: number
  /** All its prices by country and platform, those of its goals too, in their order. */
  readonly prices: readonly EditedPrice[]
  /** ISO codes; empty means everywhere. */
  readonly countries: readonly string[]
  readonly holdDays: number
  /** Empty means all three. */
  readonly platforms: readonly Platform[]
  readonly categories: readonly string[]
  /** Its own margin rule for every app and country, in basis points; null where it has none. */
  readonly margin: number | null
  readonly state: OfferState
}

export interface EditedPrice extends Price {
  /** The key of the goal that it is of; absent for the offer's own. */
  readonly goal?: string
}

/** The word of its network's file, and since when an operator has paused it. */
interface OfferState {
  readonly file: OfferStatus
  readonly pausedAtMs: number | null
}

export type EditField = keyof EditValues

/** Facts that an edit does not change, but that its rules look at. */
export interface EditFacts {
  readonly revenueMicros: number
  readonly payoutShareBasisPoints: number | null
  /** In their order, without retired ones. */
  readonly goals: readonly EditedGoal[]
  /** One of the test offers that the server keeps. */
  readonly isBuiltIn: boolean
}

interface EditedGoal extends Priced {
  readonly goal: string
}

/** An offer as an edit of many sees it. */
export interface EditedOffer extends EditValues, EditFacts {
  readonly id: number
  readonly name: string
  readonly networkId: number
}
