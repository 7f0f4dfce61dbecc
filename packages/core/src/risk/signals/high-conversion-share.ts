import { type Signal, shareAlong } from '../signal.ts'

/** Clicks without a conversion that everyone is taken to have made: one conversion of one click says little. */
const clicksBefore = 2
const steps = [
  [0.2, 0],
  [0.5, 1],
] as const

/** People look at many offers and finish few; a farm finishes what it opens. */
export const highConversionShare: Signal = {
  name: 'high_conversion_share',
  group: 'behaviour',
  read({ activity }) {
    if (activity === undefined) return undefined
    const { clicks, convertedClicks } = activity
    return shareAlong(steps, convertedClicks / (clicks + clicksBefore))
  },
  describe: ({ activity }) => `${activity?.convertedClicks} conversions of ${activity?.clicks} clicks`,
}
