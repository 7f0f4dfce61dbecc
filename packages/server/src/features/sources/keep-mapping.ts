import type { FeedMapping } from '@quoin/core/sources/mapping/mapping.ts'
import { mappingsKept } from '@quoin/core/sources/source.ts'
import type { Db } from '../../store/pg/database.ts'
import type { AuditNeeds } from '../audit/note-change.ts'

/** Puts a mapping of a source into force; returns its version. */
export async function keepMapping(
  { store, clock, actor = 'server' }: AuditNeeds,
  tx: Db,
  { sourceId, mapping }: { readonly sourceId: number; readonly mapping: FeedMapping },
): Promise<number> {
  const version = await store.sourceMappings.insertMapping(tx, {
    ...{ sourceId, mapping, actor },
    nowMs: clock.nowMs(),
  })
  await store.sourceMappings.deleteOldMappings(tx, sourceId, mappingsKept)
  return version
}
