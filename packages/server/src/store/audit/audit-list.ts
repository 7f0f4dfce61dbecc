import type { NotedChange } from '@quoin/core/audit/change-facts.ts'
import { countedMax, type ListPage, type ListSlice } from '@quoin/core/paging/list-slice.ts'
import type { Db } from '../pg/database.ts'
import { selectPage } from '../pg/select-page.ts'
import { type AuditPageFilter, filterOf, filterValues } from './audit-filter.ts'

const columns = 'a.id, a.happened_at as "happenedAtMs", a.actor, a.action, a.object, a.details, a.origin'

export async function listAuditPage(
  db: Db,
  filter: AuditPageFilter,
  slice: ListSlice,
): Promise<ListPage<NotedChange>> {
  return await selectPage(db, {
    select: columns,
    from: 'audit_log a',
    where: filterOf('a'),
    values: filterValues(filter),
    sorts: { id: [{ sql: 'a.id', type: 'bigint' }] },
    slice,
  })
}

/** The newest change of several of the same actor and action, each less than ten minutes after the one before. */
export interface ChangeGroup extends NotedChange {
  readonly count: number
  readonly firstId: number
  readonly firstAtMs: number
}

/** Changes further apart are two groups. */
const gap = "interval '10 minutes'"

/**
 * Groups, newest first. The newest of a group is known by looking at the next change of its actor and action alone
 * (audit_log_by_actor), so that a late page costs what the first one does. `total` counts changes, not groups.
 */
export async function listAuditGroups(
  db: Db,
  filter: AuditPageFilter,
  { after, limit }: Pick<ListSlice, 'after' | 'limit'>,
): Promise<ListPage<ChangeGroup>> {
  const values = filterValues(filter)
  const [found, [counted]] = await Promise.all([
    db.query<ChangeGroup>(groupsSql, [...values, after?.[0] ?? null, limit + 1]),
    db.query<{ rows: number }>(
      `select count(*) as rows from (
         select from audit_log a where ${filterOf('a')} limit ${countedMax + 1}) counted`,
      values,
    ),
  ])
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  const end = found.length > limit && last !== undefined ? [last.id] : null
  return { rows, end, total: counted?.rows ?? 0 }
}

const groupsSql = `with heads as materialized (
    select a.* from audit_log a
    where ${filterOf('a')} and ($12::bigint is null or a.id < $12)
      and coalesce((
        select n.happened_at - a.happened_at >= ${gap} from audit_log n
        where n.actor = a.actor and n.action = a.action and n.id > a.id and ${filterOf('n')}
        order by n.id limit 1), true)
    order by a.id desc limit $13)
  select ${columns}, g.count, g."firstId", g."firstAtMs" from heads a
  left join lateral (
    select m.id from (
      select m.id, m.happened_at, lag(m.happened_at) over (order by m.id desc) as later from audit_log m
      where m.actor = a.actor and m.action = a.action and m.id <= a.id and ${filterOf('m')}) m
    where m.later - m.happened_at >= ${gap} order by m.id desc limit 1) older on true
  cross join lateral (
    select count(*)::integer as count, min(m.id) as "firstId", min(m.happened_at) as "firstAtMs" from audit_log m
    where m.actor = a.actor and m.action = a.action and m.id <= a.id and m.id > coalesce(older.id, 0)
      and ${filterOf('m')}) g
  order by a.id desc`

interface CountedChanges {
  readonly actor: string
  readonly action: string
  readonly count: number
}

/** How many of each actor and action there are in a time range, most first. */
export async function countChanges(
  db: Db,
  { fromSec, toSec, limit }: { fromSec: number | null; toSec: number | null; limit: number },
): Promise<CountedChanges[]> {
  return await db.query(
    `select actor, action, count(*)::integer as count from audit_log
     where ($1::bigint is null or happened_at >= to_timestamp($1))
       and ($2::bigint is null or happened_at < to_timestamp($2))
     group by actor, action order by 3 desc, actor, action limit $3`,
    [fromSec, toSec, limit],
  )
}

/** When something was changed for the last time before a moment. */
export async function findChangeBefore(db: Db, beforeSec: number): Promise<number | undefined> {
  const [row] = await db.query<{ atMs: number }>(
    `select happened_at as "atMs" from audit_log where happened_at < to_timestamp($1::bigint)
     order by happened_at desc limit 1`,
    [beforeSec],
  )
  return row?.atMs
}
