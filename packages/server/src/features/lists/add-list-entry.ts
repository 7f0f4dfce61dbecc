import { invalidFields, notFound } from '@quoin/core/errors.ts'
import type { KeptListEntry } from '@quoin/core/lists/list-entry.ts'
import { type ListEntryDraft, readListEntry } from '@quoin/core/lists/read-list-entry.ts'
import type { Ports, Snapshots } from '../../ports/ports.ts'

/** The command line has no snapshots of its own; the running server hears of the change. */
export type ListNeeds = Pick<Ports, 'db' | 'store' | 'clock'> & {
  readonly snapshots: Pick<Snapshots, 'refresh'>
}

/**
 * Puts a device, user, address, range or country on the block, review or allow list of an app or of the
 * platform. The same value entered again changes its entry. In force at once here, and within a second in
 * other processes. Throws INVALID_REQUEST for what is no such thing, RESOURCE_NOT_FOUND for an unknown app.
 */
export async function addListEntry(
  { db, store, clock, snapshots }: ListNeeds,
  { actor, ...draft }: ListEntryDraft & { readonly actor: string },
): Promise<KeptListEntry> {
  const nowMs = clock.nowMs()
  const reading = readListEntry(draft, nowMs)
  if (!reading.ok) throw invalidFields(reading.problems)
  const { entry } = reading
  const added = await db.transaction(async (tx) => {
    if (entry.appId !== null && !(await store.apps.findAppById(tx, entry.appId))) {
      throw notFound(`There is no app ${entry.appId}.`)
    }
    const kept = await store.lists.upsertEntry(tx, { ...entry, actor, nowMs })
    const { id, ...details } = kept
    const object = `list_entry:${id}`
    await store.audit.insertAudit(tx, { actor, action: 'list_entry.added', object, details, nowMs })
    await store.snapshotVersions.bumpSnapshot(tx, 'lists')
    return kept
  })
  await snapshots.refresh('lists')
  return added
}
