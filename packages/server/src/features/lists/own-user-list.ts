import { invalidRequest, notFound } from '@quoin/core/errors.ts'
import type { KeptListEntry, ListAction } from '@quoin/core/lists/list-entry.ts'
import { addListEntry, type ListNeeds } from './add-list-entry.ts'
import { removeListEntry } from './remove-list-entry.ts'

interface PublisherActor {
  readonly publisherId: number
  readonly actor: string
}

/** Entries of a publisher's people carry the publisher: what the platform has listed is not theirs to change. */
function ownActor({ publisherId, actor }: PublisherActor): string {
  return `publisher:${publisherId} ${actor}`
}

export function isOwnEntry({ actor }: Pick<KeptListEntry, 'actor'>, publisherId: number): boolean {
  return actor.startsWith(`publisher:${publisherId} `)
}

interface OwnListing extends PublisherActor {
  readonly appId: number
  readonly userId: string
  readonly action: ListAction
  readonly reason: string
}

/** Puts a user of a publisher's app on a list. INVALID_REQUEST where the platform has listed them. */
export async function listOwnUser(ports: ListNeeds, listing: OwnListing): Promise<KeptListEntry> {
  const { appId, userId: value, action, reason, publisherId } = listing
  const known = await ports.store.lists.findUserEntry(ports.db, { appId, value })
  if (known && !isOwnEntry(known, publisherId)) {
    throw invalidRequest('The platform has listed this user: only the platform can change that.')
  }
  return await addListEntry(ports, { appId, kind: 'user', value, action, reason, actor: ownActor(listing) })
}

/** Takes a user off a list again. RESOURCE_NOT_FOUND for what the publisher's own people have not listed. */
export async function unlistOwnUser(
  ports: ListNeeds,
  { appId, id, ...who }: PublisherActor & { readonly appId: number; readonly id: number },
): Promise<void> {
  const entry = await ports.store.lists.findEntry(ports.db, id)
  const isOwn = entry?.appId === appId && entry.kind === 'user' && isOwnEntry(entry, who.publisherId)
  if (!isOwn) throw notFound(`You have no list entry ${id} in this app.`)
  await removeListEntry(ports, { id, actor: ownActor(who) })
}
