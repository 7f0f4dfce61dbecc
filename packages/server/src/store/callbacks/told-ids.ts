import { byIndex } from '../conversions/conversion-columns.ts'
import { plannedAnew, type Db } from '../pg/database.ts'
import { type RowColumns, rowsFrom, valuesOf } from '../pg/row-parameters.ts'
import { watermark } from '../pg/watermark.ts'

/** An id that a receiver may have been told, and what it is the id of. */
export interface ToldId {
  /** The digest of what makes the thing the same in another database, in hexadecimal. */
  readonly subject: string
  readonly id: string
}

/** SQL: what a conversion is known by. */
function conversionSubject(click: string, goal: string, txnKey: string): string {
  return `told_subject('conversion', ${click}::text, ${goal}, ${txnKey})`
}

/** SQL: what a callback is known by, with its step `e`. A type says the same each time but where it tells of an amount. */
function callbackSubject(conversion: string, endpoint: string, type: string): string {
  const amount = `case when ${type} = 'conversion.updated' then e.payout_micros::text else '' end`
  return `told_subject('callback', ${conversion}::text, ${endpoint}::text, ${type}, ${amount})`
}

interface ToldPage {
  readonly ids: readonly ToldId[]
  /** Changes numbered below are in it, or were before. */
  readonly from: number
  readonly until: number
  /** Whether there may be more behind it. */
  readonly isFull: boolean
}

/** The ids of the changes that are not kept yet, by conversion_events_written: whole transactions, some more than `limit`. */
export async function listUnkept(db: Db, limit: number): Promise<ToldPage> {
  const rows = await db.query<{
    from: number
    below: number
    last: number | null
    changes: number
    ids: ToldId[] | null
  }>(
    `with ends as materialized (select position as start, ${watermark} as below from told_progress),
     changed as materialized (
       select e.conversion_id, e.version, e.written_in, e.payout_micros from conversion_events e
       where e.written_in >= (select start from ends) and e.written_in < (select below from ends)
       order by e.written_in fetch first $1 rows with ties),
     told as (
       select ${conversionSubject('v.click_id', 'v.goal', 'v.txn_key')} as subject, v.id
       from changed e join conversions v on v.id = e.conversion_id
       where e.version = 1 and v.click_id is not null
       union all
       select ${callbackSubject('c.conversion_id', 'c.endpoint_id', 'c.event_type')}, c.id
       from changed e join callbacks c on c.conversion_id = e.conversion_id and c.version = e.version)
     select start as "from", below, (select max(written_in) from changed) as last,
       (select count(*) from changed) as changes,
       (select json_agg(json_build_object('subject', encode(subject, 'hex'), 'id', id)) from told) as ids
     from ends`,
    [limit],
    plannedAnew,
  )
  const [row] = rows
  if (row === undefined) throw new Error('The table told_progress has lost its row')
  const isFull = row.changes >= limit
  return {
    ids: row.ids ?? [],
    from: row.from,
    until: isFull ? (row.last ?? row.from) + 1 : row.below,
    isFull,
  }
}

/** Says that changes up to there are kept; another process may have said so before. */
export async function noteKept(
  db: Db,
  { from, until }: { readonly from: number; readonly until: number },
): Promise<void> {
  await db.query('update told_progress set position = $2 where position = $1 and $2 > $1', [from, until])
}

const toldRow: RowColumns<ToldId> = { subject: 'text', id: 'uuid' }

/** Takes ids in that were told, in lower case; those that are there stay as they are. */
export async function addToldIds(db: Db, ids: readonly ToldId[], nowMs: number): Promise<void> {
  const first = ids.reduce<string | null>(
    (least, { id }) => (least === null || id < least ? id : least),
    null,
  )
  await db.query(
    `with first as (update told_progress set first_id = least(first_id, $2::uuid))
     insert into told_ids (subject, id, loaded_at)
     select decode(t.subject, 'hex'), t.id, to_timestamp($1::bigint / 1000.0) from ${rowsFrom(toldRow, 't', 3)}
     on conflict do nothing`,
    [nowMs, first, ...valuesOf(toldRow, ids)],
  )
}

/** SQL: looked at once, and the end of it in all databases that were not restored. */
const isRestored = '(select exists (select from told_ids))'

/** SQL: the id that a conversion was told under; null where it was told under none, or the id is taken. */
export function toldConversion(click: string, goal: string, txnKey: string): string {
  return `(select t.id from told_ids t
         where ${isRestored} and t.subject = ${conversionSubject(click, goal, txnKey)}
           and not exists (select from conversions taken where taken.id = t.id ${byIndex})
         order by t.id limit 1)`
}

/** A callback that was just written. */
interface WrittenCallback {
  readonly id: string
  readonly endpointId: number
  readonly conversionId: string
  readonly version: number
  readonly eventType: string
}

const writtenRow: RowColumns<WrittenCallback> = {
  id: 'uuid',
  endpointId: 'bigint',
  conversionId: 'uuid',
  version: 'integer',
  eventType: 'text',
}

/**
 * Gives callbacks that were just written the ids under which their receivers were told the same. The first of
 * one conversion, endpoint and type gets the first.
 */
export function adoptToldIds(callbacks: readonly WrittenCallback[]): { text: string; values: unknown[] } {
  return { text: adoptText, values: valuesOf(writtenRow, callbacks) }
}

const adoptText = `with owed as materialized (
    select w.*, row_number() over (partition by w.subject order by w.version) as nth
    from (
      select w.id, w."endpointId", w.version,
        ${callbackSubject('w."conversionId"', 'w."endpointId"', 'w."eventType"')} as subject
      from ${rowsFrom(writtenRow, 'w')}
        cross join lateral (select payout_micros from conversion_events e
          where e.conversion_id = w."conversionId" and e.version = w.version ${byIndex}) e
      where ${isRestored}) w
  ), told as materialized (
    select o."endpointId", o.id, t.id as told, o.subject
    from owed o cross join lateral (
      select t.id, row_number() over (order by t.id) as nth from told_ids t where t.subject = o.subject) t
    where t.nth = o.nth
      and not exists (select from callbacks taken where taken.endpoint_id = o."endpointId" and taken.id = t.id ${byIndex})
  ), given as (
    update callbacks c set id = t.told from told t where c.endpoint_id = t."endpointId" and c.id = t.id
  )
  delete from told_ids d using told t where d.subject = t.subject and d.id = t.told`

/** Forgets some of those that were taken in before a moment. Returns how many. */
export async function deleteToldBefore(
  db: Db,
  { beforeMs, limit }: { readonly beforeMs: number; readonly limit: number },
): Promise<number> {
  const rows = await db.query(
    `delete from told_ids where ctid = any(array(
       select ctid from told_ids where loaded_at < to_timestamp($1::bigint / 1000.0) limit $2)) returning 1`,
    [beforeMs, limit],
  )
  return rows.length
}
