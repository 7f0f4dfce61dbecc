import { keptDays } from '@quoin/core/retention/kept-days.ts'
import { dayMs } from '@quoin/core/time/durations.ts'
import type { Ports } from '../../ports/ports.ts'
import { inBatches } from '../retention/in-batches.ts'

/** Deletes jobs that ended long ago; returns how many. The audit log keeps what they did. */
export async function pruneJobs({
  db,
  store,
  clock,
}: Pick<Ports, 'db' | 'store' | 'clock'>): Promise<number> {
  const beforeMs = clock.nowMs() - keptDays.jobs * dayMs
  return await inBatches((limit) => store.jobs.deleteOldJobs(db, beforeMs, limit))
}
