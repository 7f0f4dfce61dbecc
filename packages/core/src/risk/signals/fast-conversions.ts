import { countOf } from '../count-of.ts'
import type { Signal } from '../signal.ts'

/**
 * Conversions sooner after the click than a person can be. One may be chance, as many as plain ones are not: others
 * that are suspect for another reason do not dilute them.
 */
export const fastConversions: Signal = {
  name: 'fast_conversions',
  group: 'behaviour',
  read({ activity }) {
    if (activity === undefined) return undefined
    const { conversions, fastConversions, plainConversions } = activity
    if (fastConversions === 0) return 0
    // A plain one more is no second doubtful one.
    return conversions - plainConversions >= 2 && fastConversions >= plainConversions ? 1 : 0.4
  },
  describe: ({ activity }) =>
    `${activity?.fastConversions} of ${countOf(activity?.conversions, 'conversion')} within 10 seconds of the click`,
}
