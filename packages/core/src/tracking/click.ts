import type { Platform } from '../offers/offer.ts'

/** 'bot' for crawlers and tools: redirected like anyone, and what they earn is held for review. */
export const clickVerdicts = ['valid', 'bot'] as const
export type ClickVerdict = (typeof clickVerdicts)[number]

/** 'redirected' to the offer, or sent down the fallback chain, of which the page is the last link. */
export const clickOutcomes = ['redirected', 'fallback'] as const
export type ClickOutcome = (typeof clickOutcomes)[number]

/** Why an offer that exists was not to be had at a click. */
export type UnavailableReason =
  | 'paused'
  /** The publisher has paused the app. */
  | 'app_paused'
  | 'schedule'
  | 'country'
  | 'platform'
  | 'capped'
  | 'blocked'
  | 'test_mode'
  /** The app requires signed links, and this one is not, or was changed. */
  | 'signature'
  /** Its stored URL leads nowhere. */
  | 'destination'

/** Why a click fell back, or what is to be known of one that did not. */
export type ClickReason = UnavailableReason | 'country_unknown'

/** One visit to a tracking link. Its id is what networks report conversions with. */
export interface Click {
  /** UUIDv7: names the partition it is kept in. */
  readonly id: string
  readonly appId: number
  readonly offerId: number
  readonly userId: string
  readonly subId: string | null
  readonly address: string | null
  readonly userAgent: string | null
  /** ISO alpha-2, or ZZ. */
  readonly country: string
  readonly platform: Platform
  readonly verdict: ClickVerdict
  readonly outcome: ClickOutcome
  readonly reason: ClickReason | null
  /** The behaviour risk of its pattern, as core/risk/behaviour notes it; null or absent: none. */
  readonly risk?: string | null
  /**
   * The app adds signatures to its links, and this one had none, or was changed: anybody may have followed it in the
   * user's name.
   */
  readonly isUnsigned: boolean
  readonly isTest: boolean
  readonly clickedAtMs: number
}
