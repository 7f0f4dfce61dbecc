import type { Conversion } from '@quoin/core/conversions/conversion.ts'
import { type GoalOffer, resolveGoal } from '@quoin/core/offers/goal.ts'
import { placeOfClick } from '@quoin/core/prices/price.ts'
import { idTimeMs } from '@quoin/core/tracking/click-id.ts'
import type { NamedGoal } from './transaction-context.ts'

/**
 * The goal of a conversion, by the names that it has and had; whether it can be earned again, and what is listed for it.
 */
export function namedGoalOf(
  { goal, clickId, createdAtMs, country, platform }: Conversion,
  offer: GoalOffer | undefined,
): NamedGoal & { readonly isRepeatable: boolean; readonly revenueMicros: number | undefined } {
  const timeMs = clickId === null ? createdAtMs : idTimeMs(clickId)
  const place = placeOfClick({ country, platform })
  const resolved = offer && resolveGoal(offer, { named: goal, timeMs, place })
  if (resolved === undefined)
    return {
      goal,
      formerGoal: null,
      isRepeatable: offer?.isRepeatable ?? false,
      revenueMicros: offer?.revenueMicros,
    }
  const formerGoal = resolved.goal === goal ? resolved.formerGoal : resolved.goal
  const { isRepeatable, revenueMicros } = resolved.offer
  return { goal, formerGoal, isRepeatable, revenueMicros }
}
