import { keptDays } from '@quoin/core/retention/kept-days.ts'
import { dayMs } from '@quoin/core/time/durations.ts'
import type { Ports } from '../../ports/ports.ts'

const batchMax = 1_000
/** The rest is for the next round. */
const batchesMax = 100

/** Deletes alerts that were over long ago, with their messages; returns how many. */
export async function pruneAlerts({
  db,
  store,
  clock,
}: Pick<Ports, 'db' | 'store' | 'clock'>): Promise<number> {
  let pruned = 0
  for (let batch = 0; batch < batchesMax; batch += 1) {
    const gone = await store.alerts.deleteEnded(db, clock.nowMs() - keptDays.alerts * dayMs, batchMax)
    pruned += gone
    if (gone < batchMax) break
  }
  return pruned
}
