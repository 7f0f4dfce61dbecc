import type { ClickReason, UnavailableReason } from './click.ts'
import { unknownCountry } from '../detect/country.ts'
import type { Targeting } from '../targeting/targeting.ts'
import type { Audience } from '../targeting/audience.ts'
import type { TargetingFilter } from '../targeting/filter.ts'
import { targetingFilters } from '../targeting/filters/index.ts'
import { testMode } from '../targeting/filters/test-mode.ts'

export interface ClickFacts {
  readonly offer: Targeting
  readonly audience: Audience
  /** The publisher has paused the app. */
  readonly isAppPaused: boolean
  /** The lists block the user or the address. */
  readonly isBlocked: boolean
  /** The app requires signed links, and this one is not, or was changed. */
  readonly isForged: boolean
  /** No conversion of the offer would be paid now. */
  readonly isCapped: boolean
}

export type ClickDecision =
  | { readonly kind: 'offer'; readonly reason: ClickReason | null }
  | { readonly kind: 'unavailable'; readonly reason: UnavailableReason }

/**
 * Where a click leads: links outlive the list they stood in, so that everything which decided
 * about the list is asked again. A test offer is no offer to a live key, whatever else is the matter with it.
 */
export function decideClick(facts: ClickFacts): ClickDecision {
  const { offer, audience, isAppPaused, isBlocked, isForged, isCapped } = facts
  if (!testMode.keeps(offer, audience)) return unavailable('test_mode')
  if (isAppPaused) return unavailable('app_paused')
  if (isForged) return unavailable('signature')
  if (isBlocked) return unavailable('blocked')
  const against = targetingFilters.find((filter) => !keepsAtClick(filter, offer, audience))
  if (against) return unavailable(against.reason)
  if (isCapped) return unavailable('capped')
  return { kind: 'offer', reason: audience.country === unknownCountry ? 'country_unknown' : null }
}

/** A click from an unknown country passes and is flagged, never sent away for its country. */
function keepsAtClick(filter: TargetingFilter, offer: Targeting, audience: Audience): boolean {
  return filter.keeps(offer, audience) || (filter.name === 'country' && audience.country === unknownCountry)
}

function unavailable(reason: UnavailableReason): ClickDecision {
  return { kind: 'unavailable', reason }
}

interface Fallbacks {
  readonly offerUrl: string | null
  readonly appUrl: string | null
  readonly platformUrl: string | null
}

/** Where to send who cannot have the offer, the nearest first; nothing of it leaves the page. */
export function listFallbacks({ offerUrl, appUrl, platformUrl }: Fallbacks): readonly string[] {
  return [offerUrl, appUrl, platformUrl].filter((url) => url !== null)
}
