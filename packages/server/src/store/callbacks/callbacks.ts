import type { OwedCallback } from '@quoin/core/callbacks/callbacks-of.ts'
import { copied, copyInto } from '../pg/copy-rows.ts'
import { type Db, plannedAnew } from '../pg/database.ts'
import { type RowColumns, rowsFrom, valuesOf } from '../pg/row-parameters.ts'

/** A callback that is owed, with the id under which it is sent in every attempt. */
export interface NewCallback extends OwedCallback {
  readonly id: string
}

/** A callback as it is written. */
const callbackRow: RowColumns<NewCallback> = {
  id: 'uuid',
  endpointId: 'bigint',
  conversionId: 'uuid',
  version: 'integer',
  eventType: 'text',
  dueAtMs: 'bigint',
}

export const newCallbacks = copyInto(
  'callbacks',
  copied<NewCallback>(callbackRow, { dueAtMs: 'next_attempt_at' }),
)

/** An endpoint with something to tell, and from when on. */
interface OwedEndpoint {
  readonly endpointId: number
  /** When its first callback is (or was) to be sent. */
  readonly firstAtMs: number
}

/**
 * Endpoints that are owed something, due or not, in the order of their ids behind the given one. It goes from one
 * endpoint to the next in the index, so that it costs `limit` of them at most, and never their callbacks.
 */
export async function listOwedEndpoints(
  db: Db,
  { afterId, limit }: { readonly afterId: number; readonly limit: number },
): Promise<OwedEndpoint[]> {
  return await db.query(
    `with recursive owed as (
       (select endpoint_id, next_attempt_at, 1 as place from callbacks
        where state = 'pending' and endpoint_id > $1
        order by endpoint_id, next_attempt_at limit 1)
       union all
       select n.endpoint_id, n.next_attempt_at, owed.place + 1 from owed cross join lateral (
         select c.endpoint_id, c.next_attempt_at from callbacks c
         where c.state = 'pending' and c.endpoint_id > owed.endpoint_id
         order by c.endpoint_id, c.next_attempt_at limit 1
       ) n
       where owed.place < $2
     )
     select endpoint_id as "endpointId", next_attempt_at as "firstAtMs" from owed order by 1`,
    [afterId, limit],
    plannedAnew,
  )
}

interface PendingCallbacks {
  readonly count: number
  /** The one that has been owed for longest, also to a receiver that is dead or left alone; null without any. */
  readonly oldestId: string | null
}

/** The callbacks that are still owed, looked through up to a bound, by callbacks_due. */
export async function measurePending(db: Db, max: number): Promise<PendingCallbacks> {
  const [row] = await db.query<PendingCallbacks>(
    `select count(*), min(id::text collate "C") as "oldestId"
     from (select id from callbacks where state = 'pending'
       order by endpoint_id, next_attempt_at, id limit $1) pending`,
    [max],
    plannedAnew,
  )
  return row ?? { count: 0, oldestId: null }
}

/** How many callbacks of an endpoint may be claimed now. */
export interface Allowance {
  readonly endpointId: number
  readonly allowance: number
}

const allowanceRow: RowColumns<Allowance> = { endpointId: 'bigint', allowance: 'integer' }

/** The attempt that a worker is to make: the lease is the worker’s until it ends. */
export interface LeasedCallback {
  readonly id: string
  readonly endpointId: number
  readonly conversionId: string
  /** The number of this attempt, and how many were made before it was replayed. */
  readonly attempt: number
  readonly attemptsBefore: number
}

interface Leases {
  readonly leased: readonly LeasedCallback[]
  /** Endpoints whose room was used up: there may be more. */
  readonly fullIds: readonly number[]
  /** The ones of these whose allowance went to callbacks that wait for an earlier step, at least in part. */
  readonly heldUpIds: readonly number[]
}

interface ClaimOptions {
  readonly leaseId: string
  readonly nowMs: number
  readonly leaseMs: number
}

/**
 * A callback that waits for an earlier step of its conversion (`e`) is looked at again when that one is due. Should
 * the two change at one moment, nothing is lost but these times at the latest: 1 s while the earlier one is being
 * sent, else 10 minutes. A receiver that is down for hours may have tens of thousands that wait.
 */
const waitUntil = (nowMs: string): string => `least(
  greatest(e.next_attempt_at, to_timestamp((${nowMs}::bigint + 1000) / 1000.0)),
  to_timestamp((${nowMs}::bigint + case when e.lease_id is null then 600000 else 1000 end) / 1000.0))`

/** The first step of the conversion of a callback `d` that is still to be told, if one comes before it. */
const earlierStep = `lateral (
         select p.id, p.next_attempt_at, p.lease_id from callbacks p
         where p.conversion_id = d.conversion_id and p.endpoint_id = d.endpoint_id
           and p.version < d.version and p.state = 'pending'
         order by p.version limit 1
       ) e on true`

/**
 * Leases what is due, the oldest first, for each endpoint up to its room. Workers skip what others are about to take. A
 * callback that waits for an earlier step of its conversion is put off.
 */
export async function leaseDue(
  db: Db,
  allowances: readonly Allowance[],
  { leaseId, nowMs, leaseMs }: ClaimOptions,
): Promise<Leases> {
  const rows = await db.query<LeasedCallback & { readonly isFirst: boolean }>(
    `with due as materialized (
       select d.*, e.id is null as is_first, ${waitUntil('$2')} as waits_until
       from ${rowsFrom(allowanceRow, 'r', 4)}
       cross join lateral (
         select c.id, c.endpoint_id, c.conversion_id, c.version from callbacks c
         where c.endpoint_id = r."endpointId" and c.state = 'pending'
           and c.next_attempt_at <= to_timestamp($2::bigint / 1000.0)
         order by c.next_attempt_at, c.id limit r.allowance for update skip locked
       ) d
       left join ${earlierStep}
     )
     update callbacks c set
       lease_id = case when d.is_first then $1::uuid end,
       attempts = c.attempts + d.is_first::int,
       next_attempt_at = case when d.is_first then to_timestamp($3::bigint / 1000.0)
         else d.waits_until end
     from due d where c.endpoint_id = d.endpoint_id and c.id = d.id
     returning c.id, c.endpoint_id as "endpointId", c.conversion_id as "conversionId", c.attempts as attempt,
       c.attempts_before as "attemptsBefore", d.is_first as "isFirst"`,
    [leaseId, nowMs, nowMs + leaseMs, ...valuesOf(allowanceRow, allowances)],
    plannedAnew,
  )
  const taken = new Map<number, number>()
  for (const { endpointId } of rows) taken.set(endpointId, (taken.get(endpointId) ?? 0) + 1)
  const waiting = new Set(rows.flatMap(({ isFirst, endpointId }) => (isFirst ? [] : [endpointId])))
  const fullIds = allowances.flatMap(({ endpointId, allowance }) =>
    taken.get(endpointId) === allowance ? [endpointId] : [],
  )
  return {
    leased: rows.flatMap(({ isFirst, ...leased }) => (isFirst ? [leased] : [])),
    fullIds,
    heldUpIds: fullIds.filter((id) => waiting.has(id)),
  }
}

/**
 * Puts off what is due and waits for an earlier step, many at once: room by room they would hold up everything
 * that stands behind them for minutes.
 */
export async function putOffWaiting(
  db: Db,
  { endpointIds, nowMs, limit }: { endpointIds: readonly number[]; nowMs: number; limit: number },
): Promise<void> {
  await db.query(
    `with waiting as materialized (
       select d.endpoint_id, d.id, ${waitUntil('$2')} as waits_until
       from unnest($1::bigint[]) as r (endpoint_id)
       cross join lateral (
         select c.id, c.endpoint_id, c.conversion_id, c.version from callbacks c
         where c.endpoint_id = r.endpoint_id and c.state = 'pending'
           and c.next_attempt_at <= to_timestamp($2::bigint / 1000.0)
         order by c.next_attempt_at, c.id limit $3 for update skip locked
       ) d
       join ${earlierStep}
     )
     update callbacks c set lease_id = null, next_attempt_at = w.waits_until
     from waiting w where c.endpoint_id = w.endpoint_id and c.id = w.id`,
    [endpointIds, nowMs, limit],
    plannedAnew,
  )
}

/** Makes an endpoint's next callbacks due now, those that come first by their schedule; returns how many. */
export async function hastenPending(
  db: Db,
  { endpointId, nowMs, limit }: { endpointId: number; nowMs: number; limit: number },
): Promise<number> {
  const rows = await db.query(
    `update callbacks c set next_attempt_at = to_timestamp($2::bigint / 1000.0)
     from (select id from callbacks
       where endpoint_id = $1 and state = 'pending' and lease_id is null
         and next_attempt_at > to_timestamp($2::bigint / 1000.0)
       order by next_attempt_at, id limit $3) soon
     where c.endpoint_id = $1 and c.id = soon.id and c.lease_id is null returning 1`,
    [endpointId, nowMs, limit],
    plannedAnew,
  )
  return rows.length
}

/**
 * Makes due now what is put off for longer than any delay, or leased until then: the clock that did so was wrong, since
 * the database's says otherwise. Returns how many.
 */
export async function hastenFar(db: Db, limit: number): Promise<number> {
  const rows = await db.query(
    `update callbacks c set next_attempt_at = clock_timestamp(), lease_id = null
     from (
       select p.* from callback_endpoints e
         cross join lateral (
           select n.endpoint_id, n.id from callbacks n
           where n.endpoint_id = e.id and n.state = 'pending'
             and n.next_attempt_at > clock_timestamp() + interval '2 days'
           order by n.next_attempt_at, n.id limit $1 for update skip locked
         ) p
       limit $1
     ) far
     where c.endpoint_id = far.endpoint_id and c.id = far.id returning 1`,
    [limit],
    plannedAnew,
  )
  return rows.length
}

/**
 * Ends what removed endpoints are owed, a batch at a time; returns how many. A callback that is being sent at this
 * moment is left to its attempt, or to a later look.
 */
export async function cancelRemoved(
  db: Db,
  { nowMs, limit }: { nowMs: number; limit: number },
): Promise<number> {
  const rows = await db.query(
    `update callbacks c set state = 'cancelled', next_attempt_at = null, lease_id = null,
       ended_at = to_timestamp($1::bigint / 1000.0)
     from (
       select p.* from callback_endpoints e
         cross join lateral (
           select n.endpoint_id, n.id from callbacks n
           where n.endpoint_id = e.id and n.state = 'pending'
             and (n.lease_id is null or n.next_attempt_at <= to_timestamp($1::bigint / 1000.0))
           order by n.next_attempt_at, n.id limit $2 for update skip locked
         ) p
       where e.disabled_reason = 'removed' limit $2
     ) owed
     where c.endpoint_id = owed.endpoint_id and c.id = owed.id returning 1`,
    [nowMs, limit],
    plannedAnew,
  )
  return rows.length
}
