import { releaseHeld } from '@quoin/core/conversion/review-claim.ts'
import type { Ports } from '../../ports.ts'
import { moveConversions } from './move-conversions.ts'

const batchMax = 200
const batchesMax = 500

/**
 * Approves conversions that were held for a time which is over, in batches; returns how many. May run anywhere, in
 * several processes and at any time: under its lock each is released once, and one that was taken back in the
 * meantime is left alone.
 */
export async function releaseHolds(
  ports: Parameters<typeof moveConversions>[0] & Pick<Ports, 'store'>,
): Promise<number> {
  let released = 0
  for (let batch = 0; batch < batchesMax; batch += 1) {
    const ids = await ports.store.claims.listDueHoldIds(ports.db, ports.clock.nowMs(), batchMax)
    if (ids.length === 0) return released
    const moved = await moveConversions(ports, ids, { next: releaseHeld, cause: { source: 'release' } })
    const done = moved.filter(({ after }) => after !== undefined).length
    // Another process was quicker: the next run sees what is left.
    if (done === 0) return released
    released += done
  }
  return released
}
