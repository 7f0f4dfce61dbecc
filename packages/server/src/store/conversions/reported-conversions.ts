import type { Caps } from '@quoin/core/conversions/caps.ts'
import { conversionsMax } from '@quoin/core/risk/activity.ts'
import type { Conversion } from '@quoin/core/conversions/conversion.ts'
import type { TakesBack } from '@quoin/core/conversions/find-reported.ts'
import type { ReportedClick } from '@quoin/core/conversions/situation.ts'
import type { GoalOffer } from '@quoin/core/offers/goal.ts'
import type { Rounding } from '@quoin/core/payout/convert.ts'
import { toldConversion } from '../callbacks/told-ids.ts'
import { capsVersion, shareCaps } from '../caps/caps.ts'
import {
  byIndex,
  type ConversionValue,
  conversionValue,
  lockKey,
  offerTermColumns,
  readConversionValue,
  lost,
} from './conversion-columns.ts'
import type { Db } from '../pg/database.ts'
import { transactionLockKey } from './transactions.ts'
import { type RowColumns, rowsFrom, valuesOf } from '../pg/row-parameters.ts'

/** A click that was reported, with the terms of its offer and of its app's currency. */
export interface KnownClick extends ReportedClick, GoalOffer, Caps {
  readonly currency: string
  readonly rateMicros: number
  readonly decimals: number
  readonly rounding: Rounding
  /** Whether the offer has counters: for a cap it has, or had once. */
  readonly isCounted: boolean
  /** The version of the caps that were in force when this was read: before the wait for the locks. */
  readonly capsVersion: number
}

/** A transaction that is reported of a click. */
export interface ClickTransaction {
  readonly clickId: string
  readonly txnId: string
}

const clickTransactionRow: RowColumns<ClickTransaction> = { clickId: 'uuid', txnId: 'text' }

/**
 * Reads clicks by their ids (each given once), or by the conversions that outlived them, and locks their users and
 * offers, then what transactions are reported of them, until the end. Clicks never change, so that they may be read
 * before the wait for a lock; conversions must be read after it. Unknown ids are left out.
 */
export async function lockReportedClicks(
  tx: Db,
  clickIds: readonly string[],
  transactions: readonly ClickTransaction[],
): Promise<KnownClick[]> {
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
     ), transaction_locks as materialized (
       select pg_advisory_xact_lock(k.key)
       from (select distinct ${transactionLockKey('known.offer_id', 't."txnId"')} as key
         from ${rowsFrom(clickTransactionRow, 't', 2)} join known on known.click_id = t."clickId"
         where (select count(*) from locks) > 0 order by key) k
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
     where (select count(*) from locks) > 0 and (select count(*) from transaction_locks) >= 0`,
    [clickIds, ...valuesOf(clickTransactionRow, transactions)],
  )
}

/** The possible subject of a report: the conversion of a click, goal and transaction. */
interface Wanted {
  readonly clickId: string
  readonly goal: string
  /** The former name of the goal (core/offers/goal.ts). */
  readonly formerGoal: string | null
  readonly txnKey: string
  readonly txnId: string | null
  readonly appId: number
  readonly userId: string
  readonly offerId: number
  readonly isTest: boolean
  readonly isRepeatable: boolean
  readonly takesBack: TakesBack
  /** The user's key in the device graph; null where nothing of them is to be looked up. */
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
  takesBack: 'text',
  userKey: 'text',
}

export interface Found {
  readonly clickId: string
  readonly goal: string
  readonly txnKey: string
  /** Null where there is none yet. */
  readonly conversion: Conversion | null
  /** The user's claim by the reported transaction, without a click or by another one of theirs. */
  readonly claimedElsewhere: Conversion | null
  /**
   * Conversions by which the user earned the same goal, where it is not repeatable: through other clicks, or through
   * this one while it was.
   */
  readonly rivalIds: readonly string[]
  /** The user's other conversions, the newest: how many were taken back or refused, and how many stand. */
  readonly userLost: number
  readonly userPlain: number
  /** The offer of each of these. */
  readonly userOffers: readonly number[]
  /** The device they were last seen on, by its key; null for who never was. */
  readonly lastDevice: string | null
  /**
   * Their score there; null for who has none, and where a block of them or of the device hid it: what the lists say
   * now is asked anew.
   */
  readonly deviceScoreTenths: number | null
  /**
   * The worst of the answers of thirty days, less the longer before the last one it was: a clean device hides no
   * other.
   */
  readonly worstScoreTenths: number | null
  /** The version of the caps that are in force. */
  readonly capsVersion: number
  /** The id that a new one is to get: its receiver was told it before the database was restored to an earlier state. */
  readonly toldId: string | null
}

interface StoredConversions {
  readonly conversion: ConversionValue | null
  readonly claimedElsewhere: ConversionValue | null
}

/** A score of thirty days before the last one counts nothing any more, one of fifteen days half. */
const worstWindowSec = 30 * 86_400
const worstOfMax = 50

/** By conversions_by_user and risk_assessments_by_user. A refusal by a cap or by the end of a time is no sign. */
const userRisk = `e.lost as "userLost", e.plain as "userPlain", e.offers as "userOffers",
       encode(a.device_key, 'hex') as "lastDevice",
       case when a.is_blocked and a.reasons -> 0 ->> 'code' = 'block_list'
         and a.reasons -> 0 ->> 'detail' in ('device', 'user') then null
       else a.score_tenths end as "deviceScoreTenths",
       (select max(round(r.score_tenths * (1 - extract(epoch from a.assessed_at - r.assessed_at) / ${worstWindowSec})))::integer
         from (
           select score_tenths, assessed_at from risk_assessments r
           where r.app_id = w."appId" and r.user_key = decode(w."userKey", 'hex') and not r.is_blocked
           order by r.id desc limit ${worstOfMax}) r
         where r.assessed_at > a.assessed_at - interval '${worstWindowSec} seconds') as "worstScoreTenths"`

/** How the user's other conversions ended, as far as a network has told of them: a claim hides no reversal. */
const ended = `lateral (
         select count(*) filter (where l.is_lost)::integer as lost, count(*) filter (where not l.is_lost)::integer as plain,
           coalesce(array_agg(l.offer_id::double precision), '{}') as offers
         from (
           select u.offer_id, u.is_lost from (
             select l.id, l.offer_id, ${lost('l')} as is_lost from conversions l
             where w."userKey" is not null and l.app_id = w."appId" and l.user_id = w."userId" and l.is_test = w."isTest"
               and l.click_id is distinct from w."clickId"
               and (${lost('l')} or (l.status <> 'rejected' and l.reported_status is not null))
             ${byIndex}) u
           order by u.id desc limit ${conversionsMax}) l) e`

const lastAssessment = `lateral (select device_key, score_tenths, is_blocked, reasons, assessed_at from risk_assessments r
         where r.app_id = w."appId" and r.user_key = decode(w."userKey", 'hex') order by r.id desc limit 1) a`

/**
 * The conversions that reports are about, the claims on their clicks, what they may take back without naming it,
 * and their rivals. At most `rivalsMax` of the last two: with the one that is reported itself, one more than a
 * batch can take away is enough to know that one is left.
 */
export async function listReported(tx: Db, wanted: readonly Wanted[], rivalsMax: number): Promise<Found[]> {
  const rows = await tx.query<Omit<Found, keyof StoredConversions> & StoredConversions>(
    `select w."clickId", w.goal, w."txnKey", array(
         select o.id from conversions o
         where not w."isRepeatable" and o.app_id = w."appId" and o.user_id = w."userId"
           and o.offer_id = w."offerId" and o.goal in (w.goal, w."formerGoal") and o.is_test = w."isTest"
           and (o.click_id is distinct from w."clickId" or o.txn_key <> '')
           and (o.status = 'approved' or (o.status = 'pending' and o.reason is distinct from 'claim'))
         limit $1
       ) as "rivalIds", ${userRisk}, ${capsVersion} as "capsVersion",
       ${toldConversion('w."clickId"', 'w.goal', 'w."txnKey"')} as "toldId", v.conversion, (
         select ${conversionValue} from conversions v
         where w."txnId" is not null and v.app_id = w."appId" and v.user_id = w."userId" and v.offer_id = w."offerId"
           and v.is_test = w."isTest" and v.claim_txn_id = w."txnId" and v.click_id is distinct from w."clickId"
       ) as "claimedElsewhere"
     from ${rowsFrom(wantedRow, 'w', 2)}
       cross join ${ended}
       left join ${lastAssessment} on true
       left join lateral (
         (select v.id, ${conversionValue} as conversion from conversions v
           where v.click_id = w."clickId"
             and (v.txn_key = w."txnKey" or v.txn_id = w."txnId" or v.reported_status is null)
           ${byIndex})
         union all
         (select v.id, ${conversionValue} from conversions v
           where w."takesBack" is not null and w."txnKey" = '' and v.click_id = w."clickId" and v.txn_key <> ''
             and (w."takesBack" = 'any goal' or v.goal in (w.goal, w."formerGoal"))
             and v.reported_status in ('pending', 'approved')
           limit $1)
       ) v on true
     order by v.id`,
    [rivalsMax, ...valuesOf(wantedRow, wanted)],
  )
  return rows.map((row) => ({
    ...row,
    conversion: row.conversion === null ? null : readConversionValue(row.conversion),
    claimedElsewhere: row.claimedElsewhere === null ? null : readConversionValue(row.claimedElsewhere),
  }))
}
