/** How often the reports of one goal of an offer came of users who had an earlier goal, too. */
export interface StepCounts {
  readonly step: string
  /** The goal's first reports of each user. */
  readonly reached: number
  /** The number of these whose users had the step. */
  readonly came: number
  /** The same of the last `latelyDays`. */
  readonly reachedLately: number
  readonly cameLately: number
}

/** The step before a goal, where nearly all who reach the goal have it. */
export interface UsualStep {
  readonly step: string
  /** The share of those who reach the goal without it. */
  readonly missing: number
}

/** The nearest goals before a goal that are looked at: a long ladder has hundreds of pairs. */
export const stepsBack = 3
/** Today and the days before it: a network that ceases to report a step accuses nobody for longer. */
export const latelyDays = 3
/** An app counts as much as all others together, and this much more: nobody says alone what is usual for all. */
export const reportsOfAppGranted = 100

/** Below this share it is no step: another choice, or one that the network loses. */
const usualFrom = 0.8
/** Reports without the step that every goal is taken to have had: with few nothing is usual yet. */
const reportsBefore = 5
/** How much of all weeks the last days begin with. */
const latelyBefore = 10

/** The nearest of the steps, given in that order, that is usual. */
export function findUsualStep(nearestFirst: readonly StepCounts[]): UsualStep | undefined {
  for (const counts of nearestFirst) {
    const share = shareOf(counts)
    if (share >= usualFrom) return { step: counts.step, missing: 1 - share }
  }
  return undefined
}

/** Empirical Bayes, of the weeks and of the last days: the smaller share holds. */
function shareOf({ reached, came, reachedLately, cameLately }: StepCounts): number {
  const share = came / (Math.max(came, reached) + reportsBefore)
  const most = Math.max(cameLately, reachedLately)
  return Math.min(share, (cameLately + latelyBefore * share) / (most + latelyBefore))
}
