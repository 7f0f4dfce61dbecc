import type { Goal } from './goal.ts'
import type { OfferTerms } from './terms.ts'

export const platforms = ['desktop', 'android', 'ios'] as const
export type Platform = (typeof platforms)[number]

export const offerStatuses = ['active', 'paused'] as const
export type OfferStatus = (typeof offerStatuses)[number]

/** The facts that decide whether an offer may be shown: everything a filter reads, nothing else. */
export interface Targeting {
  readonly id: number
  readonly status: OfferStatus
  /** Upper-case ISO 3166-1 alpha-2; empty means everywhere. */
  readonly countries: readonly string[]
  /** Empty means all three. */
  readonly platforms: readonly Platform[]
  readonly categories: readonly string[]
  readonly startsAtSec: number | null
  readonly endsAtSec: number | null
  /** Built-in test offers are shown to test credentials only. */
  readonly isTest: boolean
}

/** An offer as it is stored: what a network pays for, and what a publisher may list. */
export interface Offer extends Targeting, OfferTerms {
  /** The network's own name for it; unique per network. */
  readonly externalId: string
  readonly name: string
  readonly description: string
  readonly requirements: string | null
  /** A template with macros; the only place a tracking link ever leads to. */
  readonly destinationUrl: string
  readonly fallbackUrl: string | null
  readonly imageUrl: string | null
  /** Conversions per UTC day and in all; null means unlimited. */
  readonly dailyCap: number | null
  readonly totalCap: number | null
  /** In their order, without retired ones; empty for an offer that is one event. */
  readonly goals: readonly Goal[]
  readonly holdDays: number
  readonly createdAtSec: number
}

/** No platform restriction means all three. */
export function presentedPlatforms(offer: Pick<Targeting, 'platforms'>): readonly Platform[] {
  return offer.platforms.length === 0 ? platforms : offer.platforms
}
