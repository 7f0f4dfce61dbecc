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

/** No platform restriction means all three. */
export function presentedPlatforms(offer: Pick<Targeting, 'platforms'>): readonly Platform[] {
  return offer.platforms.length === 0 ? platforms : offer.platforms
}
