import { keptDays } from '@quoin/core/retention/kept-days.ts'
import { dayMs } from '@quoin/core/time/durations.ts'
import type { Ports } from '../../ports/ports.ts'

const batchMax = 5_000
/** The rest is for the next round: ended entries are in nobody's way. */
const batchesMax = 100

/**
 * Forgets list entries that ended some time ago, and how often entries decided long ago. Entries that end are out of
 * force at once; the audit log keeps that they were.
 */
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
  const hitsBeforeMs = clock.nowMs() - keptDays.listEntryHits * dayMs
  for (let batch = 0; batch < batchesMax; batch += 1) {
    if ((await store.listHits.deleteOldHits(db, hitsBeforeMs, batchMax)) < batchMax) break
  }
  return pruned
}
