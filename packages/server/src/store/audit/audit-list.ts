import type { ListPage, ListSlice } from '@quoin/core/paging/list-slice.ts'
import type { Db } from '../pg/database.ts'
import { selectPage } from '../pg/select-page.ts'
import type { AuditRow } from './audit.ts'

interface AuditPageFilter {
  /** The beginning of it will do. */
  readonly action: string | null
  readonly object: string | null
  readonly actor: string | null
  readonly fromSec: number | null
  readonly toSec: number | null
  /** With its apps and their callback endpoints. */
  readonly publisherId: number | null
}

export async function listAuditPage(
  db: Db,
  { action, object, actor, fromSec, toSec, publisherId }: AuditPageFilter,
  slice: ListSlice,
): Promise<ListPage<AuditRow>> {
  return await selectPage(db, {
    select: 'id, happened_at as "happenedAtMs", actor, action, object, details',
    from: 'audit_log',
    where: `($1::text is null or starts_with(action, $1)) and ($2::text is null or object = $2)
      and ($3::text is null or actor = $3) and ($4::bigint is null or happened_at >= to_timestamp($4))
      and ($5::bigint is null or happened_at < to_timestamp($5))
      and ($6::bigint is null or object = 'publisher:' || $6 or object in (
        select 'app:' || id from apps where publisher_id = $6
        union all select 'callback_endpoint:' || e.id from callback_endpoints e
          join apps a on a.id = e.app_id where a.publisher_id = $6))`,
    values: [action, object, actor, fromSec, toSec, publisherId],
    sorts: { id: [{ sql: 'id', type: 'bigint' }] },
    slice,
  })
}
