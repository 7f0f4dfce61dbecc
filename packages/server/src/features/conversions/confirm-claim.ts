import { limitedCountersOf, remainingOf } from '@quoin/core/conversions/caps.ts'
import type { Conversion } from '@quoin/core/conversions/conversion.ts'
import { confirmReviewed } from '@quoin/core/conversions/review-claim.ts'
import {
  objectionsTo,
  type PassableRule,
  passableRules,
  type ReviewFacts,
} from '@quoin/core/conversions/review-objections.ts'
import { invalidRequest } from '@quoin/core/errors.ts'
import type { Ports } from '../../ports/ports.ts'
import { findTwinOf } from './transaction-context.ts'
import type { CheckedMove, MoveNeeds } from './move-conversions.ts'
import { namedGoalOf } from './named-goal.ts'
import { review } from './review.ts'

interface Confirmation {
  readonly conversionId: string
  readonly actor: string
  /** Rules that the person knows to stand against it. */
  readonly despite?: readonly PassableRule[]
}

/**
 * An operator vouches for a claim, or lifts the hold of a reported conversion, which then stands where the
 * network said. The rules of a report apply. Throws RESOURCE_NOT_FOUND, and INVALID_REQUEST for one that does not wait
 * for review, or with what stands against it.
 */
export async function confirmClaim(ports: MoveNeeds, confirmation: Confirmation): Promise<Conversion> {
  const { despite = [] } = confirmation
  return await review(ports, confirmation, {
    next: confirmReviewed,
    async check(move) {
      const facts = await findFacts(ports.store, move)
      const objections = objectionsTo(move.before, move.after, facts).filter(
        ({ rule }) => !despite.some((known) => known === rule),
      )
      if (objections.length === 0) return
      const reasons = objections.map(({ message }) => message).join('; ')
      const passable = passableRules.filter((rule) => objections.some((one) => one.rule === rule))
      const isFinal = passable.length < objections.length
      const help = isFinal ? '' : ` To confirm it all the same: --despite ${passable.join(',')}.`
      throw invalidRequest(
        `The conversion cannot be confirmed: ${reasons}.${help}`,
        objections.map(({ rule, message }) => ({ field: 'conversionId', rule, message })),
      )
    },
  })
}

async function findFacts(
  store: Ports['store'],
  { tx, before, after, context, offer }: CheckedMove,
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
    remainingCap: remainingOf(lines, context.capUse),
    twin: findTwinOf(context, before, named),
    isTransactionErased: await store.transactions.isClaimErased(tx, before.id),
  }
}
