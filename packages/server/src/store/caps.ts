import type { Cap, CapScope } from '@quoin/core/caps/cap.ts'
import type { CapCounter } from '@quoin/core/conversion/caps.ts'
import { byIndex } from './conversion-columns.ts'
import type { Db } from './database.ts'
import { type RowColumns, rowsFrom, valuesOf } from './row-parameters.ts'

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

/** What conversions `v` weigh by a measure. */
function weightBy(measure: string): string {
  return `coalesce(sum(case ${measure} when 'revenue' then v.revenue_micros when 'payout' then v.payout_micros
    else 1 end), 0)::bigint`
}

/**
 * What a counter begins with: all that counts already. A counter of a cap that is nobody's own was begun when the cap
 * was set, or its day has only begun since (store function `beginCounters`).
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
 * Locks counters in the order of their keys until the end of the transaction, begins those that are asked for
 * and not there, and returns how much is used. What is neither there nor asked for is left out.
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

export const capMoveRow: RowColumns<CapMove> = { key: 'text', delta: 'bigint' }

/** Moves counters, which the transaction has locked, by the rows that begin with a parameter. */
export function moveCapUseFrom(first: number): string {
  return `insert into cap_counters (key, used)
    select m.key, m.delta from ${rowsFrom(capMoveRow, 'm', first)}
    on conflict (key) do update set used = cap_counters.used + excluded.used`
}

/**
 * Held by every transaction that moves conversions, before its other locks, and alone by whoever sets a cap: what is
 * decided after a cap was set knows of it, and what was decided before is committed when it is counted.
 */
const capsLock = '1129336915, 1'
export const shareCaps = `pg_advisory_xact_lock_shared(${capsLock})`

/** The version of the caps that a transaction must know, read after it has `shareCaps`. */
export const capsVersion = `(select version from snapshot_versions where name = 'caps')`

const capColumns = `id, network_id as "networkId", offer_id as "offerId", app_id as "appId", user_id as "userId",
  is_per_user as "isPerUser", period, measure, cap_limit as "limit"`

/** All caps there are, and the version that they belong to. */
export async function listCaps(db: Db): Promise<{ version: number; caps: readonly Cap[] }> {
  // One statement sees both as they are at one moment.
  const rows = await db.query<{ version: number } & Cap>(
    `select s.version, c.* from snapshot_versions s
       left join (select ${capColumns} from caps) c on true
     where s.name = 'caps' order by c.id`,
    [],
  )
  const caps = rows.flatMap(({ version: _version, ...cap }) => (cap.id === null ? [] : [cap]))
  return { version: rows[0]?.version ?? 0, caps }
}

/** To count the conversions of a whole network may take its time. */
const setTimeoutMs = 120_000

/** Waits for every transaction that moves conversions, and keeps new ones waiting until this one ends. */
export async function lockCaps(tx: Db): Promise<void> {
  await tx.query(`set local statement_timeout = ${setTimeoutMs}`)
  await tx.query(`select pg_advisory_xact_lock(${capsLock})`, [], { timeoutMs: setTimeoutMs })
}

/** A cap of the same scope, period and measure is there once: setting it again changes its limit. */
export async function upsertCap(tx: Db, cap: Omit<Cap, 'id'>): Promise<{ cap: Cap; isNew: boolean }> {
  const [row] = await tx.query<Cap & { isNew: boolean }>(
    `insert into caps (network_id, offer_id, app_id, user_id, is_per_user, period, measure, cap_limit)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (network_id, offer_id, app_id, user_id, is_per_user, period, measure)
       do update set cap_limit = excluded.cap_limit
     returning ${capColumns}, xmax = 0 as "isNew"`,
    [...scopeValues(cap), cap.period, cap.measure, cap.limit],
  )
  if (row === undefined) throw new Error('an upsert returned no row')
  const { isNew, ...stored } = row
  return { cap: stored, isNew }
}

function scopeValues({ networkId, offerId, appId, userId, isPerUser }: CapScope): unknown[] {
  return [networkId, offerId, appId, userId, isPerUser]
}

export async function countCaps(db: Db): Promise<number> {
  const [row] = await db.query<{ count: number }>('select count(*) as count from caps', [])
  return row?.count ?? 0
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

/** The removed cap, or undefined when there was none. Its counters are swept later. */
export async function deleteCap(tx: Db, id: number): Promise<Cap | undefined> {
  const [row] = await tx.query<Cap>(`delete from caps where id = $1 returning ${capColumns}`, [id])
  return row
}

export interface CapChange {
  readonly actor: string
  readonly change: 'cap.set' | 'cap.removed'
  readonly cap: Cap
  readonly nowMs: number
}

/** Who allowed how much, kept for ever. */
export async function insertCapChange(db: Db, { actor, change, cap, nowMs }: CapChange): Promise<void> {
  const { id, ...details } = cap
  await db.query(
    `insert into audit_log (happened_at, actor, action, object, details)
     values (to_timestamp($1::bigint / 1000.0), $2, $3, $4, $5::jsonb)`,
    [nowMs, actor, change, `cap:${id}`, JSON.stringify(details)],
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

/** What one user's conversions weigh, by offer and day: all that caps of his own are read from. */
export interface UserWeight {
  /** The place of the user in what was asked. */
  readonly index: number
  readonly networkId: number
  readonly offerId: number
  readonly day: string
  readonly count: number
  readonly revenueMicros: number
  readonly payoutMicros: number
}

export async function listUserWeights(
  db: Db,
  users: readonly { appId: number; userId: string }[],
): Promise<UserWeight[]> {
  return await db.query(
    `select u.place - 1 as index, v.network_id as "networkId", v.offer_id as "offerId", v.counted_on as day,
       count(*) as count, sum(v.revenue_micros)::bigint as "revenueMicros",
       sum(v.payout_micros)::bigint as "payoutMicros"
     from unnest($1::bigint[], $2::text[]) with ordinality as u (app_id, user_id, place)
       cross join lateral (
         select c.network_id, c.offer_id, c.counted_on, c.revenue_micros, c.payout_micros from conversions c
         where c.app_id = u.app_id and c.user_id = u.user_id and c.counted_on is not null
         ${byIndex}
       ) v
     group by u.place, v.network_id, v.offer_id, v.counted_on`,
    [users.map(({ appId }) => appId), users.map(({ userId }) => userId)],
  )
}

export interface UserCapUse {
  readonly capId: number
  readonly day: string | null
  readonly usersCount: number
  readonly usersAtLimitCount: number
  /** What the user has used who has used most. */
  readonly most: number
}

/** How much of caps that each user has for himself is used, by day. */
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

/** The network of each offer. */
export async function listNetworksOfOffers(
  db: Db,
  offerIds: readonly number[],
): Promise<readonly [offerId: number, networkId: number][]> {
  const rows = await db.query<{ id: number; networkId: number }>(
    'select id, network_id as "networkId" from offers where id = any($1)',
    [offerIds],
  )
  return rows.map(({ id, networkId }) => [id, networkId])
}
