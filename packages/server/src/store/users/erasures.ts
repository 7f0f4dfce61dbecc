import { firstIdAt } from '@quoin/core/tracking/click-id.ts'
import { byIndex } from '../conversions/conversion-columns.ts'
import type { Db } from '../pg/database.ts'
import { clicksOfUser, itsUser } from '../tracking/clicks-of-user.ts'
import { type RowColumns, rowsFrom, valuesOf } from '../pg/row-parameters.ts'

/** A request to erase a user, as it is kept. */
export interface Erasure {
  readonly id: string
  readonly appId: number
  readonly isTestOnly: boolean
  readonly userKey: Buffer
  readonly userSealed: Buffer | null
  /** The text that replaces the user's id. */
  readonly token: string
  /** Older data is erased; a user who comes again is a new one. */
  readonly requestedAtMs: number
}

const erasureColumns = `id, app_id as "appId", is_test_only as "isTestOnly", user_key as "userKey",
  user_sealed as "userSealed", token, requested_at as "requestedAtMs"`

export async function insertErasure(db: Db, erasure: Erasure): Promise<void> {
  await db.query(
    `insert into user_erasures (id, app_id, is_test_only, user_key, user_sealed, token, requested_at)
     values ($1, $2, $3, $4, $5, $6, to_timestamp($7::bigint / 1000.0))`,
    [
      erasure.id,
      erasure.appId,
      erasure.isTestOnly,
      erasure.userKey,
      erasure.userSealed,
      erasure.token,
      erasure.requestedAtMs,
    ],
  )
}

/** A request for the same user that is not finished begins anew, now. */
export async function renewErasure(
  db: Db,
  {
    appId,
    userKey,
    isTestOnly,
    nowMs,
  }: Pick<Erasure, 'appId' | 'userKey' | 'isTestOnly'> & { readonly nowMs: number },
): Promise<Erasure | undefined> {
  const [row] = await db.query<Erasure>(
    `update user_erasures set requested_at = greatest(requested_at, to_timestamp($4::bigint / 1000.0))
     where id = (select id from user_erasures
       where app_id = $1 and user_key = $2 and is_test_only = $3 and finished_at is null
       order by requested_at, id limit 1)
     returning ${erasureColumns}`,
    [appId, userKey, isTestOnly, nowMs],
  )
  return row
}

/** The oldest request first; `requestedBeforeMs` leaves the newest alone. */
export async function listUnfinishedErasures(
  db: Db,
  { requestedBeforeMs, limit }: { requestedBeforeMs: number; limit: number },
): Promise<Erasure[]> {
  return await db.query(
    `select ${erasureColumns} from user_erasures
     where finished_at is null and requested_at < to_timestamp($1::bigint / 1000.0)
     order by requested_at, id limit $2`,
    [requestedBeforeMs, limit],
  )
}

/** Requests that came after a moment: a click of before may be one of theirs. */
export async function listErasuresSince(
  db: Db,
  { appIds, sinceMs, limit }: { appIds: readonly number[]; sinceMs: number; limit: number },
): Promise<Erasure[]> {
  return await db.query(
    `select ${erasureColumns} from user_erasures
     where app_id = any($1::bigint[]) and requested_at >= to_timestamp($2::bigint / 1000.0)
     order by requested_at, id limit $3`,
    [appIds, sinceMs, limit],
  )
}

export async function hasErasure(db: Db, id: string): Promise<boolean> {
  return (await db.query('select from user_erasures where id = $1', [id])).length > 0
}

/** The newest requests of all apps after a moment, the oldest first. */
export async function listLaterErasures(db: Db, sinceMs: number, limit: number): Promise<Erasure[]> {
  return await db.query(
    `select ${erasureColumns} from user_erasures where requested_at >= to_timestamp($1::bigint / 1000.0)
     order by requested_at, id limit $2`,
    [sinceMs, limit],
  )
}

/** From now on nothing leads from the request to the user but their key. */
export async function finishErasure(db: Db, id: string, nowMs: number): Promise<void> {
  await db.query(
    `update user_erasures set user_sealed = null, finished_at = to_timestamp($2::bigint / 1000.0) where id = $1`,
    [id, nowMs],
  )
}

/** Requests that no spool can outlast any more; who was erased when stays in the audit log, by their token. */
export async function deleteErasuresBefore(db: Db, beforeMs: number): Promise<void> {
  await db.query('delete from user_erasures where finished_at < to_timestamp($1::bigint / 1000.0)', [
    beforeMs,
  ])
}

/** Whose rows, of which modes and until when. */
interface Erased extends Pick<Erasure, 'appId' | 'isTestOnly' | 'token' | 'requestedAtMs'> {
  readonly userId: string
  readonly limit: number
}

/** A row that was erased, and the sub id it had: the statistics have counted it under that. */
interface ErasedRow {
  readonly id: string
  readonly subId: string | null
}

const erasedNarrow = `user_id = $3, sub_id = '', address = null, agent = 0, user_agent = ''`

/** One batch of clicks, of all weeks. */
export async function eraseClicks(
  tx: Db,
  { appId, userId, isTestOnly, token, requestedAtMs, limit }: Erased,
): Promise<ErasedRow[]> {
  return await tx.query(
    `with mine as materialized (
       select id, sub_id
       from ${clicksOfUser('id, sub_id', { ...itsUser, untilId: '$4::uuid' }, '(own.is_test or not $5)')} his
       order by id limit $6
     ), fresh as (
       update fresh_clicks c set ${erasedNarrow} from mine where c.id = mine.id returning c.id
     ), settled as (
       update settled_clicks c set ${erasedNarrow} from mine where c.id = mine.id returning c.id
     ), wide as (
       update wide_clicks c set user_id = $3, sub_id = null, address = null, user_agent = null
       from mine where c.id = mine.id returning c.id
     )
     select id, mine.sub_id as "subId" from mine
       join (select id from fresh union all select id from settled union all select id from wide) erased using (id)`,
    [appId, userId, token, firstIdAt(requestedAtMs + 1), isTestOnly, limit],
  )
}

/** With what its publisher had called its transaction, which is to be kept as a digest. */
interface ErasedConversion extends ErasedRow {
  readonly offerId: number
  readonly claimTxnId: string | null
}

/**
 * One batch of conversions. One that a report under way created after the request belongs to a
 * click of before it.
 */
export async function eraseConversions(
  tx: Db,
  { appId, userId, isTestOnly, token, requestedAtMs, limit }: Erased,
): Promise<ErasedConversion[]> {
  return await tx.query(
    `update conversions v set user_id = $3, sub_id = null, claim_txn_id = null, idempotency_key = null
     from (select * from (select id, sub_id, claim_txn_id from conversions
         where app_id = $1 and user_id = $2 and (is_test or not $6)
           and (created_at <= to_timestamp($4::bigint / 1000.0) or click_id < $5) ${byIndex}) his
       order by id limit $7) mine
     where v.id = mine.id
     returning v.id, mine.sub_id as "subId", v.offer_id as "offerId", mine.claim_txn_id as "claimTxnId"`,
    [appId, userId, token, requestedAtMs, firstIdAt(requestedAtMs + 1), isTestOnly, limit],
  )
}

interface ErasedTransaction {
  readonly conversionId: string
  /** Keyed, in hexadecimal. */
  readonly digest: string
}

const erasedTransactionRow: RowColumns<ErasedTransaction> = { conversionId: 'uuid', digest: 'text' }

/** The digests by which the transactions of erased claims are recognised. */
export async function keepErasedTransactions(
  tx: Db,
  transactions: readonly ErasedTransaction[],
): Promise<void> {
  await tx.query(
    `update conversions v set claim_txn_digest = decode(w.digest, 'hex')
     from ${rowsFrom(erasedTransactionRow, 'w')} where v.id = w."conversionId"`,
    valuesOf(erasedTransactionRow, transactions),
  )
}

/** The user's links to devices, and what is known of devices that only they were seen on; returns how many links. */
export async function eraseDevices(
  tx: Db,
  { appId, users, requestedAtMs }: { appId: number; users: readonly string[]; requestedAtMs: number },
): Promise<number> {
  // Devices first and in the order of their keys, as submissions lock them: else both would wait for the other.
  await tx.query(
    `select from devices where app_id = $1 and device_key = any(array(
       select device_key from device_users
       where app_id = $1 and user_key = any(select decode(u, 'hex') from unnest($2::text[]) as u)))
     order by device_key for update`,
    [appId, users],
  )
  // Then the links in the order of theirs: who is on a device already submits without a lock on it.
  await tx.query(
    `select from device_users
     where app_id = $1 and user_key = any(select decode(u, 'hex') from unnest($2::text[]) as u)
     order by device_key, user_key for update`,
    [appId, users],
  )
  const rows = await tx.query<{ device_key: Buffer }>(
    `delete from device_users
     where app_id = $1 and user_key = any(select decode(u, 'hex') from unnest($2::text[]) as u)
       and first_seen_at <= to_timestamp($3::bigint / 1000.0)
     returning device_key`,
    [appId, users, requestedAtMs],
  )
  await tx.query(
    `delete from risk_peers
     where app_id = $1 and user_key = any(select decode(u, 'hex') from unnest($2::text[]) as u)`,
    [appId, users],
  )
  const devices = rows.map(({ device_key: key }) => key.toString('hex'))
  await tx.query(
    `update devices d set data = '{}', data_digest = null, version = null from unnest($2::text[]) as u
     where d.app_id = $1 and d.device_key = decode(u, 'hex')`,
    [appId, devices],
  )
  await tx.query(
    `delete from devices d using unnest($2::text[]) as u
     where d.app_id = $1 and d.device_key = decode(u, 'hex')
       and not exists (select from device_users l where l.app_id = $1 and l.device_key = d.device_key)`,
    [appId, devices],
  )
  return rows.length
}

/** One batch of the answers about a user; returns how many. */
export async function eraseAssessments(
  tx: Db,
  {
    appId,
    users,
    requestedAtMs,
    limit,
  }: {
    appId: number
    users: readonly string[]
    requestedAtMs: number
    limit: number
  },
): Promise<number> {
  const rows = await tx.query(
    `delete from risk_assessments where id in (
       select id from risk_assessments
       where app_id = $1 and user_key = any(select decode(u, 'hex') from unnest($2::text[]) as u)
         and assessed_at <= to_timestamp($3::bigint / 1000.0) limit $4)
     returning 1`,
    [appId, users, requestedAtMs, limit],
  )
  return rows.length
}

/**
 * The user's own lines of the app's allow and review lists; returns how many. A block stays: it protects others from
 * them, and an erasure must not be the way out of it.
 */
export async function eraseListEntries(tx: Db, appId: number, userId: string): Promise<number> {
  const rows = await tx.query<{ id: number }>(
    `delete from list_entries where app_id = $1 and kind = 'user' and value = $2 and action <> 'block'
     returning id`,
    [appId, userId],
  )
  // Entries that were removed before are in the log all the same.
  await tx.query(
    `update audit_log a set details = details - 'value'
     where a.action in ('list_entry.added', 'list_entry.removed')
       and a.details @> jsonb_build_object('appId', $1::bigint, 'kind', 'user', 'value', $2::text)
       and not exists (select from list_entries l where a.object = 'list_entry:' || l.id)`,
    [appId, userId],
  )
  return rows.length
}

/**
 * Caps that name the user limit their token; those that each user has of their own begin anew for it. Counters are
 * found by their whole keys, since another user's id may end as this one's key does. One cap's days are read off
 * its index.
 */
export async function eraseCaps(
  tx: Db,
  { appId, userId, token }: Pick<Erased, 'appId' | 'userId' | 'token'>,
): Promise<number> {
  const rename = 'update caps set user_id = $3 where app_id = $1 and user_id = $2 returning 1'
  const named = await tx.query(rename, [appId, userId, token])
  await tx.query(
    `update audit_log set details = details || jsonb_build_object('userId', $3::text)
     where action in ('cap.set', 'cap.removed')
       and details @> jsonb_build_object('appId', $1::bigint, 'userId', $2::text)`,
    [appId, userId, token],
  )
  // One day after the other, by cap_counters_by_day: there are some weeks of them, and a row for each user on each.
  await tx.query(
    `with recursive days as (
       select min(day) as day from cap_counters where day is not null
       union all
       select (select min(k.day) from cap_counters k where k.day > d.day) from days d where d.day is not null
     )
     delete from cap_counters where key in (
       select 'cap:' || c.id || ':' || case c.period when 'daily' then 'day:' || to_char(d.day, 'YYYY-MM-DD')
         else 'total' end || ':user:' || $1::bigint || ':' || $2::text
       from caps c left join days d on c.period = 'daily' and d.day is not null
       where c.is_per_user)`,
    [appId, userId],
  )
  return named.length
}
