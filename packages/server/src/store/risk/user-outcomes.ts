import type { Ending } from '@quoin/core/risk/learning/label-outcome.ts'
import { lost } from '../conversions/conversion-columns.ts'
import type { Db } from '../pg/database.ts'
import { type RowColumns, rowsFrom, valuesOf } from '../pg/row-parameters.ts'

/** How the conversions of a user ended. */
interface EndingRow extends Ending {
  readonly appId: number
  readonly userId: string
  /** The first moment at which anything was known: the first loss, or a person's word; null for who kept all of theirs. */
  readonly knownAtMs: number | null
}

interface EndingsWanted {
  readonly sinceMs: number
  /** An approval before it that still stands is believed. */
  readonly matureMs: number
  readonly nowMs: number
  /** As how many rejections a conversion counts that was taken back. */
  readonly reversedLoss: number
  /** As how many conversions what is usual for all counts, where little is known of an offer, network and country. */
  readonly usualBefore: number
  /** The most users of each kind: those who lost something, those of whom people spoke, and the others. */
  readonly limit: number
  /** The same of one app, and of one network. */
  readonly perSourceMax: number
}

/**
 * Live users whose conversions are decided, or of whom a person has spoken. The losses that are usual are those of all
 * others on the same offer, from the same network and country, on top of the offer's, the network's and all. Which of
 * too many are taken depends on nothing that is learned. A refusal by a cap or by the end of a time says nothing; nor
 * does a publisher's own list, for it earns by its users.
 */
export async function listEndings(db: Db, wanted: EndingsWanted): Promise<EndingRow[]> {
  const { sinceMs, matureMs, nowMs, reversedLoss, usualBefore, limit, perSourceMax } = wanted
  return await db.query(
    `with ended as (
       select app_id, user_id, network_id, offer_id, coalesce(country, '') as country, updated_at,
         is_lost and status = 'reversed' as is_reversed, is_lost and status <> 'reversed' as is_rejected,
         not is_lost as stands
       from (select app_id, user_id, network_id, offer_id, country, status, updated_at, created_at, ${lost('v')} as is_lost
         from conversions v where not is_test and created_at >= to_timestamp($1::bigint / 1000.0)) v
       where is_lost or (status = 'approved' and created_at < to_timestamp($2::bigint / 1000.0))
     ), own as (
       select app_id, user_id, network_id, offer_id, country, count(*) as n, count(*) filter (where is_rejected) as rejected,
         count(*) filter (where is_reversed) as reversed, count(*) filter (where stands) as standing,
         min(updated_at) filter (where not stands) as lost_at
       from ended group by app_id, user_id, network_id, offer_id, country
     ), cells as (
       select network_id, offer_id, country, sum(n) as n, sum(rejected + $3::float8 * reversed) as loss
       from own group by network_id, offer_id, country
     ), levels as (
       select *, sum(n) over (partition by network_id, offer_id) as offer_n,
         sum(loss) over (partition by network_id, offer_id) as offer_loss,
         sum(n) over (partition by network_id) as network_n, sum(loss) over (partition by network_id) as network_loss,
         (sum(loss) over ()) / (sum(n) over ()) as rate
       from cells
     ), usual as (
       select network_id, offer_id, country, n, loss,
         (offer_loss + $4::float8 * (network_loss + $4 * rate) / (network_n + $4)) / (offer_n + $4) as rate
       from levels
     ), by_network as (
       select o.app_id, o.user_id, o.network_id, sum(o.standing) as standing, sum(o.rejected) as rejected,
         sum(o.reversed) as reversed, min(o.lost_at) as lost_at,
         sum(o.n * (u.loss - o.rejected - $3 * o.reversed + $4 * u.rate) / (u.n - o.n + $4)) as usual_loss
       from own o join usual u using (network_id, offer_id, country) group by o.app_id, o.user_id, o.network_id
     ), by_user as (
       select app_id, user_id, sum(standing) as standing, sum(rejected) as rejected, sum(reversed) as reversed,
         sum(usual_loss) as usual_loss, min(lost_at) as lost_at,
         count(*) filter (where rejected + reversed > standing) - count(*) filter (where rejected + reversed <= standing)
           as networks_against,
         (array_agg(network_id order by lost_at nulls last, network_id))[1] as network_id
       from by_network group by app_id, user_id
     ), reviewed as (
       select distinct on (v.app_id, v.user_id) v.app_id, v.user_id, v.network_id, e.happened_at as said_at,
         case when e.to_status in ('rejected', 'reversed') then 'refused' else 'confirmed' end as decision
       from conversions v
       join lateral (select to_status, happened_at from conversion_events e
         where e.conversion_id = v.id and e.source = 'operator' order by version desc limit 1) e on true
       where not v.is_test and v.created_at >= to_timestamp($1::bigint / 1000.0) and v.risk ->> 'verdict' = 'hold'
       order by v.app_id, v.user_id, e.happened_at desc
     ), listed as (
       select app_id, value as user_id, created_at as said_at, case action when 'block' then 'blocked' else 'allowed' end as decision
       from list_entries
       where kind = 'user' and app_id is not null and action in ('block', 'allow') and actor not like 'publisher:%'
         and (expires_at is null or expires_at > to_timestamp($7::bigint / 1000.0))
         and created_at >= to_timestamp($1::bigint / 1000.0)
     ), users as (
       select app_id, user_id, coalesce(b.network_id, r.network_id, 0) as network_id,
         coalesce(b.standing, 0)::integer as standing, coalesce(b.rejected, 0)::integer as rejected,
         coalesce(b.reversed, 0)::integer as reversed, coalesce(b.usual_loss, 0)::float8 as usual_loss,
         coalesce(b.networks_against, 0)::integer as networks_against,
         coalesce(l.decision, r.decision) as decision,
         case when l.said_at is not null then l.said_at when r.said_at is not null then r.said_at else b.lost_at end as known_at,
         hashtextextended(app_id || ' ' || user_id, 0) as draw,
         case when l.decision is not null or r.decision is not null then 0 when b.rejected + b.reversed > 0 then 1 else 2 end
           as sort
       from by_user b full join reviewed r using (app_id, user_id) full join listed l using (app_id, user_id)
     ), by_source as (
       select *, row_number() over (partition by sort, app_id order by draw, user_id) as in_app,
         row_number() over (partition by sort, network_id order by draw, app_id, user_id) as in_network
       from users
     ), drawn as (
       select *, row_number() over (partition by sort order by draw, app_id, user_id) as place
       from by_source where sort = 0 or (in_app <= $6 and in_network <= $6)
     )
     select app_id as "appId", user_id as "userId", standing, rejected, reversed, usual_loss as "usualLoss",
       networks_against as "networksAgainst", decision, known_at as "knownAtMs"
     from drawn where place <= $5`,
    [sinceMs, matureMs, reversedLoss, usualBefore, limit, perSourceMax, nowMs],
  )
}

interface AssessedUser {
  readonly appId: number
  readonly user: string
  /** Only assessments before it count; null: all. */
  readonly beforeMs: number | null
}

const assessedRow: RowColumns<AssessedUser> = { appId: 'bigint', user: 'text', beforeMs: 'bigint' }

/** The last assessment of each before it was known how they ended, by risk_assessments_by_user; others are left out. */
export async function listSharesBefore(
  db: Db,
  users: readonly AssessedUser[],
): Promise<(Pick<AssessedUser, 'appId' | 'user'> & { readonly shares: Readonly<Record<string, number>> })[]> {
  return await db.query(
    `select u."appId", u."user", a.shares
     from ${rowsFrom(assessedRow, 'u')}
     join lateral (
       select shares from risk_assessments a
       where a.app_id = u."appId" and a.user_key = decode(u."user", 'hex') and a.shares is not null
         and (u."beforeMs" is null or a.assessed_at < to_timestamp(u."beforeMs" / 1000.0))
       order by a.id desc limit 1) a on true`,
    valuesOf(assessedRow, users),
  )
}

/** A user with a conversion of late, and what of their money waits. */
interface Earner {
  readonly appId: number
  readonly userId: string
  readonly heldMicros: number
}

/** The newest conversions that are looked at, so that an answer has a bound. */
const conversionsMax = 50_000

/** Live users who earned since then, the newest first. */
export async function listEarners(
  db: Db,
  { sinceId, limit }: { readonly sinceId: string; readonly limit: number },
): Promise<Earner[]> {
  return await db.query(
    `select app_id as "appId", user_id as "userId",
       coalesce(sum(payout_micros) filter (where status = 'pending'), 0)::bigint as "heldMicros"
     from (select id, app_id, user_id, status, payout_micros from conversions
       where id >= $1 and not is_test order by id desc limit ${conversionsMax}) v
     group by app_id, user_id order by max(id::text collate "C") desc limit $2`,
    [sinceId, limit],
  )
}

/** By app, the share of fraud that it has named for itself. */
export async function findFraudShares(db: Db): Promise<ReadonlyMap<number, number>> {
  const rows = await db.query<{ id: number; share: number }>(
    `select id, fraud_share::float8 as share from apps where fraud_share is not null`,
  )
  return new Map(rows.map(({ id, share }) => [id, share]))
}

interface Decided {
  readonly appId: number
  readonly userId: string
  readonly decision: 'refused' | 'confirmed'
}

const userRow: RowColumns<Pick<Decided, 'appId' | 'userId'>> = { appId: 'bigint', userId: 'text' }

/** The last word of people about conversions of these users that were held for their risk. */
export async function listDecisionsOn(
  db: Db,
  users: readonly Pick<Decided, 'appId' | 'userId'>[],
): Promise<Decided[]> {
  return await db.query(
    `select u."appId", u."userId", d.decision from ${rowsFrom(userRow, 'u')}
     join lateral (
       select case when e.to_status in ('rejected', 'reversed') then 'refused' else 'confirmed' end as decision
       from conversions v
       join conversion_events e on e.conversion_id = v.id and e.source = 'operator'
       where v.app_id = u."appId" and v.user_id = u."userId" and not v.is_test and v.risk ->> 'verdict' = 'hold'
       order by e.happened_at desc limit 1) d on true`,
    valuesOf(userRow, users),
  )
}
