import type { Activity } from './activity.ts'
import { logit, logOddsOf } from './score.ts'
import type { Weights } from './weights.ts'

/**
 * Weights of a user's own signals, as others are judged by them: set by hand and not fitted, so that a
 * fit for one purpose does not feed on itself. Signals that come from others have no points here. A hosted machine has few: those
 * who share an office's hosted desktops share that they are hosted, and each answers for it by themselves.
 */
const handWeights: Weights = {
  version: 'by-hand',
  fraudShare: 0.1,
  base: 0.05,
  calibration: { slope: 1, offset: 0 },
  caps: { environment: 4, inconsistency: 4, network: 2.5, graph: 0, behaviour: 4, peers: 0 },
  points: {
    webdriver: 4,
    bot_user_agent: 4,
    stealth_gpu: 2.5,
    software_gpu: 0.6,
    software_gpu_on_phone: 1.8,
    headless_screen: 0.7,
    gpu_mismatch: 3,
    platform_mismatch: 1.5,
    system_name_mismatch: 1,
    phone_with_desktop_screen: 3,
    phone_without_touch: 1.5,
    timezone_mismatch: 1.25,
    universal_time: 1,
    hosting_address: 0.3,
    vpn_address: 0.4,
    tor_address: 2,
    hosted_machine: 0.3,
    fast_conversions: 2,
    click_flood: 3,
    dense_clicks: 0.5,
    repeated_clicks: 0.5,
    early_conversions: 1,
    high_conversion_share: 2,
    reversed_conversions: 2,
    hasty_conversions: 1.5,
    delayed_conversions: 1,
    hurried_clicks: 1.5,
    even_clicks: 1.5,
    odd_hours: 0.85,
    skipped_steps: 1.2,
    review_list: 2,
  },
}

/** The shares count only in part: the more even parts below say the same of behaviour once more. */
const sharesPart = 0.6
/** Offers of usual worth that everyone is taken to have clicked besides, as in `lucrative_offers`. */
const offersBefore = 3
/** In natural logarithms: beyond four times as much, or a quarter, an offer's payout says nothing more. */
const worthMax = 1.5

/** In natural-log odds, around 0 where nothing speaks. */
export function ownEvidence(shares: Float64Array, activity: Activity | undefined): number {
  const points = logOddsOf(shares, handWeights) - logit(handWeights.base)
  return sharesPart * points + (activity === undefined ? 0 : leanOf(activity))
}

/** Behaviour that speaks in both directions: a little of it is no sign in one user, and one in the mean of many. */
function leanOf(activity: Activity): number {
  const { convertedClicks, expectedConversions = convertedClicks, plainConversions } = activity
  const { haste = 0, expectedLost = 0, reversedConversions, earlyConversions, conversions } = activity
  const { gapSquares, followedClicks, offerWorth, knownOffers } = activity
  return (
    1.5 * Math.log((convertedClicks + 2) / (expectedConversions + 2)) +
    haste / (plainConversions + 3) +
    (0.8 * earlyConversions) / (conversions + 2) -
    0.5 * Math.log((gapSquares + 3.2) / (Math.max(0, followedClicks - 1) + 4) / 0.8) +
    (0.7 * (reversedConversions - expectedLost)) / (plainConversions + 2) +
    // Many like what pays. That all who share a line or a choice work through it is a business's habit.
    1.4 * Math.min(worthMax, Math.max(-worthMax, offerWorth / (knownOffers + offersBefore)))
  )
}
