import { countOf } from '../count-of.ts'
import { type Signal, shareAlong } from '../signal.ts'

/** Others that everyone is taken to have: one of one is little, nine of ten is much, two of fifty are nothing. */
const plainBefore = 1
const steps = [
  [0, 0],
  [1, 0.7],
  [3, 1],
] as const

/** Earns within minutes of first being seen, against what they earned later. */
export const earlyConversions: Signal = {
  name: 'early_conversions',
  group: 'behaviour',
  read: ({ activity }) =>
    activity && shareAlong(steps, activity.earlyConversions / (activity.plainConversions + plainBefore)),
  describe: ({ activity }) =>
    `${countOf(activity?.earlyConversions, 'conversion')} within 15 minutes of the user's first appearance`,
}
