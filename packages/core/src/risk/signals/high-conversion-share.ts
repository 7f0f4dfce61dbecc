import { shareAlong, type Signal } from '../signal.ts'

/** Conversions and expected ones that everyone is taken to have: a few say little. */
const before = 2
/** In natural logarithms: half as many as others, and three times as many. */
const steps = [
  [-0.7, -0.5],
  [0, 0],
  [1.1, 1],
] as const

/**
 * Converts more of their clicks than others do on the same offers: a farm finishes what it opens. Who converts less
 * than usual has that for them.
 */
export const highConversionShare: Signal = {
  name: 'high_conversion_share',
  group: 'behaviour',
  read({ activity }) {
    if (activity?.expectedConversions === undefined) return undefined
    const { convertedClicks, expectedConversions } = activity
    return shareAlong(steps, Math.log((convertedClicks + before) / (expectedConversions + before)))
  },
  describe: ({ activity }) =>
    `${activity?.convertedClicks} conversions of ${activity?.clicks} clicks; ` +
    `usual on these offers are ${(activity?.expectedConversions ?? 0).toFixed(1)}`,
}
