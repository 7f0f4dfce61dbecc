import type { Platform } from '../offers/offer.ts'

/**
 * Counts of an offer among an audience, older days counting less. Clicks and users are those whom risk has not
 * refused, each once.
 */
export interface Counts {
  /** Users to whom it was shown. */
  readonly impressions: number
  /** Those of them who clicked. */
  readonly shownClicks: number
  /** Users who clicked, wherever they found it, as far as their conversions would be known by now. */
  readonly clicks: number
  /** Those of them who earned something that stands. */
  readonly earners: number
  /** The earners' payouts, bounded for each. */
  readonly payoutMicros: number
}

/** An app's part in the counts of an offer. */
export interface AppEvidence extends Counts {
  readonly appId: number
  readonly offerId: number
  readonly country: string
  readonly platform: Platform
}

export type OfferEvidence = Omit<AppEvidence, 'appId'>

export const noCounts: Counts = { impressions: 0, shownClicks: 0, clicks: 0, earners: 0, payoutMicros: 0 }

export function addCounts(some: Counts, others: Counts, times = 1): Counts {
  return {
    impressions: some.impressions + times * others.impressions,
    shownClicks: some.shownClicks + times * others.shownClicks,
    clicks: some.clicks + times * others.clicks,
    earners: some.earners + times * others.earners,
    payoutMicros: some.payoutMicros + times * others.payoutMicros,
  }
}
