import type { UnavailableReason } from '../tracking/click.ts'
import type { Targeting } from './targeting.ts'
import type { Audience } from './audience.ts'

/** One reason for which an offer may be kept from an audience. */
export interface TargetingFilter {
  readonly name: string
  /** The reason recorded with a click on an offer that it keeps away. */
  readonly reason: UnavailableReason
  /** The rule. It is asked at the click, and for an explanation. */
  keeps(offer: Targeting, audience: Audience): boolean
  /** The same verdict as a sentence, for whoever asks why. */
  explain(offer: Targeting, audience: Audience): string
  /** How the catalogue answers the same rule without a scan; a test holds both sides together. */
  readonly index: KeyIndex | WindowIndex | CutIndex
}

/** For rules of the form "one of my keys is one of yours". */
export interface KeyIndex {
  readonly kind: 'keys'
  /** The keys an offer is filed under. */
  keysOf(offer: Targeting): readonly string[]
  /** The keys of which an audience may see any. */
  keysFor(audience: Audience): readonly string[]
}

/** For rules that hold during one stretch of time: from `opensAtSec`, until before `closesAtSec`. */
export interface WindowIndex {
  readonly kind: 'window'
  opensAtSec(offer: Targeting): number
  closesAtSec(offer: Targeting): number
}

/** For the rule of prices: an offer is filed for the audiences alone whom it has one for (core/prices/cut-prices.ts). */
interface CutIndex {
  readonly kind: 'cut'
}

/** The key of offers that a rule does not restrict. */
export const anyKey = '*'
