import { countOf } from '../count-of.ts'
import { type Signal, shareAlong } from '../signal.ts'

const conversionShareMax = 0.04
const steps = [
  [30, 0],
  [60, 1],
] as const

/**
 * Many clicks and hardly a conversion: clicks are made to catch what others do. Only what nothing speaks against is a
 * conversion here, or a reversal would make a flood look better.
 */
export const clickFlood: Signal = {
  name: 'click_flood',
  group: 'behaviour',
  read({ activity }) {
    if (activity === undefined) return undefined
    const { ownClicks, plainConversions } = activity
    return plainConversions / ownClicks < conversionShareMax ? shareAlong(steps, ownClicks) : 0
  },
  describe: ({ activity }) =>
    `${countOf(activity?.conversions, 'conversion')} of ${countOf(activity?.ownClicks, 'click')}`,
}
