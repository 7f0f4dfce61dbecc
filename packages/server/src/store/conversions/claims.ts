import { firstIdAt } from '@quoin/core/tracking/click-id.ts'
import type { Caps } from '@quoin/core/conversions/caps.ts'
import type { Conversion, ConversionSource, ReviewReason } from '@quoin/core/conversions/conversion.ts'
import type { ClaimedClick, ClaimedCompletion } from '@quoin/core/conversions/make-claim.ts'
import type { GoalOffer } from '@quoin/core/offers/goal.ts'
import { byIndex, conversionColumns, lockKey, offerTermColumns } from './conversion-columns.ts'
import type { Db } from '../pg/database.ts'
import { clicksOfUser } from '../tracking/clicks-of-user.ts'
import { type RowColumns, rowsFrom, valuesOf } from '../pg/row-parameters.ts'

/** The offer a claim names. */
export interface ClaimedOffer extends GoalOffer {
  readonly offerId: number
  readonly isTest: boolean
}

/**
 * Locks the users and offers of claims, and their idempotency keys, until the end of the transaction, and reads the
 * offers there are.
 */
export async function lockClaimed(
  tx: Db,
  claims: readonly Pick<ClaimedCompletion, 'appId' | 'userId' | 'offerId' | 'isTest' | 'idempotencyKey'>[],
): Promise<ClaimedOffer[]> {
  return await tx.query(
    `with locks as materialized (
       select pg_advisory_xact_lock(k.key)
       from (select distinct ${lockKey('w')} as key
         from unnest($1::bigint[], $2::bigint[], $3::text[]) as w (app_id, offer_id, user_id)
         union
         select hashtextextended('claim key ' || w.app_id || ' ' || w.is_test || ' ' || w.key, 0)
         from unnest($1::bigint[], $4::boolean[], $5::text[]) as w (app_id, is_test, key)
         where w.key is not null
         order by key) k
     )
     select o.id as "offerId", o.is_test as "isTest", ${offerTermColumns}
     from offers o where o.id = any($2::bigint[]) and (select count(*) from locks) > 0`,
    [
      claims.map(({ appId }) => appId),
      claims.map(({ offerId }) => offerId),
      claims.map(({ userId }) => userId),
      claims.map(({ isTest }) => isTest),
      claims.map(({ idempotencyKey }) => idempotencyKey),
    ],
  )
}

export interface MovedOffer extends GoalOffer, Caps {
  readonly offerId: number
}

/** The terms and caps of offers whose conversions are moved. */
export async function listMovedOffers(tx: Db, offerIds: readonly number[]): Promise<MovedOffer[]> {
  return await tx.query(
    `select o.id as "offerId", ${offerTermColumns} from offers o where o.id = any($1::bigint[])`,
    [offerIds],
  )
}

/** Which click a claim may belong to. */
interface ClickWanted {
  readonly appId: number
  readonly userId: string
  readonly offerId: number
  readonly isTest: boolean
  /** The start of the attribution window. */
  readonly sinceMs: number
  /** The click that the publisher named; else the latest one is looked for. */
  readonly clickId: string | null
}

const clickRow: RowColumns<ClickWanted & { place: number; since: string }> = {
  place: 'integer',
  appId: 'bigint',
  userId: 'text',
  offerId: 'bigint',
  isTest: 'boolean',
  since: 'uuid',
  clickId: 'uuid',
}

const ofClaim = { appId: 'w."appId"', userId: 'w."userId"', offerId: 'w."offerId"', sinceId: 'w.since' }
const redirected = `w."clickId" is null and own.is_test = w."isTest" and own.outcome = 'redirected'`

/**
 * The click of each claim, in order: the one that was named, or the latest that led to the offer; null for
 * none.
 */
export async function findClaimedClicks(
  tx: Db,
  wanted: readonly ClickWanted[],
): Promise<(ClaimedClick | null)[]> {
  const rows = await tx.query<Omit<ClaimedClick, 'clickId'> & { clickId: string | null }>(
    `select coalesce(named.id, latest.id) as "clickId", coalesce(named.sub_id, latest.sub_id) as "subId",
       coalesce(named.country, latest.country) as country,
       coalesce(named.platform, latest.platform) as platform
     from ${rowsFrom(clickRow, 'w')}
       left join lateral (
         select c.id, c.sub_id, c.country, c.platform from clicks c
         where c.id = w."clickId" and c.app_id = w."appId" and c.user_id = w."userId"
           and c.offer_id = w."offerId" and c.is_test = w."isTest"
         ${byIndex}
       ) named on true
       left join lateral (
         select c.id, c.sub_id, c.country, c.platform
         from ${clicksOfUser('id, sub_id, country, platform', ofClaim, redirected)} c
         order by c.id desc limit 1
       ) latest on true
     order by w.place`,
    valuesOf(
      clickRow,
      wanted.map((one, place) => ({ ...one, place, since: firstIdAt(Math.max(0, one.sinceMs)) })),
    ),
  )
  return rows.map(({ clickId, ...click }) => (clickId === null ? null : { clickId, ...click }))
}

/** The conversions that may make a claim a repeat. */
interface PriorWanted extends Pick<ClaimedCompletion, 'appId' | 'userId' | 'offerId' | 'isTest'> {
  readonly transactionId: string | null
  readonly idempotencyKey: string | null
  readonly clickId: string | null
  /** The conversion that its key led to before. */
  readonly knownId: string | null
}

const priorRow: RowColumns<PriorWanted> = {
  appId: 'bigint',
  userId: 'text',
  offerId: 'bigint',
  isTest: 'boolean',
  transactionId: 'text',
  idempotencyKey: 'text',
  clickId: 'uuid',
  knownId: 'uuid',
}

/** Conversions with a claim's key or click, and open claims without a key; oldest first, each once. */
export async function listPriorConversions(tx: Db, wanted: readonly PriorWanted[]): Promise<Conversion[]> {
  return await tx.query(
    `select distinct on (v.id) ${conversionColumns}
     from ${rowsFrom(priorRow, 'w')}
       cross join lateral (
         select * from conversions c
         where c.app_id = w."appId" and c.user_id = w."userId" and c.offer_id = w."offerId"
           and c.is_test = w."isTest" and (c.claim_txn_id = w."transactionId"
              or c.txn_id = w."transactionId"
             or c.idempotency_key = w."idempotencyKey" or c.click_id = w."clickId"
             or c.id = w."knownId"
             or (c.source = 'claim' and c.status = 'pending' and c.claim_txn_id is null
               and c.idempotency_key is null))
         ${byIndex}
       ) v
     order by v.id`,
    valuesOf(priorRow, wanted),
  )
}

interface ReviewPage {
  readonly appId?: number
  readonly source?: ConversionSource
  readonly reason?: ReviewReason
  readonly userId?: string
  /** Goes on from the end of a page. */
  readonly afterId?: string
  readonly limit: number
}

/** The conversions that wait for an operator, oldest first: claims, and held ones. */
export async function listInReview(
  db: Db,
  { appId, source, reason, userId, afterId, limit }: ReviewPage,
): Promise<Conversion[]> {
  return await db.query(
    `select ${conversionColumns} from conversions v
     where v.status = 'pending' and v.reason is not null and v.reason <> 'hold' and ($1::bigint is null or v.app_id = $1)
       and ($2::text is null or v.source = $2) and ($3::uuid is null or v.id > $3)
       and ($5::text is null or v.reason = $5) and ($6::text is null or v.user_id = $6)
     order by v.id limit $4`,
    [appId ?? null, source ?? null, afterId ?? null, limit, reason ?? null, userId ?? null],
  )
}

interface ReviewFigures {
  readonly reason: string
  readonly conversions: number
  readonly oldestAtMs: number
}

const measuredMax = 100_000

/** The conversions in review by their reason, by conversions_in_review, as far as they are among the oldest so many. */
export async function measureReview(db: Db): Promise<ReviewFigures[]> {
  return await db.query(
    `select reason, count(*)::integer as conversions, min(created_at) as "oldestAtMs"
     from (select reason, created_at from conversions
       where status = 'pending' and reason is not null order by id limit ${measuredMax}) v
     where reason <> 'hold' group by reason`,
  )
}

/** Conversions that were held for a time which is over. */
export async function listDueHoldIds(db: Db, nowMs: number, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select id from conversions
     where status = 'pending' and release_at is not null and release_at <= to_timestamp($1 / 1000.0)
     order by release_at, id limit $2`,
    [nowMs, limit],
  )
  return rows.map(({ id }) => id)
}

/** Unattributed claims whose time is over, and which nobody has confirmed. */
export async function listDueClaimIds(db: Db, nowMs: number, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select id from conversions
     where status = 'pending' and reason = 'claim' and expires_at is not null
       and expires_at <= to_timestamp($1 / 1000.0)
     order by expires_at, id limit $2`,
    [nowMs, limit],
  )
  return rows.map(({ id }) => id)
}
