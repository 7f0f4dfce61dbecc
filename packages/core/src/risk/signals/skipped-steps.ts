import { countOf } from '../count-of.ts'
import type { Activity } from '../activity.ts'
import { shareAlong, type Signal } from '../signal.ts'

/** Goals with the step before that everyone is taken to have besides. */
const takenBefore = 3
const steps = [
  [0.2, 0],
  [1, 1],
] as const

/**
 * Goals that were reported without the step that nearly all others pass on the same offers, against those with it: who
 * injects conversions reports what pays. Networks lose steps, so that one alone says little.
 */
export const skippedSteps: Signal = {
  name: 'skipped_steps',
  group: 'behaviour',
  read: ({ activity }) =>
    activity?.expectedSkips === undefined
      ? undefined
      : shareAlong(
          steps,
          (activity.skippedSteps - activity.expectedSkips) / (activity.takenSteps + takenBefore),
        ),
  describe: ({ activity }) =>
    activity === undefined
      ? ''
      : `${activity.skippedSteps} of ${countOf(judgedOf(activity), 'goal')} came without the step before; usual on these offers is 1 of ${usualOf(activity)}`,
}

const judgedOf = ({ skippedSteps, takenSteps }: Activity): number => skippedSteps + takenSteps

function usualOf(activity: Activity): number {
  return Math.max(1, Math.round(judgedOf(activity) / (activity.expectedSkips ?? 1)))
}
