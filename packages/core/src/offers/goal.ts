import type { GoalValues } from './goal-fields.ts'
import { normalGoalKey } from './row/read-text.ts'
import type { Priced } from '../prices/price.ts'
import { amountsAt, type FormerAmounts, type Occasion, type OfferTerms, paidOccasion } from './terms.ts'

/** One of several paid events of an offer. */
export interface Goal extends Omit<GoalValues, 'order' | 'isMarkedDefault' | 'isRepeatable'> {
  /** The revenue in the currency of its offer; null or absent where that is USD. */
  readonly foreignMicros?: number | null | undefined
  /** In which order they are done, from 1. */
  readonly position: number
  /** Earned once per transaction, not once per click. */
  readonly isRepeatable: boolean
  /** The one that a report without a goal is about. */
  readonly isDefault: boolean
}

/**
 * Retired: gone from the network's file. It is not listed any more, but a report of it still counts, as one of a
 * paused offer does.
 */
export interface KnownGoal extends Goal {
  readonly isRetired: boolean
  /** When it ceased to be the default, in milliseconds, newest last. */
  readonly defaultEndsMs: readonly number[]
  readonly amountsBefore?: readonly FormerAmounts[] | null
}

/** The payment terms of an offer, as a whole and by its goals in their order; null where it never had any. */
export interface GoalOffer extends OfferTerms, Priced {
  readonly goals: readonly KnownGoal[] | null
  readonly amountsBefore?: readonly FormerAmounts[] | null
}

/** Which goal a report is about, and the offer with the terms that it is earned under: those of the click. */
export interface ResolvedGoal<Offer> {
  readonly goal: string
  /**
   * The name of the same event while the offer had no goals, or while it had them; null where it had no other name.
   * Amounts earned under that name are not earned once more.
   */
  readonly formerGoal: string | null
  readonly offer: Offer & { readonly deadlineSec: number | null }
}

/** The key of the only goal of an offer without goals. */
export const onlyGoal = ''

/**
 * The goal that a report names, in any case, by its key or the network's id; undefined when there is none. Without
 * a name it is the goal that was the default when the click was made, whatever an import has made the default since
 * (docs/decisions/0014): else the next report of the same event would be about another goal, and pay once more.
 */
export function resolveGoal<Offer extends GoalOffer>(
  offer: Offer,
  { named, ...occasion }: Occasion & { readonly named: string },
): ResolvedGoal<Offer> | undefined {
  const goals = offer.goals ?? []
  const offered = goals.filter(({ isRetired }) => !isRetired)
  const clicked = paidOccasion(offered.length === 0 ? [offer] : offered, occasion)
  const { timeMs } = occasion
  const byDefault = defaultAt(goals, timeMs)
  if (named.trim() !== '') {
    const goal = findGoal(goals, named)
    return goal && resolved(offer, { goal, byDefault, clicked })
  }
  if (byDefault && !isOffer(byDefault, timeMs)) {
    return resolved(offer, { goal: byDefault, byDefault, clicked })
  }
  const own = { ...amountsAt(offer, clicked), deadlineSec: null }
  return { goal: onlyGoal, formerGoal: byDefault?.goal ?? null, offer: { ...offer, ...own } }
}

/** The keys by which an offer's goals are named. */
export function goalKeys({ goals }: Pick<GoalOffer, 'goals'>): readonly string[] {
  return (goals ?? []).filter(({ isRetired }) => !isRetired).map(({ goal }) => goal)
}

/** The goal that was the default then: of those that ceased to be it later the first, else the present one. */
function defaultAt(goals: readonly KnownGoal[], timeMs: number): KnownGoal | undefined {
  const ends = goals.flatMap((goal) =>
    goal.defaultEndsMs.filter((endMs) => endMs > timeMs).map((endMs) => ({ goal, endMs })),
  )
  const [first] = ends.toSorted((a, b) => a.endMs - b.endMs)
  if (first) return first.goal
  const defaults = goals.filter(({ isDefault }) => isDefault)
  return defaults.find(({ isRetired }) => !isRetired) ?? defaults[0]
}

/** By then the offer had lost all its goals, and its default goal was the offer itself again. */
function isOffer({ isRetired, defaultEndsMs }: KnownGoal, timeMs: number): boolean {
  return isRetired && !defaultEndsMs.some((endMs) => endMs > timeMs)
}

/** A key goes before an id, and what is still offered before what is retired. */
function findGoal(goals: readonly KnownGoal[], named: string): KnownGoal | undefined {
  const key = normalGoalKey(named)
  const id = named.trim().toLowerCase()
  const isNamed = (goal: KnownGoal): boolean => goal.goal === key || goal.externalId?.toLowerCase() === id
  const current = goals.filter(({ isRetired }) => !isRetired)
  return current.find(({ goal }) => goal === key) ?? current.find(isNamed) ?? goals.find(isNamed)
}

function resolved<Offer extends GoalOffer>(
  offer: Offer,
  {
    goal,
    byDefault,
    clicked,
  }: { readonly goal: KnownGoal; readonly byDefault: KnownGoal | undefined; readonly clicked: Occasion },
): ResolvedGoal<Offer> {
  const { isRepeatable, deadlineSec } = goal
  const own = { ...amountsAt(goal, clicked), isRepeatable, deadlineSec }
  return {
    goal: goal.goal,
    formerGoal: goal === byDefault ? onlyGoal : null,
    offer: { ...offer, ...own },
  }
}
