import type { Cap } from '@quoin/core/caps/cap.ts'
import type { CapCounter } from '@quoin/core/conversions/caps.ts'
import { setTimeoutMs } from './caps.ts'
import { byIndex } from '../conversions/conversion-columns.ts'
import type { Db } from '../pg/database.ts'
import { type RowColumns, rowsFrom, valuesOf } from '../pg/row-parameters.ts'
import type { Step } from '../pg/send-ahead.ts'

/** A counter that a batch may read or move. */
export interface AskedCounter extends CapCounter {
  /** Whether to begin it if it is not there. A counter that nothing asks for is only kept up. */
  readonly isAsked: boolean
}

const counterRow: RowColumns<AskedCounter> = {
  key: 'text',
  capId: 'bigint',
  networkId: 'bigint',
  offerId: 'bigint',
  appId: 'bigint',
  userId: 'text',
  day: 'date',
  measure: 'text',
  isAsked: 'boolean',
}

/** The counters of a batch as `w`, and what is there of each as `c`. */
const counters = `${rowsFrom(counterRow, 'w')}
  left join lateral (select k.key, k.used from cap_counters k where k.key = w.key ${byIndex}) c on true`

/** The weight of conversions `v` by a measure. */
function weightBy(measure: string): string {
  return `coalesce(sum(case ${measure} when 'revenue' then v.revenue_micros when 'payout' then v.payout_micros
    else 1 end), 0)::bigint`
}

/**
 * The first value of a counter: all that counts already. A counter of a cap that is nobody's own was begun when the cap
 * was set, or its day has only begun since (`beginCounters`).
 */
const countedSoFar = `(case
    when w."capId" is null then (select count(*) from conversions v
      where v.offer_id = w."offerId" and v.counted_on is not null and (w.day is null or v.counted_on = w.day))
    when w."userId" is not null then (select ${weightBy('w.measure')} from conversions v
      where v.app_id = w."appId" and v.user_id = w."userId" and v.counted_on is not null
        and (w.day is null or v.counted_on = w.day) and (w."offerId" is null or v.offer_id = w."offerId")
        and (w."networkId" is null or v.network_id = w."networkId"))
    else 0 end)`

/**
 * Locks counters in the order of their keys until the end of the transaction, begins those that are asked for and not
 * there, and returns how much is used. A counter that is neither there nor asked for is left out.
 */
export async function lockCapUse(
  tx: Db,
  asked: readonly AskedCounter[],
): Promise<ReadonlyMap<string, number>> {
  // An update that changes nothing is how `on conflict` locks the row and returns its newest state.
  const rows = await tx.query<{ key: string; used: number }>(
    `insert into cap_counters (key, used, cap_id, day)
     select w.key, case when c.key is null then ${countedSoFar} else 0 end, w."capId", w.day
     from ${counters}
     where w."isAsked" or c.key is not null
     order by w.key
     on conflict (key) do update set used = cap_counters.used
     returning key, used`,
    valuesOf(counterRow, asked),
  )
  return new Map(rows.map(({ key, used }) => [key, used]))
}

/** How much is used, without a lock and without a trace: for a decision that is not meant. */
export async function readCapUse(
  db: Db,
  asked: readonly AskedCounter[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query<{ key: string; used: number }>(
    `select w.key, coalesce(c.used, ${countedSoFar}) as used
     from ${counters}
     where w."isAsked" or c.key is not null`,
    valuesOf(counterRow, asked),
  )
  return new Map(rows.map(({ key, used }) => [key, used]))
}

/** How much counters hold; those that are not there are left out. */
export async function listCounters(db: Db, keys: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query<{ key: string; used: number }>(
    'select key, used from cap_counters where key = any($1)',
    [keys],
  )
  return new Map(rows.map(({ key, used }) => [key, used]))
}

export interface CapMove {
  readonly key: string
  readonly delta: number
}

const capMoveRow: RowColumns<CapMove> = { key: 'text', delta: 'bigint' }

const moveCapUseText = `insert into cap_counters (key, used)
  select m.key, m.delta from ${rowsFrom(capMoveRow, 'm')}
  on conflict (key) do update set used = cap_counters.used + excluded.used`

/** Moves counters, which the transaction has locked. */
export function moveCapUse(moves: readonly CapMove[]): Step {
  return { text: moveCapUseText, values: valuesOf(capMoveRow, moves) }
}

/**
 * Begins the counters of a new cap with what counts already: in all, or on each day since `sinceDay`, which somewhere
 * is not over yet. Those of single users begin by themselves when they are first needed.
 */
export async function beginCounters(tx: Db, cap: Cap, sinceDay: string): Promise<void> {
  if (cap.isPerUser) return
  await tx.query(
    `insert into cap_counters (key, used, cap_id, day)
     select 'cap:' || $1::bigint || coalesce(':day:' || to_char(counted.day, 'YYYY-MM-DD'), ':total'), counted.used,
       $1::bigint, counted.day
     from (
       select case when $2::boolean then v.counted_on end as day, ${weightBy('$3::text')} as used
       from conversions v
       where v.counted_on is not null and (not $2::boolean or v.counted_on >= $4::date)
         and ($5::bigint is null or v.network_id = $5) and ($6::bigint is null or v.offer_id = $6)
         and ($7::bigint is null or v.app_id = $7) and ($8::text is null or v.user_id = $8)
       group by 1
     ) counted`,
    [
      cap.id,
      cap.period === 'daily',
      cap.measure,
      sinceDay,
      cap.networkId,
      cap.offerId,
      cap.appId,
      cap.userId,
    ],
    { timeoutMs: setTimeoutMs },
  )
}

/** Deletes counters of days before one; returns how many. */
export async function deleteOldCounters(
  db: Db,
  { beforeDay, limit }: { beforeDay: string; limit: number },
): Promise<number> {
  const rows = await db.query(
    `delete from cap_counters where key in (
       select key from cap_counters where day < $1::date order by day limit $2 for update skip locked)
     returning 1 as one`,
    [beforeDay, limit],
  )
  return rows.length
}

/** Deletes counters of caps that are gone; returns how many. */
export async function deleteStrayCounters(db: Db, limit: number): Promise<number> {
  const rows = await db.query(
    `delete from cap_counters where key in (
       select k.key from cap_counters k
       where k.cap_id is not null and not exists (select from caps c where c.id = k.cap_id)
       order by k.key limit $1 for update of k skip locked)
     returning 1 as one`,
    [limit],
  )
  return rows.length
}

export interface UserCapUse {
  readonly capId: number
  readonly day: string | null
  readonly usersCount: number
  readonly usersAtLimitCount: number
  /** The use of the user who has used most. */
  readonly most: number
}

/** How much of caps that each user has for themselves is used, by day. */
export async function listUserCapUse(db: Db, caps: readonly Cap[]): Promise<UserCapUse[]> {
  if (caps.length === 0) return []
  return await db.query(
    `select k.cap_id as "capId", k.day, count(*) as "usersCount", max(k.used) as most,
       count(*) filter (where k.used >= w.cap_limit) as "usersAtLimitCount"
     from unnest($1::bigint[], $2::bigint[]) as w (id, cap_limit) join cap_counters k on k.cap_id = w.id
     where k.used > 0
     group by k.cap_id, k.day`,
    [caps.map(({ id }) => id), caps.map(({ limit }) => limit)],
  )
}
