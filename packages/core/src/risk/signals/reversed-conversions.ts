import { countOf } from '../count-of.ts'
import type { Activity } from '../activity.ts'
import { shareAlong, type Signal } from '../signal.ts'

/** Plain conversions that everyone is taken to have besides. */
const plainBefore = 2
const steps = [
  [0, 0],
  [0.4, 0.5],
  [1.5, 1],
] as const

/**
 * More conversions taken back than usual on the same offers, against those that stand. Two of two hundred are
 * nothing, and others that are suspect for another reason do not dilute them.
 */
export const reversedConversions: Signal = {
  name: 'reversed_conversions',
  group: 'behaviour',
  read({ activity }) {
    if (activity === undefined) return undefined
    const { reversedConversions, expectedLost = 0, plainConversions } = activity
    return shareAlong(steps, (reversedConversions - expectedLost) / (plainConversions + plainBefore))
  },
  describe: ({ activity }) =>
    `${activity?.reversedConversions} of ${countOf(activity?.conversions, 'conversion')} came back reversed or rejected` +
    (activity?.expectedLost ? `; usual on these offers is 1 of ${usualOf(activity)}` : ''),
}

function usualOf({ reversedConversions, plainConversions, expectedLost = 0 }: Activity): number {
  return Math.max(1, Math.round((reversedConversions + plainConversions) / expectedLost))
}
