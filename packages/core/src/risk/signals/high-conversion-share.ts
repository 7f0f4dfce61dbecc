import { countOf } from '../count-of.ts'
import { shareAlong, type Signal } from '../signal.ts'

/** Conversions and expected ones that everyone is taken to have: a few say little. */
const before = 2
/** In natural logarithms: half as many as others, and three times as many. */
const steps = [
  [-0.4, -0.3],
  [0, 0],
  [0.4, 0.6],
  [1.1, 1],
] as const

/**
 * Converts more of their clicks than others do on the same offers: a farm finishes what it opens. A share below the
 * usual one speaks for the user.
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
    `${activity?.convertedClicks} of ${countOf(activity?.clicks, 'click')} converted; ` +
    `usual on these offers is ${usualOf(activity?.expectedConversions ?? 0)}`,
}

/** In whole conversions; below one as less than it. */
function usualOf(conversions: number): string {
  return conversions < 1 ? 'less than 1' : String(Math.round(conversions))
}
