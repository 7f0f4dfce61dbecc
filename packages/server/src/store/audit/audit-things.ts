import { readId } from '@quoin/core/tracking/click-id.ts'
import type { Db } from '../pg/database.ts'

interface Named {
  readonly id: number
  readonly name: string
}

export async function listNamedOffers(db: Db, ids: readonly number[]): Promise<Named[]> {
  return await db.query('select id, name from offers where id = any($1::bigint[])', [ids])
}

/** An edit of many offers is named by how many it changed. */
export async function listNamedEdits(db: Db, ids: readonly number[]): Promise<Named[]> {
  return await db.query(
    `select id, to_char(changed, 'FM999,999') || case changed when 1 then ' offer' else ' offers' end as name
     from offer_edits where id = any($1::bigint[])`,
    [ids],
  )
}

export async function listNamedApps(db: Db, ids: readonly number[]): Promise<Named[]> {
  return await db.query('select id, name from apps where id = any($1::bigint[])', [ids])
}

export async function listNamedPublishers(db: Db, ids: readonly number[]): Promise<Named[]> {
  return await db.query('select id, name from publishers where id = any($1::bigint[])', [ids])
}

/** The log names networks by their slugs, and by their numbers among details. */
export async function listNamedNetworks(
  db: Db,
  keys: readonly string[],
): Promise<(Named & { readonly slug: string })[]> {
  return await db.query('select id, slug, name from networks where slug = any($1) or id::text = any($1)', [
    keys,
  ])
}

export async function listNamedChannels(db: Db, ids: readonly number[]): Promise<Named[]> {
  return await db.query('select id, name from alert_channels where id = any($1::bigint[])', [ids])
}

interface OfApp {
  readonly appId: number
  readonly app: string
}

export async function listNamedEndpoints(db: Db, ids: readonly number[]): Promise<(Named & OfApp)[]> {
  return await db.query(
    `select e.id, e.name, a.id as "appId", a.name as app from callback_endpoints e join apps a on a.id = e.app_id
     where e.id = any($1::bigint[])`,
    [ids],
  )
}

export async function listAppsOfKeys(
  db: Db,
  ids: readonly number[],
): Promise<(OfApp & { readonly id: number })[]> {
  return await db.query(
    `select k.id, a.id as "appId", a.name as app from api_keys k join apps a on a.id = k.app_id
     where k.id = any($1::bigint[])`,
    [ids],
  )
}

interface OfUser {
  readonly appId: number
  readonly userId: string
  readonly offerId: number
  readonly offer: string | null
}

interface NotedConversion extends OfUser {
  readonly id: string
  readonly payoutMicros: number
}

export async function listNotedConversions(db: Db, ids: readonly string[]): Promise<NotedConversion[]> {
  return await db.query(
    `select v.id, v.app_id as "appId", v.user_id as "userId", v.offer_id as "offerId", o.name as offer,
       v.payout_micros as "payoutMicros"
     from conversions v left join offers o on o.id = v.offer_id where v.id = any($1::uuid[])`,
    [ids],
  )
}

export async function listNotedTickets(
  db: Db,
  ids: readonly number[],
): Promise<(OfUser & { readonly id: number })[]> {
  return await db.query(
    `select t.id, t.app_id as "appId", t.user_id as "userId", t.offer_id as "offerId", o.name as offer
     from tickets t left join offers o on o.id = t.offer_id where t.id = any($1::bigint[])`,
    [ids],
  )
}

interface NotedPerson {
  readonly id: string
  readonly email: string
  readonly name: string
  /** The publisher that they belong to, unless they are of the platform. */
  readonly publisherId: number | null
  readonly publisher: string | null
}

export async function listNotedPeople(
  db: Db,
  { ids, emails }: { readonly ids: readonly string[]; readonly emails: readonly string[] },
): Promise<NotedPerson[]> {
  return await db.query(
    `select u.id::text as id, u.email, u.name, p.id as "publisherId", p.name as publisher from people_users u
     left join lateral (
       select o.publisher_id from people_members m join people_organizations o on o.id = m.organization_id
       where m.user_id = u.id order by (m.kind = 'platform') desc, o.publisher_id limit 1) of on true
     left join publishers p on p.id = of.publisher_id
     where u.id::text = any($1) or u.email = any($2)`,
    [ids, emails],
  )
}

/** Names of things that are gone, as the log noted them last (audit_log_by_object). */
export async function listNotedNames(
  db: Db,
  objects: readonly string[],
): Promise<{ readonly object: string; readonly name: string }[]> {
  return await db.query(
    `select t.object, n.name from unnest($1::text[]) as t (object) cross join lateral (
       select name from audit_log a cross join lateral (select coalesce(
         a.details #>> '{after,name}', a.details ->> 'name', a.details #>> '{before,name}',
         a.details #>> '{after,email}', a.details ->> 'email', a.details #>> '{before,email}') as name) noted
       where a.object = t.object and name is not null order by a.id desc limit 1) n`,
    [objects],
  )
}

/** The things that a text names, as `noun:id`: by a part of a name, by a user, by the id of a click. */
export async function findNamedObjects(db: Db, text: string, limit: number): Promise<string[]> {
  const rows = await db.query<{ object: string }>(
    `(select 'offer:' || id as object from offers where position(lower($1) in lower(name)) > 0 limit $2)
     union all (select 'app:' || id from apps where position(lower($1) in lower(name)) > 0 limit $2)
     union all (select 'publisher:' || id from publishers where position(lower($1) in lower(name)) > 0 limit $2)
     union all (select n.object from networks, lateral (values ('network:' || slug), ('network:' || id)) n (object)
       where position(lower($1) in lower(name)) > 0 limit $2)
     union all (select 'person:' || id from people_users
       where position(lower($1) in lower(name)) > 0 or email = lower($1) limit $2)
     union all (select 'conversion:' || v.id from apps a cross join lateral (
       select id from conversions where app_id = a.id and user_id = $1 limit $2) v limit $2)
     union all (select 'conversion:' || id from conversions where click_id = $3::uuid limit $2)
     union all (select 'callback_endpoint:' || e.id from callback_endpoints e join apps a on a.id = e.app_id
       where position(lower($1) in lower(a.name)) > 0 limit $2)`,
    [text, limit, readId(text) ?? null],
  )
  return rows.map(({ object }) => object)
}
