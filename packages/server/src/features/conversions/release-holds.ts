import { releaseHeld } from '@quoin/core/conversions/review-claim.ts'
import type { MoveNeeds } from './move-conversions.ts'
import { moveDue } from './move-due.ts'

/**
 * Approves conversions that were held for a time which is over; returns how many. One that was taken back in the
 * meantime is left alone.
 */
export async function releaseHolds(needs: MoveNeeds): Promise<number> {
  const { listDueHoldIds } = needs.store.claims
  return await moveDue(needs, { listDue: listDueHoldIds, next: releaseHeld, cause: { source: 'release' } })
}
