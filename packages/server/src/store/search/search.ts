import { byIndex } from '../conversions/conversion-columns.ts'
import type { Db } from '../pg/database.ts'
import { clicksOfUser } from '../tracking/clicks-of-user.ts'

interface FoundUser {
  readonly appId: number
  readonly app: string
  readonly userId: string
  readonly lastAtMs: number | null
}

/** A user id in each app that knows it, by the indexes of a user's clicks and conversions. */
export async function findUsers(db: Db, userId: string, limit: number): Promise<FoundUser[]> {
  return await db.query(
    `select a.id as "appId", a.name as app, $1::text as "userId", k.clicked_at as "lastAtMs" from apps a
       left join lateral (
         select clicked_at from ${clicksOfUser('clicked_at', { appId: 'a.id', userId: '$1::text' })} his limit 1) k on true
     where k.clicked_at is not null
       or exists (select from conversions where app_id = a.id and user_id = $1)
     order by k.clicked_at desc nulls last, a.id limit $2`,
    [userId, limit],
  )
}

interface FoundTransaction {
  readonly id: string
  readonly clickId: string | null
  readonly userId: string
  readonly offer: string
  readonly status: string
}

/** A network's transaction, by conversions_by_txn: one look per offer. */
export async function findTransactions(db: Db, txnId: string, limit: number): Promise<FoundTransaction[]> {
  return await db.query(
    `select v.id, v.click_id as "clickId", v.user_id as "userId", o.name as offer, v.status
     from offers o cross join lateral (
       select id, click_id, user_id, status from conversions where offer_id = o.id and txn_id = $1 ${byIndex}) v
     limit $2`,
    [txnId, limit],
  )
}

/** The click of whatever has this id: a click itself, a conversion, or a postback. */
export async function findClickOf(db: Db, id: string): Promise<string | undefined> {
  const [row] = await db.query<{ clickId: string | null }>(
    `select id::text as "clickId" from clicks where id = $1::uuid
     union all select click_id::text from conversions where id = $1::uuid
     union all select click_id from postback_requests where id = $1::uuid limit 1`,
    [id],
  )
  return row?.clickId ?? undefined
}

interface FoundOffer {
  readonly id: number
  readonly name: string
  readonly network: string
  readonly status: string
}

/** Offers whose name has the text, those first that begin with it; or the one with this number, ours or its network's. */
export async function findOffers(db: Db, text: string, limit: number): Promise<FoundOffer[]> {
  return await db.query(
    `select o.id, o.name, n.name as network, o.status from offers o join networks n on n.id = o.network_id
     where position(lower($1) in lower(o.name)) > 0 or o.id::text = $1 or o.external_id = $1
     order by position(lower($1) in lower(o.name)), o.name, o.id limit $2`,
    [text, limit],
  )
}

interface FoundPublisher {
  readonly id: number
  readonly name: string
  readonly status: string
  readonly apps: number
}

/** Publishers whose name has the text, those first that begin with it; or the one with this number. */
export async function findPublishers(db: Db, text: string, limit: number): Promise<FoundPublisher[]> {
  return await db.query(
    `select p.id, p.name, p.status, (select count(*)::integer from apps a where a.publisher_id = p.id) as apps
     from publishers p
     where position(lower($1) in lower(p.name)) > 0 or p.id::text = $1
     order by position(lower($1) in lower(p.name)), p.name, p.id limit $2`,
    [text, limit],
  )
}

interface FoundApp {
  readonly id: number
  readonly name: string
  readonly publisher: string
  readonly status: string
}

/** Apps whose name has the text, those first that begin with it; or the one with this number or this public key. */
export async function findApps(db: Db, text: string, limit: number): Promise<FoundApp[]> {
  return await db.query(
    `select a.id, a.name, p.name as publisher, a.status
     from apps a join publishers p on p.id = a.publisher_id
     where position(lower($1) in lower(a.name)) > 0 or a.id::text = $1
       or a.id in (select app_id from api_keys where key = $1)
     order by position(lower($1) in lower(a.name)), a.name, a.id limit $2`,
    [text, limit],
  )
}
