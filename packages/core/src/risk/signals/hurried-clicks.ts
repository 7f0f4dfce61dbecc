import { countOf } from '../count-of.ts'
import { shareAlong, type Signal } from '../signal.ts'

const before = 5
const steps = [
  [0.2, 0],
  [0.7, 1],
] as const

/** Goes from offer to offer faster than anyone reads. */
export const hurriedClicks: Signal = {
  name: 'hurried_clicks',
  group: 'behaviour',
  read: ({ activity }) =>
    activity && shareAlong(steps, activity.hurriedClicks / (activity.followedClicks + before)),
  describe: ({ activity }) =>
    `${activity?.hurriedClicks} of ${countOf(activity?.followedClicks, 'click')} within 10 seconds of the one before`,
}
