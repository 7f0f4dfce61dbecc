import { dayMs } from '@quoin/core/time/durations.ts'
import type { Ports } from '../../ports/ports.ts'

const batchMax = 5_000
/** The rest is for the next round: ended entries are in nobody's way. */
const batchesMax = 100

/** Forgets list entries that ended some time ago. They are out of force at once; the audit log keeps that they were. */
export async function pruneEntries({
  db,
  store,
  clock,
  settings,
}: Pick<Ports, 'db' | 'store' | 'clock' | 'settings'>): Promise<number> {
  const beforeMs = clock.nowMs() - settings.listEntryDays * dayMs
  let pruned = 0
  for (let batch = 0; batch < batchesMax; batch += 1) {
    const gone = await store.lists.deleteEnded(db, beforeMs, batchMax)
    pruned += gone
    if (gone < batchMax) break
  }
  return pruned
}
