import type { Conversion, ConversionEvent } from '@quoin/core/conversions/conversion.ts'
import type { LedgerEntry } from '@quoin/core/ledger/ledger-entry.ts'
import { type NewCallback, newCallbacks } from '../callbacks/callbacks.ts'
import { adoptToldIds } from '../callbacks/told-ids.ts'
import { type CapMove, moveCapUse } from '../caps/cap-counters.ts'
import { shareCaps } from '../caps/caps.ts'
import {
  byIndex,
  conversionColumns,
  conversionRow,
  eventColumns,
  eventRow,
  lockKey,
} from './conversion-columns.ts'
import { copied, copyInto, sendRows } from '../pg/copy-rows.ts'
import type { Database, Db, Transaction } from '../pg/database.ts'
import { newEntries } from '../ledger/ledger.ts'
import { type LoggedRequest, newRequests } from '../postbacks/postback-requests.ts'
import { rowsFrom, valuesOf } from '../pg/row-parameters.ts'
import { scanNothing } from '../pg/without-scans.ts'

/** The effect of a batch: conversions in their last state, every step on the way, and what goes with it. */
interface Changes {
  /** Those that are new. */
  readonly created: readonly Conversion[]
  readonly moved: readonly Conversion[]
  readonly events: readonly ConversionEvent[]
  readonly entries: readonly LedgerEntry[]
  readonly capMoves: readonly CapMove[]
  /** The postbacks that led there, for the log. */
  readonly requests: readonly LoggedRequest[]
  /** The listeners of each step. */
  readonly callbacks: readonly NewCallback[]
}

/**
 * Writes all of a batch: it goes out with the end of the transaction, in one packet. Most of it is new, and what is
 * new is copied, which costs the server two thirds of what inserting it does.
 */
export function writeChanges(tx: Transaction, changes: Changes): void {
  const { created, moved, events, entries, capMoves, requests, callbacks } = changes
  if (capMoves.length > 0) tx.send(moveCapUse(capMoves))
  if (moved.length > 0) tx.send({ text: moveText, values: valuesOf(conversionRow, moved) })
  sendRows(tx, newConversions, created)
  sendRows(tx, newEvents, events)
  sendRows(tx, newEntries, entries)
  sendRows(tx, newRequests, requests)
  sendRows(tx, newCallbacks, callbacks)
  if (callbacks.length > 0) tx.send(adoptToldIds(callbacks))
}

const newConversions = copyInto('conversions', copied<Conversion>(conversionRow))
const newEvents = copyInto('conversion_events', copied<ConversionEvent>(eventRow))

/** A conversion is known by its id; what it was made of stays. */
const moveText = `insert into conversions (id, version, app_id, network_id, offer_id, user_id, sub_id, click_id,
  country, platform, goal, txn_key, txn_id, former_txn_id, source, claim_txn_id, idempotency_key, status, reason, reported_status,
  network_state, held_for, network_word, reported_micros, reported_currency, rate_day, usd_nanos, claimed_micros,
  revenue_micros, payout_micros, payout_local_micros, share_basis_points, margin_rule_id, margin_basis_points,
  currency, rate_micros, decimals, rounding, promotion_id, promotion_basis_points, counted_on,
  is_test, created_at, updated_at, expires_at, release_at, risk)
select r.id, r.version, r."appId", r."networkId", r."offerId", r."userId", r."subId", r."clickId",
  r.country, r.platform, r.goal, r."txnKey", r."txnId", r."formerTxnId", r.source, r."claimTxnId", r."idempotencyKey", r.status, r.reason,
  r."reportedStatus", r."networkState", r."heldFor", r."networkWord", r."reportedMicros", r."reportedCurrency", r."rateDay", r."usdNanos",
  r."claimedMicros", r."revenueMicros", r."payoutMicros", r."payoutLocalMicros", r."shareBasisPoints",
  r."marginRuleId", r."marginBasisPoints", r.currency, r."rateMicros", r.decimals, r.rounding, r."promotionId",
  r."promotionBasisPoints", r."countedOn", r."isTest",
  to_timestamp(r."createdAtMs" / 1000.0), to_timestamp(r."updatedAtMs" / 1000.0),
  to_timestamp(r."expiresAtMs" / 1000.0), to_timestamp(r."releaseAtMs" / 1000.0), r.risk
from ${rowsFrom(conversionRow, 'r')}
on conflict (id) do update set version = excluded.version, click_id = excluded.click_id, txn_key = excluded.txn_key,
  txn_id = excluded.txn_id, former_txn_id = excluded.former_txn_id, status = excluded.status, reason = excluded.reason,
  reported_status = excluded.reported_status, network_state = excluded.network_state,
  held_for = excluded.held_for, network_word = excluded.network_word,
  reported_micros = excluded.reported_micros, reported_currency = excluded.reported_currency,
  rate_day = excluded.rate_day, usd_nanos = excluded.usd_nanos, release_at = excluded.release_at,
  revenue_micros = excluded.revenue_micros, payout_micros = excluded.payout_micros,
  payout_local_micros = excluded.payout_local_micros, counted_on = excluded.counted_on,
  updated_at = excluded.updated_at, risk = excluded.risk`

export async function findConversion(db: Db, id: string): Promise<Conversion | undefined> {
  const [row] = await db.query<Conversion>(`select ${conversionColumns} from conversions v where v.id = $1`, [
    id,
  ])
  return row
}

/** The conversions of a click, oldest first. */
export async function listConversionsOfClick(db: Db, clickId: string, limit: number): Promise<Conversion[]> {
  return await db.query(
    `select ${conversionColumns} from conversions v where v.click_id = $1 order by v.id limit $2`,
    [clickId, limit],
  )
}

/** The history of a conversion, oldest first. */
export async function listEvents(db: Db, conversionId: string): Promise<ConversionEvent[]> {
  return await db.query(
    `select ${eventColumns}
     from conversion_events e where e.conversion_id = $1 order by e.version`,
    [conversionId],
  )
}

const conversionsWithIds = `(select distinct id from unnest($1::uuid[]) as asked (id)) asked
     cross join lateral (select * from conversions c where c.id = asked.id ${byIndex}) v`

/**
 * Locks the users and offers of conversions until the end of the transaction, then reads them as they are.
 */
export async function lockConversions(tx: Db, ids: readonly string[]): Promise<Conversion[]> {
  await tx.query(`select ${shareCaps}`, [])
  await tx.query(
    `select pg_advisory_xact_lock(k.key)
     from (select distinct ${lockKey('v')} as key from ${conversionsWithIds} order by key) k`,
    [ids],
  )
  return await tx.query(`select ${conversionColumns} from ${conversionsWithIds} order by v.id`, [ids])
}

/** Another conversion by which a user has earned one of these goals of an offer, or will without a person. */
export async function findCountedRival(
  tx: Db,
  { id, appId, userId, offerId, isTest }: Conversion,
  goals: readonly string[],
): Promise<string | undefined> {
  const [row] = await tx.query<{ id: string }>(
    `select c.id from (
       select id from conversions
       where app_id = $1 and user_id = $2 and offer_id = $3 and is_test = $4 and goal = any($5::text[]) and id <> $6
         and (status = 'approved' or (status = 'pending' and coalesce(reason, 'hold') = 'hold'))
       ${byIndex}) c
     order by c.id limit 1`,
    [appId, userId, offerId, isTest, goals, id],
  )
  return row?.id
}

export interface UserInMode {
  readonly appId: number
  readonly userId: string
  readonly isTest: boolean
}

/** An offer, or of an offer with goals one of them, that a user has completed or pending. */
export interface TakenOffer {
  readonly offerId: number
  /** Null where the offer never had goals. */
  readonly goal: string | null
  /** The latest click by which. */
  readonly clickId: string
}

/**
 * Offers that users have completed or pending, by the place of the user in `users`. Repeatable offers are never taken,
 * and a claim without a click takes nothing until it is confirmed; with goals there is more to know
 * (core/offers/goal-progress.ts).
 */
export async function listTakenOfferIds(
  db: Db,
  users: readonly UserInMode[],
): Promise<(TakenOffer & { index: number })[]> {
  return await db.query(
    `select distinct on (u.place, v.offer_id, t.goal) u.place - 1 as index, v.offer_id as "offerId", t.goal,
       v.click_id as "clickId"
     from unnest($1::bigint[], $2::text[], $3::boolean[])
         with ordinality as u (app_id, user_id, is_test, place)
       cross join lateral (
         select c.offer_id, c.goal, c.click_id, c.reason from conversions c
         where c.app_id = u.app_id and c.user_id = u.user_id and c.is_test = u.is_test
           and c.status in ('pending', 'approved')
         ${byIndex}
       ) v
       join offers o on o.id = v.offer_id
       cross join lateral (select case when o.has_goals then v.goal end as goal) t
     where case when o.has_goals then v.click_id is not null
       else not o.is_repeatable and (v.click_id is not null or v.reason is distinct from 'claim') end
     order by u.place, v.offer_id, t.goal, v.click_id desc`,
    [users.map(({ appId }) => appId), users.map(({ userId }) => userId), users.map(({ isTest }) => isTest)],
  )
}

/** The day that it is at a network. */
interface NetworkDay {
  readonly networkId: number
  readonly day: string
}

/**
 * Offers whose own cap of this day or in all is used up, by the counters that core/conversions/caps.ts names.
 */
export async function listCappedOfferIds(
  db: Database,
  days: readonly NetworkDay[],
  among: readonly number[] | null = null,
): Promise<number[]> {
  // A cap that was set lately has no counter before the next report; what it would begin with is bounded by
  // the cap.
  const rows = await inIndexes(db, among === null, (tx) =>
    tx.query<{ id: number }>(
      `select o.id from offers o
       join unnest($1::bigint[], $2::text[]) as n (id, day) on n.id = o.network_id
       left join cap_counters d on d.key = 'offer:' || o.id || ':day:' || n.day
       left join cap_counters t on t.key = 'offer:' || o.id || ':total'
     where (o.daily_cap is not null or o.total_cap is not null) and ($3::bigint[] is null or o.id = any($3))
       and (coalesce(d.used, (select count(*) from (select from conversions v
               where v.offer_id = o.id and v.counted_on = n.day::date limit o.daily_cap) counted)) >= o.daily_cap
         or coalesce(t.used, (select count(*) from (select from conversions v
               where v.offer_id = o.id and v.counted_on is not null limit o.total_cap) counted)) >=
               o.total_cap)`,
      [days.map(({ networkId }) => networkId), days.map(({ day }) => day), among],
    ),
  )
  return rows.map(({ id }) => id)
}

/**
 * A statement about all offers must not scan the conversions once for each of them, as it would by statistics from the
 * time when there were few.
 */
async function inIndexes<Rows>(
  db: Database,
  isWide: boolean,
  read: (tx: Db) => Promise<Rows>,
): Promise<Rows> {
  if (!isWide) return await read(db)
  return await db.transaction(async (tx) => {
    await scanNothing(tx)
    return await read(tx)
  })
}
