import { firstIdAt, idTimeMs } from '@quoin/core/tracking/click-id.ts'
import { dayMs, hourMs } from '@quoin/core/time/durations.ts'
import { type Db, plannedAnew } from '../pg/database.ts'
import {
  addCreditTimes,
  addMeasures,
  clickDeltas,
  conversionDeltas,
  countedColumns,
  creditDeltas,
  nameSubIds,
  subIdsOfClicks,
  subIdsOfConversions,
} from './stats-deltas.ts'
import { addGoalSteps } from '../risk/goal-steps.ts'
import { clicksOfUser } from '../tracking/clicks-of-user.ts'
import { watermark } from '../pg/watermark.ts'
import { scanNothing } from '../pg/without-scans.ts'

/** How far the roll-up is. */
interface StatsProgress {
  /** All that was written before is rolled up, but for what is to be gone through again. */
  readonly position: number
  /** Below it rows are settled now. */
  readonly watermark: number
  readonly redoClick: string | null
  readonly redoConversion: string | null
}

/**
 * Locks the progress until the end of the transaction; undefined when another process is at it. A process
 * that dies gives the lock back, and what it had begun is undone with it.
 */
export async function lockStatsProgress(tx: Db): Promise<StatsProgress | undefined> {
  const [row] = await tx.query<StatsProgress>(
    `select position, ${watermark} as "watermark", redo_click as "redoClick",
       redo_conversion as "redoConversion"
     from stats_progress for update skip locked`,
    [],
  )
  return row
}

/** The same, but waits for its turn. */
export async function waitForStatsProgress(tx: Db): Promise<void> {
  await tx.query('select from stats_progress for update', [])
}

interface WrittenRange {
  readonly from: number
  /** The first number after it. */
  readonly to: number
}

const clicksWritten = 'c.written_in >= $1 and c.written_in < $2'
const eventsWritten = 'e.written_in >= $1 and e.written_in < $2'

/** Rows that were read. */
interface Written {
  readonly clicks: number
  /** Steps of conversions. */
  readonly events: number
}

/** Adds what was written in a range, which must be settled, and moves the position to its end. */
export async function rollUpWritten(tx: Db, { from, to }: WrittenRange): Promise<Written> {
  const range = [from, to]
  await scanNothing(tx)
  const [found] = await tx.query<Written & { readonly hasGoals: boolean }>(
    `select (select count(*) from clicks c where ${clicksWritten}) as clicks,
       (select count(*) from conversion_events e where ${eventsWritten}) as events,
       exists (select from offer_goals) as "hasGoals"`,
    range,
    plannedAnew,
  )
  const { clicks, events, hasGoals } = found ?? { clicks: 0, events: 0, hasGoals: false }
  if (clicks > 0) {
    await tx.query(nameSubIds(subIdsOfClicks(clicksWritten)), range, plannedAnew)
    await tx.query(addMeasures(clickDeltas(clicksWritten)), range, plannedAnew)
  }
  if (events > 0) {
    await tx.query(nameSubIds(subIdsOfConversions(eventsWritten)), range, plannedAnew)
    await tx.query(addMeasures(conversionDeltas(eventsWritten)), range, plannedAnew)
    await tx.query(addCreditTimes(creditDeltas(eventsWritten)), range, plannedAnew)
    if (hasGoals) await tx.query(addGoalSteps(eventsWritten), range, plannedAnew)
  }
  await tx.query('update stats_progress set position = $1', [to])
  return { clicks, events }
}

/**
 * Notes up to when everything is rolled up. The position is a number and no time: a mark remembers the number of a
 * transaction of ours and when it began. Whatever was written before has a lower number, and the position passes it later.
 */
export async function noteSettled(tx: Db): Promise<void> {
  await tx.query(
    `update stats_progress set
       settled_at = case when position >= mark_number then mark_at else settled_at end,
       mark_number = case when position < mark_number then mark_number else write_number() end,
       mark_at = case when position < mark_number then mark_at else now() end`,
  )
}

/** For how long what is written has not been rolled up, by the clock of the database; undefined before the first time. */
export async function findRollUpLag(db: Db): Promise<number | undefined> {
  const [row] = await db.query<{ behindMs: number }>(
    `select greatest(0, extract(epoch from clock_timestamp() - settled_at) * 1000)::bigint as "behindMs"
     from stats_progress where settled_at is not null`,
  )
  return row?.behindMs
}

/** Goes through the next clicks that are to be rolled up again; false when there are none left. */
export async function redoClicks(tx: Db, from: string, rowsMax: number): Promise<boolean> {
  const [next] = await tx.query<{ id: string }>(
    'select id from clicks where id >= $1 order by id offset $2 limit 1',
    [from, rowsMax],
  )
  const where = `c.id >= $1 and ($2::uuid is null or c.id < $2)
    and c.written_in < (select position from stats_progress)`
  const range = [from, next?.id ?? null]
  await tx.query(nameSubIds(subIdsOfClicks(where)), range)
  await tx.query(addMeasures(clickDeltas(where)), range)
  await tx.query('update stats_progress set redo_click = $1', [next?.id ?? null])
  return next !== undefined
}

/** Goes through the next conversions that are to be rolled up again; false when there are none left. */
export async function redoConversions(tx: Db, from: string, rowsMax: number): Promise<boolean> {
  const [next] = await tx.query<{ id: string }>(
    'select id from conversions where id >= $1 order by id offset $2 limit 1',
    [from, rowsMax],
  )
  const where = `e.conversion_id >= $1 and ($2::uuid is null or e.conversion_id < $2)
    and e.written_in < (select position from stats_progress)
    and v.created_at >= (select redo_since from stats_progress)`
  const range = [from, next?.id ?? null]
  await tx.query(nameSubIds(subIdsOfConversions(where)), range)
  await tx.query(addMeasures(conversionDeltas(where)), range)
  await tx.query(addCreditTimes(creditDeltas(where)), range)
  await tx.query(addGoalSteps(where), range)
  await tx.query('update stats_progress set redo_conversion = $1', [next?.id ?? null])
  return next !== undefined
}

/** A conversion's id is made in the moment of its creation, unless it was told before a restore; this much apart they will never be. */
const idToleranceMs = hourMs

/** Takes away what is rolled up from a UTC day on, and asks for it to be gone through again. */
export async function restartStats(tx: Db, sinceMs: number): Promise<void> {
  const since = new Date(sinceMs)
  await tx.query('delete from stats_15min where quarter >= $1', [since])
  await tx.query('delete from stats_credit_times where quarter >= $1', [since])
  await tx.query(`delete from goal_steps where day >= ($1::timestamptz at time zone 'UTC')::date`, [since])
  await tx.query(
    `update stats_progress set redo_since = $1, redo_click = $2,
       redo_conversion = least($3::uuid, (select first_id from told_progress)),
       folded_before = least(folded_before, $1)`,
    [since, firstIdAt(sinceMs), firstIdAt(Math.max(0, sinceMs - idToleranceMs))],
  )
}

/** Rows that an erasure has changed, and the sub ids that they had. */
interface FormerSubIds {
  readonly ids: readonly string[]
  readonly subIds: readonly (string | null)[]
}

const formerSubId = (id: string): string =>
  `(select f.sub_id from unnest($1::uuid[], $2::text[]) as f (id, sub_id) where f.id = ${id})`

/** Whose clicks were erased, and the token that they have now. */
interface ErasedUser {
  readonly appId: number
  readonly userId: string
  readonly token: string
}

/**
 * Counts erased clicks without the sub ids that they had, and under their new name: what was rolled up is moved, so that
 * the figures are those of the rows after each batch. All clicks of either name on these offers and days are counted
 * anew, because another one may be the first of its user now: one that was left, or one that bore the token already.
 * The progress must be locked.
 */
export async function moveErasedClicks(
  tx: Db,
  { ids, subIds }: FormerSubIds,
  { appId, userId, token }: ErasedUser,
): Promise<void> {
  if (ids.length === 0) return
  const names = ['$4::text', '$5::text']
  const clicks = names.map((userId) =>
    clicksOfUser(countedColumns, { appId: '$3::bigint', userId, sinceId: '$6::uuid', untilId: '$7::uuid' }),
  )
  const source = `(${clicks.map((one) => `select * from ${one} one`).join(' union all ')})`
  const where = `c.offer_id = any(array(select e.offer_id from clicks e where e.id = any($1::uuid[])))
    and c.id < all (select redo_click from stats_progress where redo_click is not null)
    and c.written_in < (select position from stats_progress)`
  const before = clickDeltas(where, {
    isTaken: true,
    subId: `case when c.id = any($1::uuid[]) then ${formerSubId('c.id')} else c.sub_id end`,
    formerUser: {
      of: (alias) => `case when ${alias}.id = any($1::uuid[]) then $4::text else ${alias}.user_id end`,
      namesNow: names,
    },
    source,
  })
  await tx.query(
    addMeasures(`${before} union all ${clickDeltas(where, { source })}`),
    [ids, subIds, appId, userId, token, ...daysOf(ids)],
    plannedAnew,
  )
}

/** The first id of the first UTC day of some clicks, and that of the day after the last. */
function daysOf(ids: readonly string[]): readonly [from: string, to: string] {
  const days = ids.map((id) => Math.floor(idTimeMs(id) / dayMs))
  const [first, last] = [Math.min(...days), Math.max(...days)]
  return [firstIdAt(first * dayMs), firstIdAt((last + 1) * dayMs)]
}

/** The same for conversions. */
export async function moveErasedConversions(tx: Db, { ids, subIds }: FormerSubIds): Promise<void> {
  const where = `e.conversion_id = any($1::uuid[]) and $2::text[] is not null and exists (
    select from stats_progress p where e.written_in < p.position
      and (p.redo_conversion is null or e.conversion_id < p.redo_conversion or v.created_at < p.redo_since))`
  for (const options of [{ subId: formerSubId('v.id'), isTaken: true }, {}]) {
    await tx.query(addMeasures(conversionDeltas(where, options)), [ids, subIds])
    await tx.query(addCreditTimes(creditDeltas(where, options)), [ids, subIds])
  }
}

/** Whether there is something left to be gone through once more: until then the statistics are not whole. */
export async function isRedoing(db: Db): Promise<boolean> {
  const rows = await db.query(
    'select from stats_progress where redo_click is not null or redo_conversion is not null',
    [],
  )
  return rows.length > 0
}
