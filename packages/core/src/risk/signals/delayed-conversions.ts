import { countOf } from '../count-of.ts'
import { shareAlong, type Signal } from '../signal.ts'

const plainBefore = 3
const steps = [
  [0.1, 0],
  [1, 1],
] as const

/** Conversions later than those of others on the same offers: clicks that were made to catch what others do. */
export const delayedConversions: Signal = {
  name: 'delayed_conversions',
  group: 'behaviour',
  read: ({ activity }) =>
    activity?.delay === undefined
      ? undefined
      : shareAlong(steps, activity.delay / (activity.plainConversions + plainBefore)),
  describe: ({ activity }) =>
    `${countOf(activity?.conversions, 'conversion')}, later after the click than is usual on these offers`,
}
