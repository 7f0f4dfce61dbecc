import type { Cap } from '@quoin/core/caps/cap.ts'
import { notFound } from '@quoin/core/errors.ts'
import type { CapNeeds } from './set-cap.ts'

/**
 * Removes a cap and returns it; its counters are swept later. Throws RESOURCE_NOT_FOUND when there is none of that
 * id.
 */
export async function removeCap(
  { db, store, clock, snapshots }: CapNeeds,
  { id, actor }: { readonly id: number; readonly actor: string },
): Promise<Cap> {
  const nowMs = clock.nowMs()
  const removed = await db.transaction(async (tx) => {
    const cap = await store.caps.deleteCap(tx, id)
    if (cap === undefined) throw notFound(`There is no cap ${id}.`)
    const { id: _id, ...details } = cap
    await store.audit.insertAudit(tx, { actor, action: 'cap.removed', object: `cap:${id}`, details, nowMs })
    await store.snapshotVersions.bumpSnapshot(tx, 'caps')
    return cap
  })
  await snapshots.refresh('caps')
  return removed
}
