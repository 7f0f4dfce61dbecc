import { notFound } from '@quoin/core/errors.ts'
import type { KeptListEntry } from '@quoin/core/lists/list-entry.ts'
import type { ListNeeds } from './add-list-entry.ts'

/** Takes an entry off its list and returns it. Throws RESOURCE_NOT_FOUND when there is none of that id. */
export async function removeListEntry(
  { db, store, clock, snapshots }: ListNeeds,
  { id, actor }: { readonly id: number; readonly actor: string },
): Promise<KeptListEntry> {
  const nowMs = clock.nowMs()
  const removed = await db.transaction(async (tx) => {
    const entry = await store.lists.deleteEntry(tx, id)
    if (entry === undefined) throw notFound(`There is no list entry ${id}.`)
    const { id: _id, ...details } = entry
    const object = `list_entry:${id}`
    await store.audit.insertAudit(tx, { actor, action: 'list_entry.removed', object, details, nowMs })
    await store.snapshotVersions.bumpSnapshot(tx, 'lists')
    return entry
  })
  await snapshots.refresh('lists')
  return removed
}
