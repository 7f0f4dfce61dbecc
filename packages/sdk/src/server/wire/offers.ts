import type { Meta } from './meta.ts'

/** The answers of Quoin as they come over the wire. More fields may follow those that are named here. */
export type Platform = 'desktop' | 'android' | 'ios'

export interface Goal {
  readonly goal: string
  readonly name: string
  readonly payout: number
  readonly payout_local: number
  readonly order: number
  readonly repeatable: boolean
  readonly deadline_seconds: number | null
  readonly progress: 'not_started' | 'started' | 'pending' | 'completed' | 'expired' | 'reversed'
}

/** The payout to those of some countries and platforms. */
export interface OfferPrice {
  /** ISO codes, and ZZ for an unknown country; empty: every country. */
  readonly countries: string[]
  readonly platforms: Platform[]
  readonly payout: number
  readonly payout_local: number
}

export interface Offer {
  readonly offer_id: number
  readonly name: string
  readonly description: string
  readonly payout: number
  readonly payout_local: number
  readonly currency: string
  readonly link: string
  readonly image_url: string
  readonly platforms: Platform[]
  readonly category: string | null
  readonly categories: string[]
  readonly countries: string[]
  readonly requirements: string | null
  readonly expires_at: number | null
  /** The demand on the user's money; null: not known. */
  readonly cost: 'free' | 'deposit' | 'purchase' | 'subscription' | null
  readonly cost_amount: number | null
  readonly cost_currency: string | null
  /** The user's own time. */
  readonly minutes: number | null
  /** Where no user was named, of an offer that pays differently by country or platform: all that it pays. */
  readonly prices?: OfferPrice[]
  readonly goals?: Goal[]
}

export interface OneOffer extends Omit<Offer, 'link'> {
  /** Null when no user was named. */
  readonly link: string | null
  /** A video that shows it. */
  readonly video_url: string | null
  readonly status: 'active' | 'paused'
  readonly eligible: boolean
}

/** The newest state of an offer, for a copy of the catalogue. */
export interface ChangedOffer {
  readonly type: 'added' | 'changed' | 'removed'
  readonly offer_id: number
  /** Grows with each change of any offer. */
  readonly sequence: number
  readonly changed_at: number
  /** Null of a removed one. Its link is null when no macro was named. */
  readonly offer: (Omit<Offer, 'link'> & { readonly link: string | null }) | null
}

/** A callback about offers: ask for their changes from your cursor. */
export interface OfferEvent {
  readonly type: 'offer.added' | 'offer.changed' | 'offer.removed'
  readonly timestamp: string
  readonly data: {
    readonly callback_id: string
    readonly changes: { readonly offer_id: number; readonly sequence: number }[]
  }
}

/** The audience that was assumed. */
export interface DetectedMeta extends Meta {
  readonly detected: { readonly country: string; readonly device: Platform }
}

export interface OfferListMeta extends DetectedMeta {
  readonly total: number
  readonly returned: number
  readonly limit: number
  readonly offset: number
  /** With sort `recommended`. */
  readonly ranking?: string
}

export interface Eligibility {
  readonly offer_id: number
  readonly user_id: string
  readonly eligible: boolean
  readonly checks: {
    readonly code: string
    readonly verdict: 'passed' | 'failed'
    readonly message: string
  }[]
}
