import { dayMs } from '@quoin/core/time/durations.ts'
import type { Ports } from '../../ports/ports.ts'

/** As far back as a report may ask. */
const keptDays = 400

/** Returns how many rows are gone. */
export async function pruneImpressions({
  db,
  store,
  clock,
}: Pick<Ports, 'db' | 'store' | 'clock'>): Promise<number> {
  return await store.impressions.deleteOldImpressions(db, clock.nowMs() - keptDays * dayMs)
}
