import type { Ports } from '../../../ports/ports.ts'
import { type EndpointNeeds, getLivingEndpoint, noteChange } from './change-endpoint.ts'
import { maskUrl } from '../requests/mask-request.ts'

const batchMax = 1_000
/** The rest is for the next look, a minute later. */
const batchesMax = 1_000

/**
 * Does away with an endpoint for good: nothing more is written for it, and what it is still owed is cancelled. Its
 * former callbacks stay readable as long as callbacks are kept. Its name is free again. Throws RESOURCE_NOT_FOUND.
 */
export async function removeEndpoint(
  needs: EndpointNeeds,
  { endpointId, actor }: { readonly endpointId: number; readonly actor: string },
): Promise<{ readonly endpointId: number; readonly cancelled: number }> {
  const { db, store, clock, snapshots } = needs
  const { name, appId, url } = await getLivingEndpoint(needs, endpointId)
  await db.transaction(async (tx) => {
    // Whoever removes it at the same moment has noted it.
    if (!(await store.callbackEndpoints.removeEndpoint(tx, endpointId, clock.nowMs()))) return
    const details = { appId, name, url: maskUrl(url) }
    await noteChange(needs, tx, { actor, action: 'removed', endpointId, details })
  })
  await snapshots.refresh('apps')
  return { endpointId, cancelled: await cancelRemoved(needs) }
}

/**
 * Ends what removed endpoints are owed, also what a process wrote that had not heard of it, or was sending. Returns how
 * much.
 */
export async function cancelRemoved({
  db,
  store,
  clock,
}: Pick<Ports, 'db' | 'store' | 'clock'>): Promise<number> {
  let cancelled = 0
  for (let batch = 0; batch < batchesMax; batch += 1) {
    const ended = await store.callbacks.cancelRemoved(db, { nowMs: clock.nowMs(), limit: batchMax })
    cancelled += ended
    if (ended < batchMax) break
  }
  return cancelled
}
