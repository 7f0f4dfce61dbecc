import type { KeptListEntry, ListAction, ListKind } from '@quoin/core/lists/list-entry.ts'
import type { ListPage, ListSlice } from '@quoin/core/paging/list-slice.ts'
import type { Db } from '../pg/database.ts'
import { selectPage } from '../pg/select-page.ts'

interface ListedRow extends KeptListEntry {
  /** Null: for the whole platform. */
  readonly app: string | null
  /** In the last 30 days. */
  readonly hits: number
  readonly lastHitAtMs: number | null
}

interface EntryPageFilter {
  readonly action: ListAction | null
  readonly kind: ListKind | null
  /** Null: all; `platform`: those for the whole platform. */
  readonly scope: number | 'platform' | null
  /** A part of the value, the reason or who entered it. */
  readonly search: string | null
  readonly state: 'active' | 'ended' | null
  readonly nowMs: number
}

/** A page of entries with how often each decided, newest first or in another order. */
export async function listEntryPage(
  db: Db,
  { action, kind, scope, search, state, nowMs }: EntryPageFilter,
  slice: ListSlice,
): Promise<ListPage<ListedRow>> {
  return await selectPage(db, {
    select: `e.id, e.app_id as "appId", a.name as app, e.kind, e.value, e.action, e.reason, e.actor,
      e.expires_at as "expiresAtMs", e.created_at as "createdAtMs", coalesce(h.hits, 0)::bigint as hits,
      h.last_at as "lastHitAtMs"`,
    from: `list_entries e left join apps a on a.id = e.app_id
      left join lateral (select sum(hits) as hits, max(last_at) as last_at from list_entry_hits h
        where h.entry_id = e.id and h.day > (to_timestamp($6::bigint / 1000.0) at time zone 'UTC')::date - 30) h on true`,
    where: `($1::text is null or e.action = $1) and ($2::text is null or e.kind = $2)
      and ($3::text is null or e.app_id is not distinct from nullif($3, 'platform')::bigint)
      and ($4::text is null or strpos(lower(e.value), lower($4)) > 0 or strpos(lower(e.reason), lower($4)) > 0
        or strpos(lower(e.actor), lower($4)) > 0)
      and ($5::text is null
        or ($5 = 'active') = (e.expires_at is null or e.expires_at > to_timestamp($6::bigint / 1000.0)))`,
    values: [action, kind, scope === null ? null : String(scope), search, state, nowMs],
    sorts: {
      time: [{ sql: 'e.id', type: 'bigint' }],
      value: [
        { sql: 'lower(e.value)', type: 'text' },
        { sql: 'e.id', type: 'bigint' },
      ],
      hits: [
        { sql: 'coalesce(h.hits, 0)::bigint', type: 'bigint' },
        { sql: 'e.id', type: 'bigint' },
      ],
      expires: [
        // An entry that never ends comes last.
        { sql: `coalesce(extract(epoch from e.expires_at)::bigint, 9007199254740991)`, type: 'bigint' },
        { sql: 'e.id', type: 'bigint' },
      ],
    },
    slice,
  })
}
