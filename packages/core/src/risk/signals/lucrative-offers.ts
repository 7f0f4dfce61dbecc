import { countOf, timesOf } from '../count-of.ts'
import { shareAlong, type Signal } from '../signal.ts'

/** Offers of usual worth that everyone is taken to have clicked besides. */
const offersBefore = 3
/** In natural logarithms: half as much again as others, and four times as much. */
const steps = [
  [-0.5, -0.5],
  [0, 0],
  [0.7, 1],
] as const

/**
 * Clicks what earns most for a click. People click what they like; a business works through what pays, whatever it is
 * about.
 */
export const lucrativeOffers: Signal = {
  name: 'lucrative_offers',
  group: 'behaviour',
  read: ({ activity }) =>
    activity && shareAlong(steps, activity.offerWorth / (activity.knownOffers + offersBefore)),
  describe: ({ activity }) =>
    `${countOf(activity?.knownOffers, 'offer')} clicked, which earn ` +
    `${timesOf(Math.exp((activity?.offerWorth ?? 0) / Math.max(1, activity?.knownOffers ?? 1)))} as much for a click as is usual`,
}
