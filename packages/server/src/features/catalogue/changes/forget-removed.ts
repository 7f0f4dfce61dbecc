import { keptDays } from '@quoin/core/retention/kept-days.ts'
import { dayMs } from '@quoin/core/time/durations.ts'
import type { Ports } from '../../../ports/ports.ts'

const batchMax = 5_000
/** The rest is for the next round. */
const batchesMax = 40

/** Forgets which offers were removed long ago; returns how many. */
export async function forgetRemoved({
  db,
  store,
  clock,
}: Pick<Ports, 'db' | 'store' | 'clock'>): Promise<number> {
  const beforeMs = clock.nowMs() - keptDays.removedOffers * dayMs
  let forgotten = 0
  for (let batch = 0; batch < batchesMax; batch += 1) {
    const gone = await store.offerStates.forgetRemoved(db, { beforeMs, limit: batchMax })
    forgotten += gone
    if (gone < batchMax) break
  }
  return forgotten
}
