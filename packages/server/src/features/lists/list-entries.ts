import type { KeptListEntry, ListKind } from '@quoin/core/lists/list-entry.ts'
import type { Ports } from '../../ports/ports.ts'

const limitMax = 1_000

interface EntryFilter {
  /** Null: those of the platform. Undefined: all. */
  readonly appId?: number | null | undefined
  readonly kind?: ListKind | undefined
  /** The id of the last entry of the page before. */
  readonly afterId?: number | undefined
  /** At most 1,000. */
  readonly limit?: number | undefined
}

/** One page of entries in the order of their ids, expired ones too. */
export async function listEntries(
  { db, store }: Pick<Ports, 'db' | 'store'>,
  { appId, kind, afterId = 0, limit = limitMax }: EntryFilter = {},
): Promise<readonly KeptListEntry[]> {
  return await store.lists.listEntries(db, { appId, kind, afterId, limit: Math.min(limit, limitMax) })
}
