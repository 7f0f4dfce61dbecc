import type { Caps } from '@quoin/core/conversion/caps.ts'
import type { Conversion, ConversionEvent } from '@quoin/core/conversion/conversion.ts'
import type { ReportedClick } from '@quoin/core/conversion/situation.ts'
import type { GoalOffer } from '@quoin/core/goal.ts'
import type { LedgerEntry } from '@quoin/core/ledger/ledger-entry.ts'
import type { Rounding } from '@quoin/core/payout/convert.ts'
import { callbackRow, insertCallbacksFrom, type NewCallback } from './callbacks.ts'
import { type CapMove, capMoveRow, moveCapUseFrom } from './cap-counters.ts'
import { capsVersion, shareCaps } from './caps.ts'
import {
  byIndex,
  conversionColumns,
  conversionRow,
  type ConversionValue,
  conversionValue,
  eventColumns,
  eventRow,
  lockKey,
  offerTermColumns,
  readConversionValue,
} from './conversion-columns.ts'
import type { Database, Db } from './database.ts'
import { insertEntriesFrom, ledgerRow } from './ledger.ts'
import { insertRequestsFrom, type LoggedRequest, requestRow } from './postback-requests.ts'
import { scanNothing } from './without-scans.ts'
import { placesInTurn, type RowColumns, rowsFrom, valuesOf } from './row-parameters.ts'

/** A click that was reported, with the terms of its offer and of its app's currency. */
export interface KnownClick extends ReportedClick, GoalOffer, Caps {
  readonly currency: string
  readonly rateMicros: number
  readonly decimals: number
  readonly rounding: Rounding
  /** Whether the offer has counters: for a cap it has, or had once. */
  readonly isCounted: boolean
  /** Of the caps that were in force when this was read: before the wait for the locks. */
  readonly capsVersion: number
}

/**
 * Reads clicks by their ids (each given once), or by the conversions that outlived them, and locks their
 * users and offers until the end of the transaction. Clicks never change, so that they may be read before the
 * wait for a lock; conversions must be read after it. Unknown ids are left out.
 */
export async function lockReportedClicks(tx: Db, clickIds: readonly string[]): Promise<KnownClick[]> {
  return await tx.query(
    `with gate as materialized (
       select ${shareCaps}
     ), asked as materialized (
       select id from unnest($1::uuid[]) as asked (id)
     ), clicked as materialized (
       select c.* from asked cross join lateral (
         select id as click_id, app_id, offer_id, user_id, sub_id, country, platform, is_test,
           verdict = 'bot' as is_bot, outcome = 'fallback' as is_fallback, risk, address
         from clicks where clicks.id = asked.id ${byIndex}
       ) c
     ), outlived as materialized (
       select v.* from asked cross join lateral (
         select click_id, app_id, offer_id, user_id, sub_id, country, platform, is_test,
           false as is_bot, false as is_fallback, null::text as risk, null::text as address
         from conversions where click_id = asked.id limit 1
       ) v
       where (select count(*) from clicked) < cardinality($1::uuid[])
         and not exists (select from clicked c where c.click_id = asked.id)
     ), known as materialized (
       select * from clicked union all select * from outlived
     ), locks as materialized (
       select pg_advisory_xact_lock(k.key)
       from (select distinct ${lockKey('known')} as key from known order by key) k
       where (select count(*) from gate) > 0
     )
     select known.click_id as "clickId", known.app_id as "appId", known.offer_id as "offerId",
       known.user_id as "userId", known.sub_id as "subId", known.country,
       known.platform, known.is_test as "isTest", known.is_bot as "isBot",
       known.is_fallback as "isFallback", known.risk, known.address,
       ${offerTermColumns}, a.currency_name as currency, a.currency_rate_micros as "rateMicros",
       a.currency_decimals as decimals, a.currency_rounding as rounding,
       (select count(*) from cap_counters c where c.key = 'offer:' || o.id || ':total') > 0 as "isCounted",
       ${capsVersion} as "capsVersion"
     from known join offers o on o.id = known.offer_id join apps a on a.id = known.app_id
     where (select count(*) from locks) > 0`,
    [clickIds],
  )
}

/** What a report may be about: the conversion of a click, goal and transaction. */
export interface Wanted {
  readonly clickId: string
  readonly goal: string
  /** What the goal was called before (core/goal.ts). */
  readonly formerGoal: string | null
  readonly txnKey: string
  readonly txnId: string | null
  readonly appId: number
  readonly userId: string
  readonly offerId: number
  readonly isTest: boolean
  readonly isRepeatable: boolean
  /** The user's key in the device graph; null where nothing of him is to be looked up. */
  readonly userKey: string | null
}

const wantedRow: RowColumns<Wanted> = {
  clickId: 'uuid',
  goal: 'text',
  formerGoal: 'text',
  txnKey: 'text',
  txnId: 'text',
  appId: 'bigint',
  userId: 'text',
  offerId: 'bigint',
  isTest: 'boolean',
  isRepeatable: 'boolean',
  userKey: 'text',
}

export interface Found {
  readonly clickId: string
  readonly goal: string
  /** Null where there is none yet. */
  readonly conversion: Conversion | null
  /**
   * Conversions by which the user earned the same goal, where it is not repeatable: through other clicks, or through
   * this one while it was.
   */
  readonly rivalIds: readonly string[]
  /** Other conversions of the user that were taken back or refused; at most a few are counted. */
  readonly userLost: number
  /** The user's latest device score; null for who has none. */
  readonly deviceScoreTenths: number | null
  /** Of the caps that are in force. */
  readonly capsVersion: number
}

const lostMax = 5

/** By conversions_by_user and risk_assessments_by_user. What a cap or the end of a time has refused is no sign. */
const userRisk = `(select count(*)::integer from (
         select from conversions l
         where w."userKey" is not null and l.app_id = w."appId" and l.user_id = w."userId" and l.is_test = w."isTest"
           and l.click_id is distinct from w."clickId"
           and (l.status = 'reversed' or (l.status = 'rejected' and (l.reason is null or l.reason = 'refused')))
         limit ${lostMax}) lost) as "userLost",
       (select a.score_tenths from risk_assessments a
         where a.app_id = w."appId" and a.user_key = decode(w."userKey", 'hex')
         order by a.id desc limit 1) as "deviceScoreTenths"`

/**
 * The conversions that reports are about, the claims on their clicks, and their rivals. At most `rivalsMax`
 * of these: with the one that is reported itself, one more than a batch can take away is enough to know that one is
 * left.
 */
export async function listReported(tx: Db, wanted: readonly Wanted[], rivalsMax: number): Promise<Found[]> {
  const rows = await tx.query<Omit<Found, 'conversion'> & { conversion: ConversionValue | null }>(
    `select w."clickId", w.goal, array(
         select o.id from conversions o
         where not w."isRepeatable" and o.app_id = w."appId" and o.user_id = w."userId"
           and o.offer_id = w."offerId" and o.goal in (w.goal, w."formerGoal") and o.is_test = w."isTest"
           and (o.click_id is distinct from w."clickId" or o.txn_key <> '')
           and (o.status = 'approved' or (o.status = 'pending' and o.reason is distinct from 'claim'))
         limit $1
       ) as "rivalIds", ${userRisk}, ${capsVersion} as "capsVersion", v.conversion
     from ${rowsFrom(wantedRow, 'w', 2)}
       left join lateral (
         select v.id, ${conversionValue} as conversion from conversions v
         where v.click_id = w."clickId"
           and (v.txn_key = w."txnKey" or v.txn_id = w."txnId" or v.txn_key like 'claim:%')
         ${byIndex}
       ) v on true
     order by v.id`,
    [rivalsMax, ...valuesOf(wantedRow, wanted)],
  )
  return rows.map((row) => ({
    ...row,
    conversion: row.conversion === null ? null : readConversionValue(row.conversion),
  }))
}

/** What a batch did: conversions in their last state, every step on the way, and what goes with it. */
export interface Changes {
  readonly conversions: readonly Conversion[]
  readonly events: readonly ConversionEvent[]
  readonly entries: readonly LedgerEntry[]
  readonly capMoves: readonly CapMove[]
  /** The postbacks that led there, for the log. */
  readonly requests: readonly LoggedRequest[]
  /** Who is to be told of which step. */
  readonly callbacks: readonly NewCallback[]
}

/** Writes all of a batch in one statement. A conversion that is known by its id is updated. */
export async function writeChanges(tx: Db, changes: Changes): Promise<void> {
  await tx.query(writeChangesText, [
    ...valuesOf(conversionRow, changes.conversions),
    ...valuesOf(eventRow, changes.events),
    ...valuesOf(ledgerRow, changes.entries),
    ...valuesOf(capMoveRow, changes.capMoves),
    ...valuesOf(requestRow, changes.requests),
    ...valuesOf(callbackRow, changes.callbacks),
  ])
}

/** Where the parameters of each kind of row begin. */
const placeOf = placesInTurn({
  conversions: conversionRow,
  events: eventRow,
  entries: ledgerRow,
  moves: capMoveRow,
  requests: requestRow,
  callbacks: callbackRow,
})

const writeChangesText = `with moved as (${moveCapUseFrom(placeOf.moves)}
 ), booked as (${insertEntriesFrom(placeOf.entries)}
 ), logged as (${insertRequestsFrom(placeOf.requests)}
 ), told as (${insertCallbacksFrom(placeOf.callbacks)}
 ), written as (
   insert into conversions (id, version, app_id, network_id, offer_id, user_id, sub_id, click_id,
     country, platform, goal, txn_key, txn_id, source, claim_txn_id, idempotency_key, status, reason, reported_status,
     network_word, reported_micros, reported_currency, rate_day, usd_nanos, claimed_micros,
     revenue_micros, payout_micros, payout_local_micros, share_basis_points, margin_rule_id, margin_basis_points,
     currency, rate_micros, decimals, rounding, promotion_id, promotion_basis_points, counted_on,
     is_test, created_at, updated_at, expires_at, release_at, risk)
   select r.id, r.version, r."appId", r."networkId", r."offerId", r."userId", r."subId", r."clickId",
     r.country, r.platform, r.goal, r."txnKey", r."txnId", r.source, r."claimTxnId", r."idempotencyKey", r.status, r.reason,
     r."reportedStatus", r."networkWord", r."reportedMicros", r."reportedCurrency", r."rateDay", r."usdNanos",
     r."claimedMicros", r."revenueMicros", r."payoutMicros", r."payoutLocalMicros", r."shareBasisPoints",
     r."marginRuleId", r."marginBasisPoints", r.currency, r."rateMicros", r.decimals, r.rounding, r."promotionId",
     r."promotionBasisPoints", r."countedOn", r."isTest",
     to_timestamp(r."createdAtMs" / 1000.0), to_timestamp(r."updatedAtMs" / 1000.0),
     to_timestamp(r."expiresAtMs" / 1000.0), to_timestamp(r."releaseAtMs" / 1000.0), r.risk
   from ${rowsFrom(conversionRow, 'r', placeOf.conversions)}
   on conflict (id) do update set version = excluded.version, txn_key = excluded.txn_key,
     txn_id = excluded.txn_id, status = excluded.status, reason = excluded.reason,
     reported_status = excluded.reported_status, network_word = excluded.network_word,
     reported_micros = excluded.reported_micros, reported_currency = excluded.reported_currency,
     rate_day = excluded.rate_day, usd_nanos = excluded.usd_nanos, release_at = excluded.release_at,
     revenue_micros = excluded.revenue_micros, payout_micros = excluded.payout_micros,
     payout_local_micros = excluded.payout_local_micros, counted_on = excluded.counted_on,
     updated_at = excluded.updated_at, risk = excluded.risk
 )
 insert into conversion_events (conversion_id, app_id, is_test, version, from_status, to_status, reason, source,
   postback_request_id, actor, revenue_micros, payout_micros, payout_local_micros, happened_at)
 select e."conversionId", e."appId", e."isTest", e.version, e."fromStatus", e."toStatus", e.reason, e.source,
   e."postbackRequestId", e.actor, e."revenueMicros", e."payoutMicros", e."payoutLocalMicros",
   to_timestamp(e."happenedAtMs" / 1000.0)
 from ${rowsFrom(eventRow, 'e', placeOf.events)}`

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
 * What users have completed or pending, by the place of the user in `users`. Repeatable offers are never
 * taken, and a claim without a click takes nothing; with goals there is more to know (core/goal-progress.ts).
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
         select c.offer_id, c.goal, c.click_id from conversions c
         where c.app_id = u.app_id and c.user_id = u.user_id and c.is_test = u.is_test
           and c.status in ('pending', 'approved') and c.click_id is not null
         ${byIndex}
       ) v
       join offers o on o.id = v.offer_id
       cross join lateral (select case when o.has_goals then v.goal end as goal) t
     where o.has_goals or not o.is_repeatable
     order by u.place, v.offer_id, t.goal, v.click_id desc`,
    [users.map(({ appId }) => appId), users.map(({ userId }) => userId), users.map(({ isTest }) => isTest)],
  )
}

/** The day that it is at a network. */
export interface NetworkDay {
  readonly networkId: number
  readonly day: string
}

/**
 * Offers whose own cap of this day or in all is used up, by the counters that core/conversion/caps.ts names.
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
