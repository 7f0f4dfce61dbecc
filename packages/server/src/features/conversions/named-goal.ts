import type { Conversion } from '@quoin/core/conversions/conversion.ts'
import { type GoalOffer, resolveGoal } from '@quoin/core/offers/goal.ts'
import { idTimeMs } from '@quoin/core/tracking/click-id.ts'
import type { NamedGoal } from './transaction-context.ts'

/** The goal of a conversion, by the names that it has and had, and whether it can be earned again. */
export function namedGoalOf(
  { goal, clickId, createdAtMs }: Conversion,
  offer: GoalOffer | undefined,
): NamedGoal & { readonly isRepeatable: boolean } {
  const clickedAtMs = clickId === null ? createdAtMs : idTimeMs(clickId)
  const resolved = offer && resolveGoal(offer, { named: goal, clickedAtMs })
  if (resolved === undefined) return { goal, formerGoal: null, isRepeatable: offer?.isRepeatable ?? false }
  const formerGoal = resolved.goal === goal ? resolved.formerGoal : resolved.goal
  return { goal, formerGoal, isRepeatable: resolved.offer.isRepeatable }
}
