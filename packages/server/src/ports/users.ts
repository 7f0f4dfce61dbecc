import type { Awaitable } from '@quoin/core/awaitable.ts'
import type { Bars } from '@quoin/core/caps/bars.ts'
import type { OfferHistory } from '@quoin/core/offers/goal-progress.ts'

export interface UserInMode {
  readonly appId: number
  readonly userId: string
  readonly isTest: boolean
}

/** The offers that a user has completed or pending. */
export interface Taken {
  /** Offers without goals. */
  readonly offerIds: ReadonlySet<number>
  /** The user's earnings by the latest click of each, for offers with goals. */
  readonly goals: readonly { readonly offerId: number; readonly goal: string; readonly clickId: string }[]
}

export interface OfferInTime {
  readonly offerId: number
  /** Clicks before it do not count any more. */
  readonly sinceMs: number
}

/**
 * The reasons that keep an offer off a user's list besides targeting, and how far they are with those in steps;
 * right after every conversion of this process.
 */
export interface Exclusions {
  /** The offers that the user has completed or pending, but for repeatable ones. */
  takenBy(user: UserInMode): Awaitable<Taken>
  /** The user's conversions on these offers, by the offer; where there are none it is absent. */
  historiesOf(user: UserInMode, offers: readonly OfferInTime[]): Promise<ReadonlyMap<number, OfferHistory>>
  /** After a click of this process: what the user did on offers is asked anew. */
  noteClick(user: UserInMode): void
  /** The bars of exhausted caps for a user; of nobody in particular, for everybody. */
  capped(user: UserInMode | undefined): Awaitable<Bars>
}

/** Asked only where a list names devices. */
export interface LastDevices {
  /** The key of the device that a user was last seen on, by at most half a second ago. */
  of(user: UserInMode): Awaitable<string | undefined>
}
