import { firstIdAt } from '@quoin/core/tracking/click-id.ts'
import { dayMs } from '@quoin/core/time/durations.ts'
import type { Ports } from '../../ports/ports.ts'

const batchMax = 1_000
/** The rest is for the next round: nobody waits for it. */
const batchesMax = 200

/**
 * Forgets callbacks that have ended, and their attempts, when they are older than they are kept; what a disabled
 * endpoint is owed, too. A callback on its way to an active one is never forgotten. Returns how many. With its last
 * callback a removed endpoint goes. Ids from before a restore go when callbacks of that time are gone.
 */
export async function pruneCallbacks({
  db,
  store,
  clock,
  settings,
}: Pick<Ports, 'db' | 'store' | 'clock'> & {
  readonly settings: Pick<Ports['settings'], 'callbackRetentionDays'>
}): Promise<number> {
  const beforeMs = clock.nowMs() - settings.callbackRetentionDays * dayMs
  const beforeId = firstIdAt(beforeMs)
  let pruned = 0
  const { listEndpoints, listRemovedEndpoints, deleteRemovedBefore } = store.callbackEndpoints
  for (const { id, status } of [...(await listEndpoints(db)), ...(await listRemovedEndpoints(db))]) {
    for (let batch = 0; batch < batchesMax; batch += 1) {
      const old = { endpointId: id, beforeId, withPending: status === 'disabled', limit: batchMax }
      const gone = await store.callbackLog.deleteOld(db, old)
      pruned += gone
      if (gone < batchMax) break
    }
  }
  await deleteRemovedBefore(db, beforeMs)
  for (let batch = 0; batch < batchesMax; batch += 1) {
    if ((await store.toldIds.deleteToldBefore(db, { beforeMs, limit: batchMax })) < batchMax) break
  }
  return pruned
}
