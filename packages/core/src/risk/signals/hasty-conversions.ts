import { countOf } from '../count-of.ts'
import { shareAlong, type Signal } from '../signal.ts'

const plainBefore = 3
const steps = [
  [-0.2, -0.2],
  [0, 0],
  [0.9, 1],
] as const

/** Conversions sooner after the click than those of others on the same offers. */
export const hastyConversions: Signal = {
  name: 'hasty_conversions',
  group: 'behaviour',
  read: ({ activity }) =>
    activity?.haste === undefined
      ? undefined
      : shareAlong(steps, activity.haste / (activity.plainConversions + plainBefore)),
  describe: ({ activity }) =>
    `${countOf(activity?.conversions, 'conversion')}, sooner after the click than is usual on these offers`,
}
