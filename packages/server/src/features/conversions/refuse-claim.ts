import type { Conversion } from '@quoin/core/conversions/conversion.ts'
import { refuseReviewed } from '@quoin/core/conversions/review-claim.ts'
import type { MoveNeeds } from './move-conversions.ts'
import { type ReviewedBy, review } from './review.ts'

/**
 * An operator rejects a claim or a held conversion. Throws RESOURCE_NOT_FOUND, and INVALID_REQUEST for one
 * that does not wait for review.
 */
export async function refuseClaim(ports: MoveNeeds, decision: ReviewedBy): Promise<Conversion> {
  return await review(ports, decision, { next: refuseReviewed })
}
