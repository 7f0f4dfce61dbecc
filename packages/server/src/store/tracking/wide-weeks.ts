import { firstIdAt } from '@quoin/core/tracking/click-id.ts'
import type { Database, Db } from '../pg/database.ts'
import { listClickPartitions } from './click-weeks.ts'
import { everyColumn } from './clicks-of-user.ts'
import { narrowColumns, narrowed, withAgents } from './narrow-clicks.ts'
import {
  type ClickPartition,
  partitionLock,
  unhurried,
  options,
  isAttached,
  renameSetAside,
  whereFree,
  takePartitionLock,
  rewrittenName,
  copyName,
} from './week-tables.ts'

/** The week of wide clicks that is rewritten next: the newest. */
export async function findWideWeek(db: Db): Promise<ClickPartition | undefined> {
  const partitions = await listClickPartitions(db)
  return partitions.findLast(({ table }) => table === 'wide_clicks')
}

/** How many weeks of wide clicks there are, what they take on the disk, and what the next one takes. */
export async function measureWideWeeks(db: Db): Promise<{ weeks: number; bytes: number; nextBytes: number }> {
  const week = await findWideWeek(db)
  const [row] = await db.query<{ weeks: number; bytes: number; nextBytes: number }>(
    `select count(*)::integer as weeks, coalesce(sum(pg_total_relation_size(inhrelid)), 0)::bigint as bytes,
       coalesce(pg_total_relation_size(to_regclass($1)), 0)::bigint as "nextBytes"
     from pg_inherits where inhparent = 'wide_clicks'::regclass`,
    [week?.name ?? ''],
  )
  return row ?? { weeks: 0, bytes: 0, nextBytes: 0 }
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
