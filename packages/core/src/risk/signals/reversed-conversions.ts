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
    `${activity?.reversedConversions} of ${activity?.conversions} conversions reversed or rejected` +
    (activity?.expectedLost === undefined
      ? ''
      : `; usual on these offers are ${activity.expectedLost.toFixed(1)}`),
}
