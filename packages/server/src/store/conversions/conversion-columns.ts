import type { Conversion, ConversionEvent } from '@quoin/core/conversions/conversion.ts'
import { knownGoalsOf } from '../catalogue/goal-columns.ts'
import type { RowColumns } from '../pg/row-parameters.ts'

/** The columns of a conversion, named as core's `Conversion` has them. */
export const conversionColumns = `v.id, v.version, v.app_id as "appId", v.network_id as "networkId",
  v.offer_id as "offerId", v.user_id as "userId", v.sub_id as "subId", v.click_id as "clickId",
  v.country, v.platform, v.goal,
  v.txn_key as "txnKey", v.txn_id as "txnId", v.former_txn_id as "formerTxnId", v.source, v.claim_txn_id as "claimTxnId",
  v.idempotency_key as "idempotencyKey", v.status, v.reason, v.reported_status as "reportedStatus",
  v.network_state as "networkState", v.held_for as "heldFor",
  v.network_word as "networkWord", v.reported_micros as "reportedMicros",
  v.reported_currency as "reportedCurrency", v.rate_day as "rateDay", v.usd_nanos as "usdNanos",
  v.claimed_micros as "claimedMicros",
  v.revenue_micros as "revenueMicros", v.payout_micros as "payoutMicros",
  v.payout_local_micros as "payoutLocalMicros", v.share_basis_points as "shareBasisPoints",
  v.margin_rule_id as "marginRuleId", v.margin_basis_points as "marginBasisPoints", v.currency,
  v.rate_micros as "rateMicros", v.decimals, v.rounding, v.promotion_id as "promotionId",
  v.promotion_basis_points as "promotionBasisPoints", v.counted_on as "countedOn", v.is_test as "isTest",
  v.created_at as "createdAtMs", v.updated_at as "updatedAtMs", v.expires_at as "expiresAtMs",
  v.release_at as "releaseAtMs", v.risk`

/**
 * A conversion `v` as one value: for what is new, of which there is none, forty empty columns would be sent and read.
 */
export const conversionValue = `(select to_json(f) from (select ${conversionColumns}) f)`

/**
 * Whether a conversion was taken back or refused, which speaks against its user. A rejection by a cap or by the end of
 * a time says nothing of them, nor does a refused claim that no network knows: a publisher could make anybody look like
 * a fraud, and good signs like bad ones.
 */
export function lost(alias: string): string {
  return `(${alias}.status = 'reversed'
    or (${alias}.status = 'rejected' and ${alias}.reported_status is not null
      and (${alias}.reason is null or ${alias}.reason = 'refused')))`
}

/** The goal that the network or an operator vouches for; null where the offer has none, or a claim alone names it. */
export function vouchedGoal(alias: string): string {
  return `case when ${alias}.goal <> '' and (${alias}.reported_status is not null or ${alias}.status = 'approved')
    then ${alias}.goal end`
}

interface WrittenTimes {
  readonly createdAtMs: string
  readonly updatedAtMs: string
  readonly expiresAtMs: string | null
  readonly releaseAtMs: string | null
}

/** A conversion as `conversionValue` writes it: its times are texts there. */
export type ConversionValue = Omit<Conversion, keyof WrittenTimes> & WrittenTimes

export function readConversionValue(value: ConversionValue): Conversion {
  for (const [name, field] of Object.entries(value)) {
    // As everywhere (store/pg/column-parsers.ts): a number that is not exact must stop the request.
    if (typeof field === 'number' && !Number.isSafeInteger(field)) {
      throw new RangeError(`The database returned a ${name} that is too large for an exact number`)
    }
  }
  return {
    ...value,
    createdAtMs: Date.parse(value.createdAtMs),
    updatedAtMs: Date.parse(value.updatedAtMs),
    expiresAtMs: value.expiresAtMs === null ? null : Date.parse(value.expiresAtMs),
    releaseAtMs: value.releaseAtMs === null ? null : Date.parse(value.releaseAtMs),
  }
}

/** A conversion as it is written. */
export const conversionRow: RowColumns<Conversion> = {
  id: 'uuid',
  version: 'integer',
  appId: 'bigint',
  networkId: 'bigint',
  offerId: 'bigint',
  userId: 'text',
  subId: 'text',
  clickId: 'uuid',
  country: 'text',
  platform: 'text',
  goal: 'text',
  txnKey: 'text',
  txnId: 'text',
  formerTxnId: 'text',
  source: 'text',
  claimTxnId: 'text',
  idempotencyKey: 'text',
  status: 'text',
  reason: 'text',
  reportedStatus: 'text',
  networkState: 'text',
  heldFor: 'text',
  networkWord: 'text',
  reportedMicros: 'bigint',
  reportedCurrency: 'text',
  rateDay: 'date',
  usdNanos: 'bigint',
  claimedMicros: 'bigint',
  revenueMicros: 'bigint',
  payoutMicros: 'bigint',
  payoutLocalMicros: 'bigint',
  shareBasisPoints: 'integer',
  marginRuleId: 'bigint',
  marginBasisPoints: 'integer',
  currency: 'text',
  rateMicros: 'bigint',
  decimals: 'smallint',
  rounding: 'text',
  promotionId: 'bigint',
  promotionBasisPoints: 'integer',
  countedOn: 'date',
  isTest: 'boolean',
  createdAtMs: 'bigint',
  updatedAtMs: 'bigint',
  expiresAtMs: 'bigint',
  releaseAtMs: 'bigint',
  risk: 'jsonb',
}

/** The columns of an event, named as core's `ConversionEvent` has them. */
export const eventColumns = `e.conversion_id as "conversionId", e.app_id as "appId", e.is_test as "isTest",
  e.version, e.from_status as "fromStatus", e.to_status as "toStatus", e.reason, e.source,
  e.postback_request_id as "postbackRequestId", e.actor,
  coalesce(e.revenue_micros, e.payout_micros) as "revenueMicros", e.payout_micros as "payoutMicros",
  e.payout_local_micros as "payoutLocalMicros", e.happened_at as "happenedAtMs"`

/** An event of a conversion as it is written. */
export const eventRow: RowColumns<ConversionEvent> = {
  conversionId: 'uuid',
  appId: 'bigint',
  isTest: 'boolean',
  version: 'integer',
  fromStatus: 'text',
  toStatus: 'text',
  reason: 'text',
  source: 'text',
  postbackRequestId: 'uuid',
  actor: 'text',
  revenueMicros: 'bigint',
  payoutMicros: 'bigint',
  payoutLocalMicros: 'bigint',
  happenedAtMs: 'bigint',
}

/** The terms of an offer that a conversion is earned under. */
export const offerTermColumns = `o.network_id as "networkId", o.payout_micros as "payoutMicros",
  o.payout_share_basis_points as "payoutShareBasisPoints", o.revenue_micros as "revenueMicros", o.prices,
  o.terms_before as "amountsBefore",
  o.is_repeatable as "isRepeatable", coalesce(o.hold_days, 0) as "holdDays",
  extract(epoch from o.attribution_window)::bigint as "attributionWindowSec",
  o.daily_cap as "dailyCap", o.total_cap as "totalCap", ${knownGoalsOf('o')} as goals`

/**
 * The lock under which everything about one user and one offer is decided: reports on a click, the second
 * click of a user, claims. An advisory lock and not the click's row, because two clicks can be rivals, a
 * click may be dropped by retention before its chargeback comes, and a row lock would write to the clicks.
 * Taken in the order of the keys.
 */
export function lockKey(alias: string): string {
  return `hashtextextended(${alias}.app_id || ' ' || ${alias}.offer_id || ' ' || ${alias}.user_id, 0)`
}

/**
 * Ends a lateral subquery that is to be looked up row by row. Without it a plan that was made and kept while
 * the table was small would go on to join with a scan of all of it, until the next analyze.
 */
export const byIndex = 'offset 0'
