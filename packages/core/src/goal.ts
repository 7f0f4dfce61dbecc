import type { OfferTerms } from './conversion/situation.ts'

/** One of several paid events of an offer. */
export interface Goal {
  /** By this a network names it; in lower case, unique within the offer. */
  readonly goal: string
  /** The network's own id of it, where that is another word. */
  readonly externalId: string | null
  readonly name: string
  /** What the publisher earns for it in USD micros, when no share is set. */
  readonly payoutMicros: number
  readonly payoutShareBasisPoints: number | null
  /** What the network is expected to pay for it. */
  readonly revenueMicros: number
  /** In which order they are done, from 1. */
  readonly position: number
  /** Earned once per transaction, not once per click. */
  readonly isRepeatable: boolean
  /** How long after the click it counts without review; null: as long as the offer's attribution window. */
  readonly deadlineSec: number | null
  /** The one that a report without a goal is about. */
  readonly isDefault: boolean
}

/**
 * Retired: gone from the network's file. It is not listed any more, but a report of it still counts, as one of a
 * paused offer does.
 */
export interface KnownGoal extends Goal {
  readonly isRetired: boolean
}

/** What an offer pays, as a whole and by its goals in their order; null where it never had any. */
export interface GoalOffer extends OfferTerms {
  readonly goals: readonly KnownGoal[] | null
}

/** Which goal a report is about, and the offer with the terms that it is earned under. */
export interface ResolvedGoal<Offer> {
  readonly goal: string
  /**
   * What the same event was called while the offer had no goals, or while it had them; null where it had no other
   * name. What was earned under that name is not earned once more.
   */
  readonly formerGoal: string | null
  readonly offer: Offer & { readonly deadlineSec: number | null }
}

/** What an offer without goals calls its only one. */
export const onlyGoal = ''

/** The goal that a report names, in any case, by its key or the network's id; undefined when there is none. */
export function resolveGoal<Offer extends GoalOffer>(
  offer: Offer,
  named: string,
): ResolvedGoal<Offer> | undefined {
  if (named.trim() === '') return resolveDefault(offer)
  const goal = findGoal(offer.goals ?? [], named)
  return goal && resolved(offer, goal)
}

/** The keys by which an offer's goals are named. */
export function goalKeys({ goals }: Pick<GoalOffer, 'goals'>): readonly string[] {
  return (goals ?? []).filter(({ isRetired }) => !isRetired).map(({ goal }) => goal)
}

/** How a key is written, wherever it comes from: `Level 10` is `level-10`. */
export function normalGoalKey(text: string): string {
  return text.trim().toLowerCase().replace(/\s+/g, '-')
}

/** The default goal of an offer that lost its goals is the offer itself again. */
function resolveDefault<Offer extends GoalOffer>(offer: Offer): ResolvedGoal<Offer> {
  const defaults = (offer.goals ?? []).filter(({ isDefault }) => isDefault)
  const current = defaults.find(({ isRetired }) => !isRetired)
  if (current) return resolved(offer, current)
  return { goal: onlyGoal, formerGoal: defaults[0]?.goal ?? null, offer: { ...offer, deadlineSec: null } }
}

/** A key goes before an id, and what is still offered before what is retired. */
function findGoal(goals: readonly KnownGoal[], named: string): KnownGoal | undefined {
  const key = normalGoalKey(named)
  const id = named.trim().toLowerCase()
  const isNamed = (goal: KnownGoal): boolean => goal.goal === key || goal.externalId?.toLowerCase() === id
  const current = goals.filter(({ isRetired }) => !isRetired)
  return current.find(({ goal }) => goal === key) ?? current.find(isNamed) ?? goals.find(isNamed)
}

function resolved<Offer extends GoalOffer>(offer: Offer, goal: KnownGoal): ResolvedGoal<Offer> {
  const { payoutMicros, payoutShareBasisPoints, revenueMicros, isRepeatable, deadlineSec } = goal
  const own = { payoutMicros, payoutShareBasisPoints, revenueMicros, isRepeatable, deadlineSec }
  return {
    goal: goal.goal,
    formerGoal: goal.isDefault && !goal.isRetired ? onlyGoal : null,
    offer: { ...offer, ...own },
  }
}
