import type { Conversion } from '@quoin/core/conversions/conversion.ts'
import type { PassableRule } from '@quoin/core/conversions/review-objections.ts'
import { decideConversion } from './decide-conversion.ts'
import type { MoveNeeds } from './move-conversions.ts'
import type { ReviewedBy } from './review.ts'

interface Confirmation extends ReviewedBy {
  /** Rules that the person knows to stand against it. */
  readonly despite?: readonly PassableRule[]
}

/**
 * An operator vouches for a claim, or lifts the hold of a reported conversion, which then stands where the
 * network said. Throws as `decideConversion` does.
 */
export async function confirmClaim(ports: MoveNeeds, confirmation: Confirmation): Promise<Conversion> {
  return await decideConversion(ports, { ...confirmation, decision: 'confirm' })
}
