import type { EndpointMode } from '@quoin/core/callbacks/stored-endpoint.ts'
import { type OfferEventType, type OfferNews, offerEventTypes } from '@quoin/core/callbacks/facts.ts'
import { byIndex } from '../conversions/conversion-columns.ts'
import type { Db } from '../pg/database.ts'
import { type RowColumns, rowsFrom, valuesOf } from '../pg/row-parameters.ts'

/** An endpoint that is told of offers. */
export interface OfferFollower {
  readonly endpointId: number
  readonly appId: number
  readonly mode: EndpointMode
  readonly events: readonly string[]
  readonly toldSequence: number
}

const asks = `e.events && array['${offerEventTypes.join(`', '`)}'] and e.format = 'native'
  and e.disabled_reason is distinct from 'removed'`

/** Takes in endpoints that ask from now on, and lets go those that do not any more. */
export async function keepFollowers(db: Db): Promise<void> {
  await db.query(
    `insert into offer_followers (endpoint_id, told_sequence)
     select e.id, f.sequence from callback_endpoints e cross join offer_numbering f where ${asks}
     on conflict (endpoint_id) do nothing`,
    [],
  )
  await db.query(
    `delete from offer_followers o where not exists (
       select from callback_endpoints e where e.id = o.endpoint_id and ${asks})`,
    [],
  )
}

/** Active endpoints that are behind the changes and whose last callbacks about offers have ended, in the order of ids. */
export async function listBehind(
  db: Db,
  { afterId, limit }: { readonly afterId: number; readonly limit: number },
): Promise<OfferFollower[]> {
  return await db.query(
    `select o.endpoint_id as "endpointId", e.app_id as "appId", e.mode, e.events, o.told_sequence as "toldSequence"
     from offer_followers o join callback_endpoints e on e.id = o.endpoint_id and e.status = 'active'
     where o.endpoint_id > $1 and o.told_sequence < (select sequence from offer_numbering)
       and not exists (
         select from unnest(o.callback_ids) as made (id) cross join lateral (
           select state from callbacks c where c.endpoint_id = o.endpoint_id and c.id = made.id ${byIndex}) c
         where c.state = 'pending')
     order by o.endpoint_id limit $2`,
    [afterId, limit],
  )
}

/** A callback about offers as it is written. */
export interface WrittenNews {
  readonly id: string
  readonly eventType: OfferEventType
  /** Its place among those that are made together. */
  readonly version: number
  readonly changes: OfferNews['changes']
}

const newCallback: RowColumns<WrittenNews> = {
  id: 'uuid',
  eventType: 'text',
  version: 'integer',
  changes: 'jsonb',
}

interface Told {
  readonly endpointId: number
  readonly fromSequence: number
  readonly toSequence: number
  /** Stands in the place of a conversion: its steps are sent one after the other. */
  readonly batchId: string
  readonly nowMs: number
}

/** Writes what an endpoint is told next; nothing where somebody else has. */
export async function tellFollower(
  tx: Db,
  callbacks: readonly WrittenNews[],
  { endpointId, fromSequence, toSequence, batchId, nowMs }: Told,
): Promise<boolean> {
  const rows = await tx.query(
    `with given as (select * from ${rowsFrom(newCallback, 'g', 6)}),
     told as (
       update offer_followers set told_sequence = $3, callback_ids = array(select id from given)
       where endpoint_id = $1 and told_sequence = $2 returning endpoint_id
     ), noted as (
       insert into offer_callbacks (callback_id, changes) select id, changes from given, told
     ), owed as (
       insert into callbacks (id, endpoint_id, conversion_id, version, event_type, next_attempt_at)
       select id, endpoint_id, $4::uuid, version, "eventType", to_timestamp($5::bigint / 1000.0) from given, told
     )
     select from told`,
    [endpointId, fromSequence, toSequence, batchId, nowMs, ...valuesOf(newCallback, callbacks)],
  )
  return rows.length > 0
}

const keyRow: RowColumns<{ id: string; endpointId: number }> = { id: 'uuid', endpointId: 'bigint' }

/** The content of callbacks about offers; those about conversions are left out. */
export async function listNews(
  db: Db,
  keys: readonly { readonly id: string; readonly endpointId: number }[],
): Promise<Omit<OfferNews, 'happenedAtMs'>[]> {
  return await db.query(
    `select o.callback_id as "callbackId", c.event_type as "eventType", o.changes
     from ${rowsFrom(keyRow, 'w')} join offer_callbacks o on o.callback_id = w.id
       cross join lateral (
         select event_type from callbacks n where n.endpoint_id = w."endpointId" and n.id = w.id ${byIndex}) c`,
    valuesOf(keyRow, keys),
  )
}
