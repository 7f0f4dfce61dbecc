import type { FeedMapping } from '@quoin/core/sources/mapping/mapping.ts'
import type { Db } from '../pg/database.ts'

/** A mapping that a source has or had. */
export interface SourceMapping {
  /** From 1; the newest is in force. */
  readonly version: number
  readonly mapping: FeedMapping
  readonly actor: string
  readonly createdAtMs: number
}

const columns = `version, mapping, actor, created_at as "createdAtMs"`

interface NewMapping extends Pick<SourceMapping, 'mapping' | 'actor'> {
  readonly sourceId: number
  readonly nowMs: number
}

/** The next version of a source that the caller holds. */
export async function insertMapping(
  tx: Db,
  { sourceId, mapping, actor, nowMs }: NewMapping,
): Promise<number> {
  const [row] = await tx.query<{ version: number }>(
    `insert into source_mappings (source_id, version, mapping, actor, created_at)
     values ($1, 1 + coalesce((select max(version) from source_mappings where source_id = $1), 0), $2::jsonb, $3,
       to_timestamp($4::bigint / 1000.0)) returning version`,
    [sourceId, JSON.stringify(mapping), actor, nowMs],
  )
  if (row === undefined) throw new Error('an insert returned no row')
  return row.version
}

/** Deletes all but so many of the newest. */
export async function deleteOldMappings(tx: Db, sourceId: number, kept: number): Promise<void> {
  await tx.query(
    `delete from source_mappings where source_id = $1
       and version <= (select max(version) from source_mappings where source_id = $1) - $2`,
    [sourceId, kept],
  )
}

/** Newest first; as many as are kept. */
export async function listMappings(db: Db, sourceId: number): Promise<SourceMapping[]> {
  return await db.query<SourceMapping>(
    `select ${columns} from source_mappings where source_id = $1 order by version desc`,
    [sourceId],
  )
}

export async function findMapping(
  db: Db,
  sourceId: number,
  version: number,
): Promise<SourceMapping | undefined> {
  const [row] = await db.query<SourceMapping>(
    `select ${columns} from source_mappings where source_id = $1 and version = $2`,
    [sourceId, version],
  )
  return row
}
