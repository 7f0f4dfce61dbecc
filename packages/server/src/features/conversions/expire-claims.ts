import { expireClaim } from '@quoin/core/conversion/review-claim.ts'
import { type MoveNeeds, moveConversions } from './move-conversions.ts'

const batchMax = 200
const batchesMax = 100

/**
 * Rejects unattributed claims that nobody confirmed in 30 days (DECISIONS: POST /v1/conversions), in batches;
 * returns how many. May run anywhere and at any time: what is done already is left alone.
 */
export async function expireClaims(ports: MoveNeeds): Promise<number> {
  let expired = 0
  for (let batch = 0; batch < batchesMax; batch += 1) {
    const ids = await ports.store.claims.listDueClaimIds(ports.db, ports.clock.nowMs(), batchMax)
    if (ids.length === 0) return expired
    const moved = await moveConversions(ports, ids, { next: expireClaim, cause: { source: 'expiry' } })
    const done = moved.filter(({ after }) => after !== undefined).length
    // Another process was quicker, or a row is due that no rule moves: the next run sees.
    if (done === 0) return expired
    expired += done
  }
  return expired
}
