import type { Db } from '../pg/database.ts'

/** A demo app and its live key. */
export interface DemoAppRow {
  readonly appId: number
  readonly publisher: string
  readonly name: string
  readonly apiKey: string
}

/** An offer of a demo network with what made-up traffic asks of it. */
export interface DemoOfferRow {
  readonly offerId: number
  readonly network: string
  readonly externalId: string
  readonly payoutMicros: number
  readonly revenueMicros: number
  readonly countries: readonly string[]
  readonly platforms: readonly string[]
  /** In their order; empty for an offer that is one event. */
  readonly goals: readonly { readonly goal: string; readonly revenueMicros: number }[]
}

export async function markDemoPublishers(db: Db, names: readonly string[]): Promise<void> {
  await db.query(
    `insert into publishers (name) select name from unnest($1::text[]) as wanted (name)
     where not exists (select from publishers p where p.name = wanted.name)`,
    [names],
  )
  await db.query('update publishers set is_demo = true where name = any($1) and not is_demo', [names])
  // Those of earlier versions were made without the organization that their people belong to.
  await db.query(
    `insert into people_organizations (kind, publisher_id) select 'publisher', id from publishers p
     where p.name = any($1) and not exists (select from people_organizations o where o.publisher_id = p.id)
     order by id`,
    [names],
  )
}

export async function markDemoNetworks(db: Db, slugs: readonly string[]): Promise<void> {
  await db.query('update networks set is_demo = true where slug = any($1) and not is_demo', [slugs])
}

export async function listDemoApps(db: Db): Promise<DemoAppRow[]> {
  return await db.query(
    `select distinct on (a.id) a.id as "appId", p.name as publisher, a.name, k.key as "apiKey"
     from apps a join publishers p on p.id = a.publisher_id and p.is_demo
       join api_keys k on k.app_id = a.id and k.mode = 'live' and k.revoked_at is null
     order by a.id, k.id`,
    [],
  )
}

export async function listDemoOffers(db: Db, limit: number): Promise<DemoOfferRow[]> {
  return await db.query(
    `select o.id as "offerId", n.slug as network, o.external_id as "externalId", o.payout_micros as "payoutMicros",
       o.revenue_micros as "revenueMicros", o.countries, o.platforms, coalesce((
         select json_agg(json_build_object('goal', g.goal, 'revenueMicros', g.revenue_micros) order by g.position)
         from offer_goals g where g.offer_id = o.id and not g.is_retired), '[]'::json) as goals
     from offers o join networks n on n.id = o.network_id and n.is_demo
     where not o.is_test and o.status = 'active' and o.payout_share_basis_points is null
     order by n.slug, o.external_id limit $1`,
    [limit],
  )
}

/** Apps and networks look as old as their traffic. */
export async function ageDemoCast(db: Db, createdAtMs: number): Promise<void> {
  const at = [new Date(createdAtMs)]
  await db.query('update publishers set created_at = $1 where is_demo', at)
  await db.query(
    'update apps a set created_at = $1 from publishers p where p.id = a.publisher_id and p.is_demo',
    at,
  )
  await db.query(
    `update callback_endpoints e set created_at = $1 from apps a join publishers p on p.id = a.publisher_id
     where a.id = e.app_id and p.is_demo`,
    at,
  )
  await db.query('update networks set created_at = $1 where is_demo', at)
  await db.query(
    'update offers o set created_at = $1 from networks n where n.id = o.network_id and n.is_demo',
    at,
  )
}

/** Those that there are now; one that is replaced later is the operator's. */
export async function markDemoRates(db: Db): Promise<void> {
  await db.query('update exchange_rates set demo_usd_nanos = usd_nanos', [])
}

/** Which of these postbacks are on record. */
export async function listKnownRequests(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ id: string }>('select id from postback_requests where id = any($1::uuid[])', [
    ids,
  ])
  return new Set(rows.map(({ id }) => id))
}

/** Demo conversions that wait for a person since before a moment, oldest first. */
export async function listDemoReviews(
  db: Db,
  { beforeMs, limit }: { readonly beforeMs: number; readonly limit: number },
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select c.id from conversions c join apps a on a.id = c.app_id join publishers p on p.id = a.publisher_id
     where p.is_demo and c.status = 'pending' and c.reason is not null and c.reason <> 'hold' and c.created_at < $1
     order by c.id limit $2`,
    [new Date(beforeMs), limit],
  )
  return rows.map(({ id }) => id)
}
