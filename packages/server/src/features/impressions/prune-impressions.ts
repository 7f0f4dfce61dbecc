import { keptDays } from '@quoin/core/retention/kept-days.ts'
import { dayMs } from '@quoin/core/time/durations.ts'
import type { Ports } from '../../ports/ports.ts'
import { inBatches } from '../retention/in-batches.ts'

/** Returns how many rows are gone. */
export async function pruneImpressions({
  db,
  store,
  clock,
}: Pick<Ports, 'db' | 'store' | 'clock'>): Promise<number> {
  const beforeMs = clock.nowMs() - keptDays.impressions * dayMs
  return await inBatches((limit) => store.impressions.deleteOldImpressions(db, beforeMs, limit))
}
