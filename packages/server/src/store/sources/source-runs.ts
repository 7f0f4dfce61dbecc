import type { RunCounts, RunState } from '@quoin/core/sources/source.ts'
import type { HoldingWord } from '@quoin/core/sources/unknown-words.ts'
import type { ListPage, ListSlice } from '@quoin/core/paging/list-slice.ts'
import type { Db } from '../pg/database.ts'
import { selectPage } from '../pg/select-page.ts'

/** One time that a source was asked. */
export interface SourceRun {
  readonly id: number
  readonly sourceId: number
  readonly actor: string
  readonly state: RunState
  /** Why it waits or has failed. */
  readonly cause: string | null
  readonly message: string | null
  readonly beganAtMs: number
  readonly endedAtMs: number | null
  /** The number of offers by the network's own count. */
  readonly theirs: number | null
  readonly ours: number
  readonly pages: number
  readonly counts: RunCounts
  readonly appliedAtMs: number | null
  readonly appliedBy: string | null
  readonly undoneAtMs: number | null
  readonly undoneBy: string | null
  readonly putBack: number | null
  readonly stayed: number | null
  readonly unknownWords: readonly HoldingWord[]
  /** The version of the mapping that it was read by; null where there is none. */
  readonly mappingVersion: number | null
}

const columns = `id, source_id as "sourceId", actor, state, cause, message, began_at as "beganAtMs",
  ended_at as "endedAtMs", theirs, ours, pages, counts, applied_at as "appliedAtMs", applied_by as "appliedBy",
  undone_at as "undoneAtMs", undone_by as "undoneBy", put_back as "putBack", stayed,
  unknown_words as "unknownWords", mapping_version as "mappingVersion"`

const batchTimeoutMs = 30_000

interface NewRun extends Pick<SourceRun, 'sourceId' | 'actor' | 'counts'> {
  readonly mappingVersion?: number | null
  readonly nowMs: number
}

export async function insertRun(
  tx: Db,
  { sourceId, actor, counts, mappingVersion = null, nowMs }: NewRun,
): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `insert into source_runs (source_id, actor, state, counts, began_at, mapping_version)
     values ($1, $2, 'running', $3::jsonb, to_timestamp($4::bigint / 1000.0), $5) returning id`,
    [sourceId, actor, JSON.stringify(counts), nowMs, mappingVersion],
  )
  if (row === undefined) throw new Error('an insert returned no row')
  return row.id
}

/** Ends runs whose process is gone: nothing of them has counted. */
export async function endInterrupted(
  tx: Db,
  {
    sourceId,
    nowMs,
    message,
  }: { readonly sourceId: number; readonly nowMs: number; readonly message: string },
): Promise<void> {
  await tx.query(
    `with ended as (
       update source_runs set state = 'failed', cause = 'interrupted', message = $3,
         ended_at = to_timestamp($2::bigint / 1000.0)
       where source_id = $1 and state = 'running' returning id)
     delete from source_run_offers o using ended where o.run_id = ended.id`,
    [sourceId, nowMs, message],
  )
}

export async function updateProgress(
  db: Db,
  { id, pages, ours, theirs }: Pick<SourceRun, 'id' | 'pages' | 'ours' | 'theirs'>,
): Promise<void> {
  await db.query('update source_runs set pages = $2, ours = $3, theirs = $4 where id = $1', [
    id,
    pages,
    ours,
    theirs,
  ])
}

/** Keeps the words that hold offers of a run. */
export async function updateUnknownWords(db: Db, id: number, words: readonly HoldingWord[]): Promise<void> {
  await db.query('update source_runs set unknown_words = $2::jsonb where id = $1', [
    id,
    JSON.stringify(words),
  ])
}

/** Makes the findings of a run before those of a run that found the same; undefined where it is gone. */
export async function takeFindings(
  tx: Db,
  runId: number,
  beforeId: number,
): Promise<Pick<SourceRun, 'counts'> | undefined> {
  const [row] = await tx.query<Pick<SourceRun, 'counts'>>(
    `update source_runs r set pages = 1, ours = b.ours, theirs = b.theirs, unknown_words = b.unknown_words
     from source_runs b where r.id = $1 and b.id = $2 and b.source_id = r.source_id returning b.counts`,
    [runId, beforeId],
  )
  await tx.query(
    'update source_run_offers set run_id = $1 where run_id = $2 and before is null',
    [runId, beforeId],
    {
      timeoutMs: batchTimeoutMs,
    },
  )
  return row
}

type EndedRun = Pick<SourceRun, 'id' | 'state' | 'cause' | 'message' | 'counts'> & { readonly nowMs: number }

/** Ends a run that is under way; false where it has ended already. */
export async function endRun(
  tx: Db,
  { id, state, cause, message, counts, nowMs }: EndedRun,
): Promise<boolean> {
  const rows = await tx.query(
    `update source_runs set state = $2, cause = $3, message = $4, counts = $5::jsonb,
       ended_at = to_timestamp($6::bigint / 1000.0) where id = $1 and state = 'running' returning id`,
    [id, state, cause, message, JSON.stringify(counts), nowMs],
  )
  return rows.length > 0
}

interface AppliedRun extends Pick<SourceRun, 'id' | 'actor' | 'counts'> {
  /** Whether it has changed any offer. */
  readonly isChange: boolean
  readonly nowMs: number
}

export async function markApplied(tx: Db, { id, actor, counts, isChange, nowMs }: AppliedRun): Promise<void> {
  await tx.query(
    `update source_runs set state = case when $5 then 'applied' else 'same' end, counts = $4::jsonb, applied_by = $2,
       applied_at = to_timestamp($3::bigint / 1000.0),
       ended_at = coalesce(ended_at, to_timestamp($3::bigint / 1000.0)) where id = $1`,
    [id, actor, nowMs, JSON.stringify(counts), isChange],
  )
}

interface UndoneRun {
  readonly id: number
  readonly actor: string
  readonly nowMs: number
  readonly putBack: number
  readonly stayed: number
}

export async function markUndone(tx: Db, { id, actor, nowMs, putBack, stayed }: UndoneRun): Promise<void> {
  await tx.query(
    `update source_runs set state = 'undone', undone_by = $2, undone_at = to_timestamp($3::bigint / 1000.0),
       put_back = $4, stayed = $5 where id = $1`,
    [id, actor, nowMs, putBack, stayed],
  )
}

/** Those that waited and are followed by a run that counts: nobody can apply them any more. */
export async function replaceWaiting(tx: Db, sourceId: number, exceptId: number): Promise<void> {
  await tx.query(
    `with replaced as (
       update source_runs set state = 'replaced' where source_id = $1 and state = 'waiting' and id <> $2 returning id)
     delete from source_run_offers o using replaced where o.run_id = replaced.id and o.verdict = 'same'`,
    [sourceId, exceptId],
  )
}

export async function findRun(db: Db, id: number): Promise<SourceRun | undefined> {
  const [row] = await db.query<SourceRun>(`select ${columns} from source_runs where id = $1`, [id])
  return row
}

export async function lockRun(tx: Db, id: number): Promise<SourceRun | undefined> {
  const [row] = await tx.query<SourceRun>(`select ${columns} from source_runs where id = $1 for update`, [id])
  return row
}

/** The newest run of each of some sources. */
export async function listNewestRuns(db: Db, sourceIds: readonly number[]): Promise<SourceRun[]> {
  return await db.query<SourceRun>(
    `select r.* from unnest($1::bigint[]) as s (id) cross join lateral (
       select ${columns} from source_runs where source_id = s.id order by id desc limit 1) r`,
    [sourceIds],
  )
}

export async function listRunPage(
  db: Db,
  { sourceId, state }: { readonly sourceId: number; readonly state: string | null },
  slice: ListSlice,
): Promise<ListPage<SourceRun>> {
  return await selectPage(db, {
    select: columns,
    from: 'source_runs',
    where: 'source_id = $1 and ($2::text is null or state = $2)',
    values: [sourceId, state],
    sorts: { time: [{ sql: 'id', type: 'bigint' }] },
    slice,
  })
}

interface OldRuns {
  readonly sourceId: number
  /** The newest ones that stay. */
  readonly kept: number
  /** Those that have changed offers since then stay, too: they can be taken back. */
  readonly undoableSinceMs: number
  /** The newest of them that stay. */
  readonly undoable: number
}

/** Deletes old runs of a source; one that waits stays. */
export async function deleteOldRuns(
  db: Db,
  { sourceId, kept, undoableSinceMs, undoable }: OldRuns,
): Promise<void> {
  await db.query(
    `delete from source_runs r where source_id = $1 and state not in ('running', 'waiting')
       and id < coalesce((select id from source_runs where source_id = $1 order by id desc offset $2 limit 1), 0)
       and not (state = 'applied' and applied_at >= to_timestamp($3::bigint / 1000.0)
         and id >= coalesce((select id from source_runs where source_id = $1 and state = 'applied'
           order by id desc offset $4 limit 1), 0))`,
    [sourceId, kept - 1, undoableSinceMs, undoable - 1],
  )
}
