import type { NewState, OfferState } from '@quoin/core/catalogue/offer-changes.ts'
import type { Db } from '../pg/database.ts'
import { type RowColumns, rowsFrom, valuesOf } from '../pg/row-parameters.ts'

const stateColumns = `offer_id as "offerId", sequence, added_sequence as "addedSequence", fingerprint,
  is_listed as "isListed", is_test as "isTest", (extract(epoch from changed_at) * 1000)::bigint as "changedAtMs"`

/** How far the numbering of changes is. */
interface Numbering {
  readonly sequence: number
  /** Whoever has not come so far may have missed a removal that is forgotten. */
  readonly forgottenSequence: number
}

export async function readNumbering(db: Db): Promise<Numbering> {
  const [row] = await db.query<Numbering>(
    'select sequence, forgotten_sequence as "forgottenSequence" from offer_numbering',
    [],
  )
  return row ?? { sequence: 0, forgottenSequence: 0 }
}

/** A lease that is longer was given by a wrong clock. */
const leaseMaxMs = 300_000

/** Makes a process the one that finds changes, for a while; undefined where another one is. */
export async function takeNumbering(
  db: Db,
  { lease, nowMs, leaseMs }: { lease: string; nowMs: number; leaseMs: number },
): Promise<{ readonly sequence: number } | undefined> {
  const [row] = await db.query<{ sequence: number }>(
    `update offer_numbering set lease = $1, leased_until = to_timestamp($3::bigint / 1000.0)
     where lease = $1 or lease is null or leased_until <= to_timestamp($2::bigint / 1000.0)
       or leased_until > to_timestamp($4::bigint / 1000.0)
     returning sequence`,
    [lease, nowMs, nowMs + leaseMs, nowMs + leaseMaxMs],
  )
  return row
}

/** Gives it back, so that another process need not wait. */
export async function leaveNumbering(db: Db, lease: string): Promise<void> {
  await db.query('update offer_numbering set lease = null, leased_until = null where lease = $1', [lease])
}

/** The last number, held until the transaction ends; undefined once another process has the lease. */
export async function lockNumbering(
  tx: Db,
  lease: string,
): Promise<{ readonly sequence: number } | undefined> {
  const [row] = await tx.query<{ sequence: number }>(
    'select sequence from offer_numbering where lease = $1 for update',
    [lease],
  )
  return row
}

/**
 * Goes on behind every number that was ever given, also by a database that is gone: nobody gives a thousand a second for
 * years. Whoever has an earlier one has seen what is not there any more, and must begin anew.
 */
export async function skipNumbers(db: Db, nowMs: number): Promise<void> {
  await db.query(
    `update offer_numbering set sequence = greatest(sequence, $1::bigint), forgotten_sequence = greatest(sequence, $1::bigint)`,
    [nowMs],
  )
}

const newState: RowColumns<NewState> = {
  offerId: 'bigint',
  fingerprint: 'bigint',
  isListed: 'boolean',
  isTest: 'boolean',
}

/** Writes states with the numbers behind `afterSequence`, in their order. */
export async function writeStates(
  tx: Db,
  states: readonly NewState[],
  { afterSequence, nowMs }: { readonly afterSequence: number; readonly nowMs: number },
): Promise<void> {
  await tx.query(
    `with given as (
       select g.*, $1::bigint + row_number() over (order by g."offerId") as sequence
       from ${rowsFrom(newState, 'g', 3)}
     ), counted as (
       update offer_numbering set sequence = $1::bigint + (select count(*) from given)
     )
     insert into offer_states as s (offer_id, sequence, added_sequence, fingerprint, is_listed, is_test, changed_at)
     select "offerId", sequence, sequence, fingerprint, "isListed", "isTest", to_timestamp($2::bigint / 1000.0)
     from given
     on conflict (offer_id) do update set sequence = excluded.sequence, fingerprint = excluded.fingerprint,
       added_sequence = case when excluded.is_listed and not s.is_listed then excluded.sequence
         else s.added_sequence end,
       is_test = case when excluded.is_listed then excluded.is_test else s.is_test end,
       is_listed = excluded.is_listed, changed_at = excluded.changed_at`,
    [afterSequence, nowMs, ...valuesOf(newState, states)],
  )
}

/** A page of all states in the order of offers, as they are compared. */
export async function listStatesAfter(
  db: Db,
  { afterId, limit }: { readonly afterId: number; readonly limit: number },
): Promise<Pick<OfferState, 'offerId' | 'fingerprint' | 'isListed'>[]> {
  return await db.query(
    `select offer_id as "offerId", fingerprint, is_listed as "isListed" from offer_states
     where offer_id > $1 order by offer_id limit $2`,
    [afterId, limit],
  )
}

interface StatesWanted {
  readonly after: number
  /** Test offers, too. */
  readonly isTest: boolean
  readonly limit: number
}

/** The states behind a number, in the order of numbers. */
export async function listStatesBehind(
  db: Db,
  { after, isTest, limit }: StatesWanted,
): Promise<OfferState[]> {
  return await db.query(
    `select ${stateColumns} from offer_states where sequence > $1 and ($2 or not is_test)
     order by sequence limit $3`,
    [after, isTest, limit],
  )
}

/** Listed offers behind an offer, in the order of their ids. */
export async function listListedAfter(db: Db, { after, isTest, limit }: StatesWanted): Promise<OfferState[]> {
  return await db.query(
    `select ${stateColumns} from offer_states where offer_id > $1 and is_listed and ($2 or not is_test)
     order by offer_id limit $3`,
    [after, isTest, limit],
  )
}

/** Forgets removals of long ago, and up to which one; returns how many. */
export async function forgetRemoved(
  db: Db,
  { beforeMs, limit }: { readonly beforeMs: number; readonly limit: number },
): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `with gone as (
       delete from offer_states where offer_id in (
         select offer_id from offer_states
         where not is_listed and changed_at < to_timestamp($1::bigint / 1000.0) order by changed_at limit $2)
         and not is_listed and changed_at < to_timestamp($1::bigint / 1000.0)
       returning sequence
     ), noted as (
       update offer_numbering set forgotten_sequence = greatest(forgotten_sequence, (select max(sequence) from gone))
       where exists (select from gone)
     )
     select count(*) from gone`,
    [beforeMs, limit],
  )
  return row?.count ?? 0
}
