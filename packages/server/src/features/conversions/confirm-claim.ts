import type { Conversion } from '@quoin/core/conversions/conversion.ts'
import { confirmReviewed } from '@quoin/core/conversions/review-claim.ts'
import type { MoveNeeds } from './move-conversions.ts'
import { review } from './review.ts'

/**
 * An operator vouches for a claim, or lifts the hold of a reported conversion, which then stands where the
 * network said. Throws RESOURCE_NOT_FOUND, and INVALID_REQUEST for one that does not wait for review.
 */
export async function confirmClaim(
  ports: MoveNeeds,
  decision: { conversionId: string; actor: string },
): Promise<Conversion> {
  return await review(ports, decision, confirmReviewed)
}
