import { keptDays } from '@quoin/core/retention/kept-days.ts'
import { dayMs } from '@quoin/core/time/durations.ts'
import type { Ports } from '../../ports/ports.ts'
import { inBatches } from '../retention/in-batches.ts'

/** Deletes alerts that were over long ago, with their messages; returns how many. */
export async function pruneAlerts({
  db,
  store,
  clock,
}: Pick<Ports, 'db' | 'store' | 'clock'>): Promise<number> {
  const beforeMs = clock.nowMs() - keptDays.alerts * dayMs
  return await inBatches((limit) => store.alerts.deleteEnded(db, beforeMs, limit))
}
