import { keptDays } from '@quoin/core/retention/kept-days.ts'
import { dayOf } from '@quoin/core/time/calendar-day.ts'
import { dayMs } from '@quoin/core/time/durations.ts'
import type { Ports } from '../../ports/ports.ts'

const batchMax = 5_000
const batchesMax = 100

/**
 * Deletes counters of days long past and those of caps that are gone, in batches; returns how many. May run anywhere
 * and at any time.
 */
export async function sweepCounters({
  db,
  store,
  clock,
}: Pick<Ports, 'db' | 'store' | 'clock'>): Promise<number> {
  const beforeDay = dayOf(clock.nowMs() - keptDays.capCounters * dayMs)
  const sweeps = [
    () => store.capCounters.deleteOldCounters(db, { beforeDay, limit: batchMax }),
    () => store.capCounters.deleteStrayCounters(db, batchMax),
  ]
  let swept = 0
  for (const sweep of sweeps) {
    for (let batch = 0; batch < batchesMax; batch += 1) {
      const count = await sweep()
      swept += count
      if (count < batchMax) break
    }
  }
  return swept
}
