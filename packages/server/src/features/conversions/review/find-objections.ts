import { limitedCountersOf, remainingOf } from '@quoin/core/conversions/caps.ts'
import { type Objection, objectionsTo, type ReviewFacts } from '@quoin/core/conversions/review-objections.ts'
import type { Ports } from '../../../ports/ports.ts'
import type { CheckedMove } from '../move-conversions.ts'
import { namedGoalOf } from '../named-goal.ts'
import { findTwinOf } from '../transaction-context.ts'

/** The objections to a confirmation, under all locks. */
export async function findObjections(
  store: Ports['store'],
  move: CheckedMove,
): Promise<readonly Objection[]> {
  return objectionsTo(move.before, move.after, await findFacts(store, move))
}

async function findFacts(
  store: Ports['store'],
  { tx, before, after, context, offer, onLoss }: CheckedMove,
): Promise<ReviewFacts> {
  const named = namedGoalOf(before, offer)
  const goals = [named.goal, named.formerGoal].filter((name) => name !== null)
  const caps = { dailyCap: offer?.dailyCap ?? null, totalCap: offer?.totalCap ?? null }
  const lines =
    after.countedOn === null
      ? []
      : limitedCountersOf(context.caps, { ...after, ...caps, isCounted: true }, after.countedOn)
  return {
    isRepeatable: named.isRepeatable,
    rivalId: await store.conversions.findCountedRival(tx, before, goals),
    listedMicros: onLoss === 'pay' ? undefined : named.revenueMicros,
    remainingCap: remainingOf(lines, context.capUse),
    twin: findTwinOf(context, before, named),
    isTransactionErased: await store.transactions.isClaimErased(tx, before.id),
  }
}
