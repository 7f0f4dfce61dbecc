import type { App } from '@quoin/core/apps/app.ts'
import type { ListPage, ListSlice } from '@quoin/core/paging/list-slice.ts'
import type { Db } from '../pg/database.ts'
import { selectPage } from '../pg/select-page.ts'

interface AppListRow extends Pick<App, 'id' | 'name' | 'status' | 'publisherId' | 'publisherStatus'> {
  readonly publisher: string
  readonly currencyName: string
  readonly isPaused: boolean
  /** Secrets that came from a browser and still work. */
  readonly leakedSecrets: number
}

interface AppFilter {
  /** Null: of all. */
  readonly publisherId: number | null
  readonly search: string | null
  readonly status: string | null
}

/** Apps with their publishers. */
export async function listAppPage(
  db: Db,
  { publisherId, search, status }: AppFilter,
  slice: ListSlice,
): Promise<ListPage<AppListRow>> {
  return await selectPage(db, {
    select: `a.id, a.name, a.status, a.is_paused as "isPaused", a.publisher_id as "publisherId", p.name as publisher,
      p.status as "publisherStatus", a.currency_name as "currencyName",
      (select count(*)::integer from api_secrets s where s.app_id = a.id and s.leaked_at is not null
        and s.revoked_at is null and coalesce(s.expires_at, 'infinity') > now()) as "leakedSecrets"`,
    from: 'apps a join publishers p on p.id = a.publisher_id',
    where: `($1::text is null or strpos(lower(a.name), lower($1)) > 0 or strpos(lower(p.name), lower($1)) > 0)
      and ($2::text is null or a.status = $2) and ($3::bigint is null or a.publisher_id = $3)`,
    values: [search, status, publisherId],
    sorts: {
      name: [
        { sql: 'lower(a.name)', type: 'text' },
        { sql: 'a.id', type: 'bigint' },
      ],
      id: [{ sql: 'a.id', type: 'bigint' }],
    },
    slice,
  })
}
