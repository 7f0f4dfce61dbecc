import { firstIdAt } from '@quoin/core/tracking/click-id.ts'
import { type Week, weekOf } from '@quoin/core/tracking/click-partitions.ts'
import type { Database, Db } from '../pg/database.ts'
import {
  type ClickPartition,
  type ClickTable,
  unhurried,
  options,
  tableOf,
  isAttached,
  renameSetAside,
  whereFree,
  takePartitionLock,
  mondayOf,
  freshName,
  settledName,
  wideName,
  rewrittenName,
  copyName,
  weekNamed,
} from './week-tables.ts'

/** All there are, the oldest first, also one that is no longer attached. */
export async function listClickPartitions(db: Db): Promise<ClickPartition[]> {
  const rows = await db.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = (select relnamespace from pg_class where oid = 'fresh_clicks'::regclass)
       and relkind = 'r' and relname ~ '^(fresh_|settled_)?clicks_[0-9]{8}(_wide)?$'
     order by substring(relname from '[0-9]{8}'), relname`,
    [],
  )
  return rows.map(({ name }) => ({ name, table: tableOf(name), ...weekNamed(name) }))
}

/** A partition and the ids that it takes. */
interface Range {
  readonly table: ClickTable
  readonly fromId: string
  readonly untilId: string
}

/** Those of some weeks in the order in which a click is looked for: it belongs to the first that takes its id. */
export async function listClickRanges(db: Db, weeks: readonly Week[]): Promise<Range[]> {
  const bound = (nth: number): string =>
    `(regexp_match(pg_get_expr(c.relpartbound, c.oid), 'FROM \\(''(.*)''\\) TO \\(''(.*)''\\)'))[${nth}]`
  return await db.query(
    `select i.inhparent::regclass::text as table, ${bound(1)} as "fromId", ${bound(2)} as "untilId"
     from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent in ('fresh_clicks'::regclass, 'settled_clicks'::regclass, 'wide_clicks'::regclass)
       and substring(c.relname from '[0-9]{8}') = any($1)
     order by 1, 2`,
    [weeks.map(mondayOf)],
  )
}

/**
 * Creates the partition of a week among the fresh clicks and returns its name, or undefined when clicks of that week have
 * one already. Attaching takes no lock that readers or writers of clicks wait for; an index or constraint comes with it.
 */
export async function createClickPartition(db: Database, week: Week): Promise<string | undefined> {
  const name = freshName(week)
  // The lock may be held for minutes, and nearly always the week is there.
  const [known] = await db.query<{ isThere: boolean }>(
    `select ${isAttached('$1', 'fresh_clicks')} as "isThere"`,
    [name],
  )
  if (known?.isThere === true) return undefined
  return await db.transaction(async (tx) => {
    await takePartitionLock(tx)
    const [there] = await tx.query<{ isNarrow: boolean; isWide: boolean; cutover: string }>(
      `select ${isAttached('$1', 'fresh_clicks')} or ${isAttached('$2', 'settled_clicks')} as "isNarrow",
         ${isAttached('$3', 'wide_clicks')} or ${isAttached('$4', 'settled_clicks')} as "isWide",
         first_id as cutover from click_cutover`,
      [name, settledName(week), wideName(week), rewrittenName(week)],
    )
    if (there === undefined || there.isNarrow) return undefined
    const to = firstIdAt(week.toMs)
    const from = there.isWide ? later(firstIdAt(week.fromMs), there.cutover) : firstIdAt(week.fromMs)
    if (from >= to) return undefined
    // The check spares a look through the rows when the week is settled, or comes back.
    await tx.query(
      `create table if not exists ${name} (like fresh_clicks including all,
         constraint ${name}_range check (id >= '${from}' and id < '${to}')) ${options}`,
    )
    await tx.query(
      `alter table fresh_clicks attach partition ${name} for values from ('${from}') to ('${to}')`,
    )
    return name
  })
}

function later(one: string, other: string): string {
  return one > other ? one : other
}

/**
 * Settles a week that has ended: a user is found in it at once from then on, and no longer hour by hour. Returns whether it
 * is done. While its index is built the week is read, and late clicks of it wait. To move it takes a lock for a moment, and
 * where a reader holds that up, it is left for the next time.
 */
export async function settleClickWeek(db: Database, week: Week): Promise<boolean> {
  const [from, to] = [freshName(week), settledName(week)]
  const isStillFresh = async (tx: Db): Promise<boolean> => {
    await takePartitionLock(tx)
    const [there] = await tx.query<{ is: boolean }>(`select ${isAttached('$1', 'fresh_clicks')} as is`, [
      from,
    ])
    return there?.is === true
  }
  const isIndexed = await whereFree(db, async (tx) => {
    if (!(await isStillFresh(tx))) return
    await tx.query('set local statement_timeout = 0')
    await tx.query(
      `create index if not exists ${to}_by_user on ${from} (user_place(app_id, user_id), offer_place(offer_id))`,
      [],
      unhurried,
    )
  })
  if (!isIndexed) return false
  let isMoved = false
  await whereFree(db, async (tx) => {
    if (!(await isStillFresh(tx))) return
    const [bounds] = await tx.query<{ bounds: string }>(
      `select pg_get_expr(relpartbound, oid) as bounds from pg_class where oid = '${from}'::regclass`,
    )
    await tx.query(`alter table fresh_clicks detach partition ${from}`)
    const [hourly] = await tx.query<{ name: string }>(
      `select indexrelid::regclass::text as name from pg_index
       where indrelid = '${from}'::regclass and pg_get_indexdef(indexrelid) ~ 'hour_place|click_hour'`,
    )
    if (hourly) await tx.query(`drop index ${hourly.name}`)
    await tx.query(`alter table ${from} rename to ${to}`)
    await tx.query(`alter table settled_clicks attach partition ${to} ${bounds?.bounds}`)
    await renameSetAside(tx, from, to)
    isMoved = true
  })
  return isMoved
}

/**
 * Drops a partition and returns whether it was there. Detached concurrently, because a plain drop would lock all
 * of its table; that cannot be done inside a transaction, so an interrupted one is found and finished later.
 */
export async function dropClickPartition(
  db: Database,
  { name, table: parent }: ClickPartition,
): Promise<boolean> {
  // The turn is held on a connection of its own while the steps run outside of its transaction.
  return await db.transaction(async (turn) => {
    await takePartitionLock(turn)
    const [table] = await db.query<{ state: 'attached' | 'pending' | 'detached' }>(
      `select case when i.inhrelid is null then 'detached' when i.inhdetachpending then 'pending'
         else 'attached' end as state
       from pg_class c left join pg_inherits i on i.inhrelid = c.oid and i.inhparent = '${parent}'::regclass
       where c.oid = to_regclass($1)`,
      [name],
    )
    if (table === undefined) return false
    const how = { attached: 'concurrently', pending: 'finalize', detached: undefined }[table.state]
    if (how) await db.query(`alter table ${parent} detach partition ${name} ${how}`)
    await db.query(`drop table ${name}`)
    if (parent === 'wide_clicks') await db.query(`drop table if exists ${copyName(weekNamed(name))}`)
    return true
  })
}

/**
 * Brings the index of what was written when up to the newest full block range of a week. Autovacuum does the same once a
 * minute: until then every reader of new clicks goes through all rows of that minute. Where vacuum holds the table it is
 * left to it: to wait would end the vacuum.
 */
export async function summariseNewClicks(db: Db, atMs: number): Promise<void> {
  await db.query(
    `do $$ begin
       perform set_config('lock_timeout', '20ms', true);
       perform brin_summarize_new_values(i.indexrelid)
       from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am m on m.oid = c.relam
       where i.indrelid = to_regclass('${freshName(weekOf(atMs))}') and m.amname = 'brin';
     exception when lock_not_available or insufficient_privilege then null;
     end $$`,
  )
}
