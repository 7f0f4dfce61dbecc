import type { UsualStep } from './usual-steps.ts'

/** A conversion, as far as the ladder of its offer's goals matters. */
export interface GoalTrace {
  /** Undefined for a claim without a click. */
  readonly clickedAtMs: number | undefined
  readonly convertedAtMs: number
  readonly offerId?: number | undefined
  /** The goal that the network or an operator vouches for; none where the offer has no goals. */
  readonly goal?: string | null | undefined
  /** Whether the network knows nothing of it: it may be a step of others, and skips none. */
  readonly isClaimed?: boolean | undefined
}

/** A user's goals against the ladders of their offers; each goal of an offer counts once. */
export interface GoalSteps {
  /** Goals that were reported without the step before. */
  readonly skippedSteps: number
  /** Goals that were reported with it. */
  readonly takenSteps: number
  /** The number of both that others report without it; undefined where no usual step is known. */
  readonly expectedSkips: number | undefined
}

export const noSteps: GoalSteps = { skippedSteps: 0, takenSteps: 0, expectedSkips: undefined }

interface Ladders {
  /** Since when all conversions of the user are known. */
  readonly sinceMs: number
  findStep(offerId: number, goal: string): UsualStep | undefined
}

/** A step comes after its click: where the click is older than what is known, it may have been forgotten. */
export function describeSteps(conversions: readonly GoalTrace[], { sinceMs, findStep }: Ladders): GoalSteps {
  const [reached, judged] = [new Map<number, Set<string>>(), new Map<number, Set<string>>()]
  for (const { goal, offerId, clickedAtMs = Number.NEGATIVE_INFINITY, isClaimed } of conversions) {
    if (!goal || offerId === undefined) continue
    add(reached, offerId, goal)
    if (!isClaimed && clickedAtMs >= sinceMs) add(judged, offerId, goal)
  }
  let [skippedSteps, takenSteps, expectedSkips] = [0, 0, 0]
  for (const [offerId, goals] of judged) {
    for (const goal of goals) {
      const usual = findStep(offerId, goal)
      if (usual === undefined) continue
      expectedSkips += usual.missing
      if (reached.get(offerId)?.has(usual.step)) takenSteps += 1
      else skippedSteps += 1
    }
  }
  return skippedSteps + takenSteps === 0 ? noSteps : { skippedSteps, takenSteps, expectedSkips }
}

function add(goals: Map<number, Set<string>>, offerId: number, goal: string): void {
  const known = goals.get(offerId)
  if (known === undefined) goals.set(offerId, new Set([goal]))
  else known.add(goal)
}
