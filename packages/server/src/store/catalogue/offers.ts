import type { KnownGoal } from '@quoin/core/offers/goal.ts'
import type { OfferStatus, Platform } from '@quoin/core/offers/offer.ts'
import type { Offer } from '@quoin/core/offers/offer-fields.ts'
import type { OfferInput } from '@quoin/core/offers/offer-fields.ts'
import type { Db } from '../pg/database.ts'
import { goalChanges, goalColumnNames, goalRecord, goalValues, knownGoalsOf } from './goal-columns.ts'
import { offerChanges, offerColumnNames, offerMembers, offerRecord, offerValues } from './offer-columns.ts'

/** A page of the whole catalogue in id order: it is read in pages, never held as rows. */
export async function listOffersAfter(
  db: Db,
  { afterId, limit }: { afterId: number; limit: number },
): Promise<Offer[]> {
  return await db.query(`select ${offerMembers} from offers where id > $1 order by id limit $2`, [
    afterId,
    limit,
  ])
}

export async function findOfferById(db: Db, id: number): Promise<Offer | undefined> {
  const [row] = await db.query<Offer>(`select ${offerMembers} from offers where id = $1`, [id])
  return row
}

export async function updateHold(tx: Db, id: number, holdDays: number): Promise<boolean> {
  const rows = await tx.query(
    'update offers set hold_days = $2, updated_at = now() where id = $1 returning id',
    [id, holdDays],
  )
  return rows.length > 0
}

/** For how many days what is approved of these offers is held, where it is held at all. */
export async function listHoldDays(
  db: Db,
  ids: readonly number[],
): Promise<{ readonly offerId: number; readonly holdDays: number }[]> {
  return await db.query(
    'select id as "offerId", hold_days as "holdDays" from offers where id = any($1::bigint[]) and hold_days > 0',
    [ids],
  )
}

export async function countOffers(db: Db): Promise<number> {
  const [row] = await db.query<{ count: number }>('select count(*) as count from offers', [])
  return row?.count ?? 0
}

interface OfferFilter {
  /** Null: of all networks. */
  readonly networkId: number | null
  /** Null: both. */
  readonly status: OfferStatus | null
  /** A part of the name, in any case. */
  readonly namePart: string | null
  /** Those shown in a country or on a platform, unrestricted ones too. */
  readonly country: string | null
  readonly platform: Platform | null
  readonly afterId: number
  readonly limit: number
}

/** A page of an operator's list, in id order. */
export async function listOffersFiltered(
  db: Db,
  { networkId, status, namePart, country, platform, afterId, limit }: OfferFilter,
): Promise<Offer[]> {
  return await db.query(
    `select ${offerMembers} from offers
     where id > $1 and ($2::bigint is null or network_id = $2)
       and ($3::text is null or case when paused_at is null then status else 'paused' end = $3)
       and ($4::text is null or strpos(lower(name), lower($4)) > 0)
       and ($5::text is null or countries = '{}' or $5 = any (countries))
       and ($6::text is null or platforms = '{}' or $6 = any (platforms))
     order by id limit $7`,
    [afterId, networkId, status, namePart, country, platform, limit],
  )
}

/** An offer as an operator sees it. */
export interface StoredOffer extends Offer {
  readonly network: string
  /** Retired ones too. */
  readonly goals: readonly KnownGoal[]
  /** Since when an operator has paused it. */
  readonly pausedAtMs: number | null
  readonly updatedAtMs: number
}

export async function findStoredOffer(db: Db, id: number): Promise<StoredOffer | undefined> {
  const [row] = await db.query<StoredOffer>(
    `select ${offerMembers}, coalesce(${knownGoalsOf('offers')}, '[]') as goals, paused_at as "pausedAtMs",
       updated_at as "updatedAtMs", (select slug from networks n where n.id = offers.network_id) as network
     from offers where id = $1`,
    [id],
  )
  return row
}

/** Pauses an offer for an operator; false when there is none. One that is paused already keeps its time. */
export async function pauseOffer(tx: Db, id: number, nowMs: number): Promise<boolean> {
  const rows = await tx.query(
    `update offers set paused_at = coalesce(paused_at, to_timestamp($2::bigint / 1000.0)), updated_at = now()
     where id = $1
     returning id`,
    [id, nowMs],
  )
  return rows.length > 0
}

/** Takes back an operator's pause, and one of the network's file until it is imported again. */
export async function resumeOffer(tx: Db, id: number): Promise<boolean> {
  const rows = await tx.query(
    `update offers set paused_at = null, status = 'active', updated_at = now() where id = $1 returning id`,
    [id],
  )
  return rows.length > 0
}

/** Whether one of a network's offers has no cap of its own so far, of those that are to have one. */
export async function isCapNew(
  tx: Db,
  networkId: number,
  cappedExternalIds: readonly string[],
): Promise<boolean> {
  const rows = await tx.query(
    `select from offers where network_id = $1 and external_id = any($2) and daily_cap is null and total_cap is null
     limit 1`,
    [networkId, cappedExternalIds],
  )
  return rows.length > 0
}

/** Those of some offers that have caps of their own. */
export async function listCappedAmong(tx: Db, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await tx.query<{ id: number }>(
    'select id from offers where id = any($1) and (daily_cap is not null or total_cap is not null)',
    [ids],
  )
  return new Set(rows.map(({ id }) => id))
}

/** The result of importing a batch of offers. */
interface UpsertCounts {
  readonly created: number
  readonly updated: number
}

/**
 * Writes offers of one network: new ones are created, known ones (by external id) updated, with their goals. One
 * statement.
 */
export async function upsertOffers(
  db: Db,
  networkId: number,
  { offers, nowMs }: { readonly offers: readonly OfferInput[]; readonly nowMs: number },
): Promise<UpsertCounts> {
  const rows = await db.query<{ created: boolean }>(upsertText, [networkId, JSON.stringify(offers), nowMs])
  const created = rows.filter((row) => row.created).length
  return { created, updated: rows.length - created }
}

/** The ends of a goal that was the default until now; only the last sixteen concern clicks that still count. */
function endedNow(goals: string): string {
  return `${goals}.default_ends[greatest(1, cardinality(${goals}.default_ends) - 14):]
       || (extract(epoch from now()) * 1000)::bigint`
}

/** The amounts and prices of an offer or goal until now, beside those before: the last forty changes are kept, a month of daily rates. */
export function amountsUntilNow(alias: string, { next = 'excluded', nowMs = '$3' } = {}): string {
  const amounts = ['payout_micros', 'payout_share_basis_points', 'revenue_micros', 'prices']
  const row = (name: string): string => `(${amounts.map((amount) => `${name}.${amount}`).join(', ')})`
  return `case when ${row(alias)} is distinct from ${row(next)}
    then jsonb_path_query_array(coalesce(${alias}.terms_before, '[]'), '$[last - 38 to last]')
      || jsonb_build_object('untilMs', ${nowMs}::bigint, 'payoutMicros', ${alias}.payout_micros,
        'payoutShareBasisPoints', ${alias}.payout_share_basis_points, 'revenueMicros', ${alias}.revenue_micros,
        'prices', ${alias}.prices)
    else ${alias}.terms_before end`
}

/** A goal that the file does not name any more is retired: reports of it still find it. */
const upsertText = `with given as materialized (
   select * from jsonb_to_recordset($2::jsonb) as o(${offerRecord}, goals jsonb)
 ), written as (
   insert into offers (network_id, ${offerColumnNames}, has_goals)
   select $1, ${offerValues}, jsonb_array_length(goals) > 0 from given
   on conflict (network_id, external_id) do update set ${offerChanges},
     terms_before = ${amountsUntilNow('offers')}, has_goals = offers.has_goals or excluded.has_goals,
     updated_at = now()
   returning id, external_id, has_goals, xmax = 0 as created
 ), goals as materialized (
   select written.id as offer_id, g.* from written join given on given."externalId" = written.external_id
     cross join lateral jsonb_to_recordset(given.goals) as g(${goalRecord})
   where written.has_goals
 ), retired as (
   update offer_goals g set is_retired = true,
     default_ends = case when g.is_default then ${endedNow('g')} else g.default_ends end
   from written
   where g.offer_id = written.id and written.has_goals and not g.is_retired
     and not exists (select from goals where goals.offer_id = g.offer_id and goals.goal = g.goal)
 ), kept as (
   insert into offer_goals (offer_id, ${goalColumnNames})
   select offer_id, ${goalValues} from goals
   on conflict (offer_id, goal) do update set ${goalChanges}, is_retired = false,
     terms_before = ${amountsUntilNow('offer_goals')},
     default_ends = case when offer_goals.is_default and not offer_goals.is_retired and not excluded.is_default
       then ${endedNow('offer_goals')} else offer_goals.default_ends end
 )
 select created from written`
