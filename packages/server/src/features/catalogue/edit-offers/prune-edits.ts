import { keptDays } from '@quoin/core/retention/kept-days.ts'
import { dayMs } from '@quoin/core/time/durations.ts'
import type { Ports } from '../../../ports/ports.ts'

/** Each may have 10,000 rows; the rest is for the next round. */
const editsMax = 50

/** Deletes edits of long ago with what they changed; returns how many. The audit log keeps what was done. */
export async function pruneEdits({
  db,
  store,
  clock,
}: Pick<Ports, 'db' | 'store' | 'clock'>): Promise<number> {
  return await store.offerEdits.deleteOldEdits(db, clock.nowMs() - keptDays.offerEdits * dayMs, editsMax)
}
