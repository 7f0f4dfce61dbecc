import type { Cap, CapScope } from '@quoin/core/caps/cap.ts'
import { byIndex } from '../conversions/conversion-columns.ts'
import type { Db } from '../pg/database.ts'

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
export const setTimeoutMs = 120_000

/** Waits for every transaction that moves conversions, and keeps new ones waiting until this one ends. */
export async function lockCaps(tx: Db): Promise<void> {
  await tx.query(`set local statement_timeout = ${setTimeoutMs}`)
  await tx.query(`select pg_advisory_xact_lock(${capsLock})`, [], { timeoutMs: setTimeoutMs })
}

/** A cap of the same scope, period and measure is there once: setting it again changes its limit (null: it is new). */
export async function upsertCap(
  tx: Db,
  cap: Omit<Cap, 'id'>,
): Promise<{ cap: Cap; limitBefore: number | null }> {
  const [row] = await tx.query<Cap & { limitBefore: number | null }>(
    `with was as (
       select cap_limit from caps
       where network_id is not distinct from $1 and offer_id is not distinct from $2
         and app_id is not distinct from $3 and user_id is not distinct from $4
         and is_per_user = $5 and period = $6 and measure = $7
     )
     insert into caps (network_id, offer_id, app_id, user_id, is_per_user, period, measure, cap_limit)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (network_id, offer_id, app_id, user_id, is_per_user, period, measure)
       do update set cap_limit = excluded.cap_limit
     returning ${capColumns}, (select cap_limit from was) as "limitBefore"`,
    [...scopeValues(cap), cap.period, cap.measure, cap.limit],
  )
  if (row === undefined) throw new Error('an upsert returned no row')
  const { limitBefore, ...stored } = row
  return { cap: stored, limitBefore }
}

function scopeValues({ networkId, offerId, appId, userId, isPerUser }: CapScope): unknown[] {
  return [networkId, offerId, appId, userId, isPerUser]
}

export async function countCaps(db: Db): Promise<number> {
  const [row] = await db.query<{ count: number }>('select count(*) as count from caps', [])
  return row?.count ?? 0
}

/** The removed cap, or undefined when there was none. Its counters are swept later. */
export async function deleteCap(tx: Db, id: number): Promise<Cap | undefined> {
  const [row] = await tx.query<Cap>(`delete from caps where id = $1 returning ${capColumns}`, [id])
  return row
}

/** The weight of one user's conversions, by offer and day: all that caps of their own are read from. */
export interface UserCapAmount {
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
): Promise<UserCapAmount[]> {
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
