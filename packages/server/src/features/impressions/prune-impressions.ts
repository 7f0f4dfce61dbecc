import { keptDays } from '@quoin/core/retention/kept-days.ts'
import { dayMs } from '@quoin/core/time/durations.ts'
import type { Ports } from '../../ports/ports.ts'

/** Returns how many rows are gone. */
export async function pruneImpressions({
  db,
  store,
  clock,
}: Pick<Ports, 'db' | 'store' | 'clock'>): Promise<number> {
  return await store.impressions.deleteOldImpressions(db, clock.nowMs() - keptDays.impressions * dayMs)
}
