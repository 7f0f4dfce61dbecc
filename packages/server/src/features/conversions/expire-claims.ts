import { expireClaim } from '@quoin/core/conversions/review-claim.ts'
import type { MoveNeeds } from './move-conversions.ts'
import { moveDue } from './move-due.ts'

/** Rejects unattributed claims that nobody confirmed in 30 days; returns how many. */
export async function expireClaims(needs: MoveNeeds): Promise<number> {
  const { listDueClaimIds } = needs.store.claims
  return await moveDue(needs, { listDue: listDueClaimIds, next: expireClaim, cause: { source: 'expiry' } })
}
