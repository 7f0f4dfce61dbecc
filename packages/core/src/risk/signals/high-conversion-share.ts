import { type Signal, shareAlong } from '../signal.ts'

const conversionsMin = 2
const steps = [
  [0.15, 0],
  [0.5, 1],
] as const

/** People look at many offers and finish few; a farm finishes what it opens. */
export const highConversionShare: Signal = {
  name: 'high_conversion_share',
  group: 'behaviour',
  read({ activity }) {
    if (activity === undefined) return undefined
    const { clicks, conversions } = activity
    return conversions < conversionsMin ? 0 : shareAlong(steps, conversions / Math.max(1, clicks))
  },
  describe: ({ activity }) => `${activity?.conversions} conversions of ${activity?.clicks} clicks`,
}
