import type { Db } from '../pg/database.ts'

/** Adds to the day's count of each entry; one that is gone meanwhile is left out. */
export async function addListHits(
  db: Db,
  hits: readonly { readonly entryId: number; readonly count: number }[],
  nowMs: number,
): Promise<void> {
  await db.query(
    `insert into list_entry_hits as h (entry_id, day, hits, last_at)
     select e.id, (to_timestamp($3::bigint / 1000.0) at time zone 'UTC')::date, g.hits, to_timestamp($3::bigint / 1000.0)
     from unnest($1::bigint[], $2::bigint[]) as g (id, hits) join list_entries e on e.id = g.id
     order by e.id for key share of e
     on conflict (entry_id, day) do update set hits = h.hits + excluded.hits, last_at = greatest(h.last_at, excluded.last_at)`,
    [hits.map(({ entryId }) => entryId), hits.map(({ count }) => count), nowMs],
  )
}

/** Counts of days before a moment, by list_entry_hits_by_day; returns how many there were. */
export async function deleteOldHits(db: Db, beforeMs: number, limit: number): Promise<number> {
  const rows = await db.query(
    `delete from list_entry_hits where (entry_id, day) in (
       select entry_id, day from list_entry_hits
       where day < (to_timestamp($1::bigint / 1000.0) at time zone 'UTC')::date
       order by day, entry_id limit $2) returning 1`,
    [beforeMs, limit],
  )
  return rows.length
}
