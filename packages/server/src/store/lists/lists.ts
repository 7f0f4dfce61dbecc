import type { KeptListEntry, ListEntry, ListKind } from '@quoin/core/lists/list-entry.ts'
import type { NewListEntry } from '@quoin/core/lists/read-list-entry.ts'
import type { Db } from '../pg/database.ts'
import { type RowColumns, rowsFrom, valuesOf } from '../pg/row-parameters.ts'

const entryColumns = `id, app_id as "appId", kind, value, action, reason, expires_at as "expiresAtMs"`

const keptColumns = `${entryColumns}, actor, created_at as "createdAtMs"`

/** Everything that is in force, for the directory in memory. */
export async function listActiveEntries(db: Db, nowMs: number): Promise<ListEntry[]> {
  return await db.query(
    `select ${entryColumns}, actor like 'publisher:%' as "isOwn" from list_entries
     where expires_at is null or expires_at > to_timestamp($1::bigint / 1000.0) order by id`,
    [nowMs],
  )
}

interface ListPage {
  /** Null: those of the platform. Undefined: all. */
  readonly appId?: number | null | undefined
  readonly kind?: ListKind | undefined
  readonly afterId: number
  readonly limit: number
}

/** In the order in which they were first entered, expired ones too. */
export async function listEntries(
  db: Db,
  { appId, kind, afterId, limit }: ListPage,
): Promise<KeptListEntry[]> {
  return await db.query(
    `select ${keptColumns} from list_entries
     where id > $1 and ($2::text is null or kind = $2)
       and (not $3::boolean or app_id is not distinct from $4::bigint)
     order by id limit $5`,
    [afterId, kind ?? null, appId !== undefined, appId ?? null, limit],
  )
}

/** Entering a value again changes its entry. */
export async function upsertEntry(
  db: Db,
  entry: NewListEntry & { readonly actor: string; readonly nowMs: number },
): Promise<KeptListEntry> {
  const [row] = await db.query<KeptListEntry>(
    `insert into list_entries (app_id, kind, value, action, reason, actor, expires_at, created_at)
     values ($1, $2, $3, $4, $5, $6, to_timestamp($7::bigint / 1000.0), to_timestamp($8::bigint / 1000.0))
     on conflict (app_id, kind, value) do update
       set action = excluded.action, reason = excluded.reason, actor = excluded.actor,
           expires_at = excluded.expires_at
     returning ${keptColumns}`,
    [
      entry.appId,
      entry.kind,
      entry.value,
      entry.action,
      entry.reason,
      entry.actor,
      entry.expiresAtMs,
      entry.nowMs,
    ],
  )
  if (row === undefined) throw new Error('an upsert returned no row')
  return row
}

const entryRow: RowColumns<NewListEntry> = {
  appId: 'bigint',
  kind: 'text',
  value: 'text',
  action: 'text',
  reason: 'text',
  expiresAtMs: 'bigint',
}

/** One import at a time: two with the same entries in other orders would wait for each other. */
export async function lockImports(tx: Db): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('list imports', 0))`, [])
}

/**
 * Enters many, each thing once, and writes them into the audit log; returns how many are new or changed. Entries that
 * stand there already stay untouched.
 */
export async function upsertEntries(
  tx: Db,
  entries: readonly NewListEntry[],
  { actor, nowMs }: { readonly actor: string; readonly nowMs: number },
): Promise<number> {
  const [row] = await tx.query<{ changed: number }>(
    `with kept as (
       insert into list_entries as l (app_id, kind, value, action, reason, actor, expires_at, created_at)
       select e."appId", e.kind, e.value, e.action, e.reason, $1, to_timestamp(e."expiresAtMs" / 1000.0),
         to_timestamp($2::bigint / 1000.0)
       from ${rowsFrom(entryRow, 'e', 3)}
       on conflict (app_id, kind, value) do update
         set action = excluded.action, reason = excluded.reason, actor = excluded.actor,
             expires_at = excluded.expires_at
         where (l.action, l.reason, l.expires_at)
           is distinct from (excluded.action, excluded.reason, excluded.expires_at)
       returning ${entryColumns}
     ), noted as (
       insert into audit_log (happened_at, actor, action, object, details)
       select to_timestamp($2::bigint / 1000.0), $1, 'list_entry.added', 'list_entry:' || id,
         jsonb_build_object('appId', "appId", 'kind', kind, 'value', value, 'action', action, 'reason', reason,
           'expiresAtMs', (extract(epoch from "expiresAtMs") * 1000)::bigint)
       from kept
     )
     select count(*)::integer as changed from kept`,
    [actor, nowMs, ...valuesOf(entryRow, entries)],
  )
  return row?.changed ?? 0
}

/** Entries that ended before a moment, by list_entries_by_expiry; returns how many there were. */
export async function deleteEnded(db: Db, beforeMs: number, limit: number): Promise<number> {
  const rows = await db.query(
    `delete from list_entries where id = any (array(
       select id from list_entries where expires_at < to_timestamp($1::bigint / 1000.0)
       order by expires_at limit $2)) returning 1`,
    [beforeMs, limit],
  )
  return rows.length
}

export async function findEntry(db: Db, id: number): Promise<KeptListEntry | undefined> {
  const [row] = await db.query<KeptListEntry>(`select ${keptColumns} from list_entries where id = $1`, [id])
  return row
}

/** The entry of a user in an app, by its unique key. */
export async function findUserEntry(
  db: Db,
  { appId, value }: { readonly appId: number; readonly value: string },
): Promise<KeptListEntry | undefined> {
  const [row] = await db.query<KeptListEntry>(
    `select ${keptColumns} from list_entries where app_id = $1 and kind = 'user' and value = $2`,
    [appId, value],
  )
  return row
}

/** The removed entry, or undefined when there was none. */
export async function deleteEntry(db: Db, id: number): Promise<KeptListEntry | undefined> {
  const [row] = await db.query<KeptListEntry>(
    `delete from list_entries where id = $1 returning ${keptColumns}`,
    [id],
  )
  return row
}
