import { firstIdAt } from '@quoin/core/tracking/click-id.ts'
import { type Week, weekOf } from '@quoin/core/tracking/click-partitions.ts'
import { type Database, type Db, hasSqlState } from '../pg/database.ts'
import { everyColumn } from './clicks-of-user.ts'
import { narrowColumns, narrowed, withAgents } from './narrow-clicks.ts'

/** The table that a week of clicks is a partition of (docs/decisions/0053-narrow-clicks.md). */
type ClickTable = 'fresh_clicks' | 'settled_clicks' | 'wide_clicks'

/** A partition of clicks; it may be left over from a drop that was interrupted. */
export interface ClickPartition extends Week {
  readonly name: string
  readonly table: ClickTable
}

/** Any number; all who make, move or drop partitions of clicks take turns with it. */
const partitionLock = 7_168_203

/** For this long others wait for the lock on a table of which a partition is taken away; then it is tried again. */
const lockWaitMs = 100

/** The statement may take minutes. The server is told so by itself. */
const unhurried = { timeoutMs: 0 }

const options = `with (autovacuum_analyze_threshold = 5000, autovacuum_vacuum_threshold = 2000,
         autovacuum_vacuum_insert_threshold = 5000)`

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

function tableOf(name: string): ClickTable {
  if (name.startsWith('fresh_')) return 'fresh_clicks'
  return name.startsWith('settled_') ? 'settled_clicks' : 'wide_clicks'
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

/** Whether a table of this name is a partition of the other, as SQL. */
function isAttached(name: string, table: ClickTable): string {
  return `exists (select from pg_inherits where inhparent = '${table}'::regclass and inhrelid = to_regclass(${name}))`
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

/** A week that was set aside goes on to be. */
async function renameSetAside(tx: Db, from: string, to: string): Promise<void> {
  await tx.query('update click_weeks_set_aside set week = $2 where week = $1', [from, to])
}

/** Does work that needs a lock which readers hold; false where it had to wait for too long, and nothing was done. */
async function whereFree(db: Database, work: (tx: Db) => Promise<void>): Promise<boolean> {
  try {
    await db.transaction(async (tx) => {
      await tx.query(`set local lock_timeout = ${lockWaitMs}`)
      await work(tx)
    })
    return true
  } catch (error) {
    if (hasSqlState(error, '55P03')) return false
    throw error
  }
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

/** The week of wide clicks that is rewritten next: the newest. */
export async function findWideWeek(db: Db): Promise<ClickPartition | undefined> {
  const partitions = await listClickPartitions(db)
  return partitions.findLast(({ table }) => table === 'wide_clicks')
}

/**
 * Makes the narrow table that a wide week is copied to, beside the tables of clicks, and has every change of the week noted
 * from then on. Where it was begun before, nothing changes. False where it has to wait.
 */
export async function beginRewriting(db: Database, week: ClickPartition): Promise<boolean> {
  const copy = copyName(week)
  return await whereFree(db, async (tx) => {
    await takePartitionLock(tx)
    const [state] = await tx.query<{ isBegun: boolean; isThere: boolean; cutover: string }>(
      `select to_regclass($1) is not null as "isBegun", ${isAttached('$2', 'wide_clicks')} as "isThere",
         first_id as cutover from click_cutover`,
      [copy, week.name],
    )
    if (state === undefined || state.isBegun || !state.isThere) return
    const [from, until] = [firstIdAt(week.fromMs), earlier(firstIdAt(week.toMs), state.cutover)]
    await tx.query(
      `create table ${copy} (like settled_clicks including all excluding indexes, primary key (id),
         constraint ${copy}_range check (id >= '${from}' and id < '${until}')) ${options}`,
    )
    await tx.query(
      `create trigger changes_noted after insert or update or delete on ${week.name}
       for each row execute function note_click_change()`,
    )
  })
}

function earlier(one: string, other: string): string {
  return one < other ? one : other
}

/**
 * Copies the next clicks of a week, in the order of their ids, and returns how many: less than `limit` when it is at the
 * end. Where it goes on is what the copy has. Undefined while another process is at it.
 */
export async function copyWideClicks(
  db: Database,
  week: ClickPartition,
  limit: number,
): Promise<number | undefined> {
  const copy = copyName(week)
  return await db.transaction(async (tx) => {
    const [turn] = await tx.query<{ isOurs: boolean }>(
      `select pg_try_advisory_xact_lock(${partitionLock}) as "isOurs"`,
    )
    if (turn?.isOurs !== true) return undefined
    const [copied] = await tx.query<{ rows: number }>(
      `with copied as (
         insert into ${copy} (${narrowColumns})
         select ${narrowed} from (
           select * from ${week.name} w
           where w.id > coalesce((select id from ${copy} order by id desc limit 1), '00000000-0000-0000-0000-000000000000')
             and w.id < (select first_id from click_cutover)
           order by w.id limit ${limit}) c ${withAgents}
         order by c.id returning 1)
       select count(*)::integer as rows from copied`,
      [],
      unhurried,
    )
    return copied?.rows ?? 0
  })
}

/**
 * Gives the copy of a week its indexes, and compares it with the week. `differs`: the copy had not the clicks of the week, and
 * is gone, to be begun anew. `waits`: another process is at it.
 */
export async function checkCopy(db: Database, week: ClickPartition): Promise<'same' | 'differs' | 'waits'> {
  const copy = copyName(week)
  return await db.transaction(async (tx) => {
    await tx.query('set local statement_timeout = 0')
    const [turn] = await tx.query<{ isOurs: boolean }>(
      `select pg_try_advisory_xact_lock(${partitionLock}) as "isOurs"`,
    )
    if (turn?.isOurs !== true) return 'waits'
    if (!(await isThere(tx, week))) return 'same'
    await tx.query(
      `create index if not exists ${copy}_by_user on ${copy} (user_place(app_id, user_id), offer_place(offer_id))`,
      [],
      unhurried,
    )
    await tx.query(
      `create index if not exists ${copy}_by_write on ${copy} using brin (written_in) with (autosummarize = on)`,
      [],
      unhurried,
    )
    await tx.query(`analyze ${copy}`, [], unhurried)
    if (await isSame(tx, week)) return 'same'
    await tx.query(`drop trigger changes_noted on ${week.name}`)
    await tx.query(`drop table ${copy}`)
    return 'differs'
  })
}

/**
 * Puts the copy of a week in its place, with what has changed since it was made, in one transaction that takes the wide week
 * away. False where a reader holds a lock: then nothing was done.
 */
export async function replaceWideWeek(db: Database, week: ClickPartition): Promise<boolean> {
  const copy = copyName(week)
  return await whereFree(db, async (tx) => {
    await takePartitionLock(tx)
    // Another process may have been sooner.
    if (!(await isThere(tx, week))) return
    // The table before its partition, as every reader does.
    await tx.query('lock table only wide_clicks in access exclusive mode')
    await tx.query(`lock table ${week.name} in access exclusive mode`)
    await tx.query('set local statement_timeout = 0')
    await tx.query(`delete from ${copy} where id in (select id from click_changes)`, [], unhurried)
    await tx.query(
      `insert into ${copy} (${narrowColumns}) select ${narrowed} from ${week.name} c ${withAgents}
       where c.id in (select id from click_changes) and c.id < (select first_id from click_cutover)`,
      [],
      unhurried,
    )
    // Clocks that were ahead of the database's when the narrow tables came.
    await tx.query(
      `insert into clicks (${everyColumn}) select ${everyColumn} from ${week.name}
       where id >= (select first_id from click_cutover)`,
      [],
      unhurried,
    )
    const [bounds] = await tx.query<{ from: string; until: string }>(
      `select '${firstIdAt(week.fromMs)}'::uuid as from, least('${firstIdAt(week.toMs)}'::uuid, first_id) as until
       from click_cutover`,
    )
    await tx.query(`drop table ${week.name}`)
    await tx.query('truncate click_changes')
    if (bounds === undefined || bounds.from >= bounds.until) {
      // A week of after the cut-over has no clicks but those that have just gone where they belong.
      await tx.query(`drop table ${copy}`)
      return
    }
    await tx.query(`alter table ${copy} rename to ${rewrittenName(week)}`)
    await tx.query(
      `alter table settled_clicks attach partition ${rewrittenName(week)}
       for values from ('${bounds.from}') to ('${bounds.until}')`,
    )
    await renameSetAside(tx, week.name, rewrittenName(week))
  })
}

/** Whether the week is there, and a copy of it. */
async function isThere(tx: Db, week: ClickPartition): Promise<boolean> {
  const [row] = await tx.query<{ is: boolean }>(
    `select ${isAttached('$1', 'wide_clicks')} and to_regclass($2) is not null as is`,
    [week.name, copyName(week)],
  )
  return row?.is === true
}

/** All that is told of a click `c`, as both kinds of rows say it. */
const toldOf = (told: { address: string; agent: string; word: (column: string) => string }): string =>
  `hashtextextended(concat_ws('|', c.id, c.written_in, c.app_id, c.offer_id, c.user_id, nullif(c.sub_id, ''),
     host(${told.address}), ${told.agent}, c.country, ${told.word('platform')}, ${told.word('verdict')},
     ${told.word('outcome')}, coalesce(${told.word('reason')}, ''), c.is_test, coalesce(c.is_unsigned, false),
     nullif(c.risk, '')), 0)::numeric`
const wideTold = toldOf({
  address: 'click_address(c.address)',
  agent: `nullif(c.user_agent, '')`,
  word: (column) => `c.${column}`,
})
const narrowTold = toldOf({
  address: 'c.address',
  agent: `coalesce(nullif(c.user_agent, ''), a.agent)`,
  word: (column) => `click_word(c.${column})`,
})

/** Whether the copy has the clicks of its week, but for those that have changed since it was begun. */
async function isSame(tx: Db, week: ClickPartition): Promise<boolean> {
  const unchanged = 'not exists (select from click_changes n where n.id = c.id)'
  const [row] = await tx.query<{ isSame: boolean }>(
    `select (w.rows, w.sum) is not distinct from (n.rows, n.sum) as "isSame"
     from (select count(*) as rows, sum(${wideTold}) as sum from ${week.name} c
         where c.id < (select first_id from click_cutover) and ${unchanged}) w,
       (select count(*) as rows, sum(${narrowTold}) as sum from ${copyName(week)} c
         left join click_agents a on a.id = c.agent where ${unchanged}) n`,
    [],
    unhurried,
  )
  return row?.isSame === true
}

async function takePartitionLock(tx: Db): Promise<void> {
  // Without values, since a statement with values keeps its snapshot, and finishing a detach would wait for that.
  await tx.query(`select pg_advisory_xact_lock(${partitionLock})`)
}

/** `20261116`: the Monday its week begins with. */
function mondayOf({ fromMs }: Week): string {
  return new Date(fromMs).toISOString().slice(0, 10).replaceAll('-', '')
}

const freshName = (week: Week): string => `fresh_clicks_${mondayOf(week)}`
const settledName = (week: Week): string => `settled_clicks_${mondayOf(week)}`
const wideName = (week: Week): string => `clicks_${mondayOf(week)}`
/** A wide week that was rewritten: that of the cut-over has fresh clicks, too. */
const rewrittenName = (week: Week): string => `settled_clicks_${mondayOf(week)}_wide`
/** The same before it is whole. */
const copyName = (week: Week): string => `copied_clicks_${mondayOf(week)}`

function weekNamed(name: string): Week {
  const [year, month, day] = /(\d{4})(\d{2})(\d{2})/.exec(name)?.slice(1).map(Number) ?? []
  return weekOf(Date.UTC(year ?? 0, (month ?? 1) - 1, day ?? 1))
}
