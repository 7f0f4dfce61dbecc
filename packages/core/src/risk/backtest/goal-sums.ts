import { dayMs } from '../../time/durations.ts'
import type { GoalCounts } from '../offer-norms.ts'
import { latelyDays, type StepCounts, stepsBack } from '../usual-steps.ts'

interface Ladder {
  readonly orderOf: Map<string, number>
  /** By goal and step, first reports by day; without a step all of the goal. */
  readonly reports: Map<string, Map<string, Map<number, number>>>
}

interface GoalReport {
  readonly goal: string
  /** Its place in the ladder of the offer. */
  readonly order: number
  readonly atMs: number
  /** The goals of the offer that the user has had before. */
  readonly had: Iterable<string>
}

/** A server's counts of goals and the steps before them, in memory. The events of a file are one app's. */
export class GoalSums {
  readonly #ladders = new Map<number, Ladder>()
  #newestDay = 0

  /** The first report of a goal of an offer of a user. */
  note(offerId: number, { goal, order, atMs, had }: GoalReport): void {
    const ladder = this.#of(offerId)
    const day = Math.floor(atMs / dayMs)
    this.#newestDay = Math.max(day, this.#newestDay)
    ladder.orderOf.set(goal, order)
    count(ladder, { goal, step: '', day })
    for (const other of had) {
      if (stepsBefore(ladder, goal).includes(other)) count(ladder, { goal, step: other, day })
      if (stepsBefore(ladder, other).includes(goal)) count(ladder, { goal: other, step: goal, day })
    }
  }

  counts(): GoalCounts {
    const latelyFrom = this.#newestDay - latelyDays + 1
    const entries = [...this.#ladders].map(([offerId, ladder]) => {
      const goals = [...ladder.reports].map(([goal, bySteps]) => {
        const [reached, reachedLately] = sumsOf(bySteps.get(''), latelyFrom)
        const steps = stepsBefore(ladder, goal).map((step): StepCounts => {
          const [came, cameLately] = sumsOf(bySteps.get(step), latelyFrom)
          return { step, reached, came, reachedLately, cameLately }
        })
        return [goal, steps] as const
      })
      return [offerId, new Map(goals)] as const
    })
    return new Map(entries)
  }

  #of(offerId: number): Ladder {
    const known = this.#ladders.get(offerId)
    if (known !== undefined) return known
    const made: Ladder = { orderOf: new Map(), reports: new Map() }
    this.#ladders.set(offerId, made)
    return made
  }
}

/** The nearest goals before it, the nearest first. */
function stepsBefore({ orderOf }: Ladder, goal: string): readonly string[] {
  const order = orderOf.get(goal) ?? 0
  return [...orderOf]
    .filter(([, other]) => other < order)
    .sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
    .slice(0, stepsBack)
    .map(([step]) => step)
}

interface Counted {
  readonly goal: string
  readonly step: string
  readonly day: number
}

function count({ reports }: Ladder, { goal, step, day }: Counted): void {
  const bySteps = reports.get(goal) ?? new Map<string, Map<number, number>>()
  const byDay = bySteps.get(step) ?? new Map<number, number>()
  byDay.set(day, (byDay.get(day) ?? 0) + 1)
  reports.set(goal, bySteps.set(step, byDay))
}

function sumsOf(
  byDay: ReadonlyMap<number, number> | undefined,
  latelyFrom: number,
): readonly [all: number, lately: number] {
  let [all, lately] = [0, 0]
  for (const [day, reports] of byDay ?? []) {
    all += reports
    if (day >= latelyFrom) lately += reports
  }
  return [all, lately]
}
