import type { EndpointEventType } from '@quoin/core/callbacks/facts.ts'
import { type CallbackState, callbackStates } from '@quoin/core/callbacks/conclude-attempt.ts'
import { byIndex } from '../conversions/conversion-columns.ts'
import type { Db } from '../pg/database.ts'
import { type CallbackFilter, filterOf } from './callback-filter.ts'

/** A callback as its endpoint's owner sees it. */
interface LoggedCallback {
  readonly id: string
  readonly endpointId: number
  readonly conversionId: string
  readonly version: number
  readonly eventType: EndpointEventType
  readonly state: CallbackState
  readonly attempts: number
  readonly nextAttemptAtMs: number | null
  readonly endedAtMs: number | null
}

const callbackColumns = `c.id, c.endpoint_id as "endpointId", c.conversion_id as "conversionId", c.version,
  c.event_type as "eventType", c.state, c.attempts, c.next_attempt_at as "nextAttemptAtMs",
  c.ended_at as "endedAtMs"`

/** By its id alone: looked up with every endpoint's, of which there are few. */
export async function findCallback(db: Db, id: string): Promise<LoggedCallback | undefined> {
  const [row] = await db.query<LoggedCallback>(
    `select ${callbackColumns} from callback_endpoints e cross join lateral (
       select * from callbacks n where n.endpoint_id = e.id and n.id = $1 ${byIndex}) c`,
    [id],
  )
  return row
}

interface LogPage {
  readonly endpointId: number
  /** Null: in any state. */
  readonly state: CallbackState | null
  readonly beforeId: string | null
  readonly limit: number
}

/**
 * The callbacks of an endpoint, sent and due, newest first. In any state, and delivered, by the primary key; in a
 * state of failure by callbacks_failed; pending by callbacks_due, all of which are then sorted.
 */
export async function listCallbacks(
  db: Db,
  { endpointId, state, beforeId, limit }: LogPage,
): Promise<LoggedCallback[]> {
  // Written out, since an index that holds only some states is not taken for a parameter.
  const ofState = state === null ? '' : `and c.state = '${state}'`
  return await db.query(
    `select ${callbackColumns} from callbacks c
     where c.endpoint_id = $1 ${ofState} and ($2::uuid is null or c.id < $2)
     order by c.id desc limit $3`,
    [endpointId, beforeId, limit],
  )
}

/**
 * How many of an endpoint's callbacks, as far as they are kept, are in each state, each counted up to a bound.
 * Delivered ones are in no index of their own: those of the newest are counted, by the primary key.
 */
export async function countByState(
  db: Db,
  { endpointId, max }: { readonly endpointId: number; readonly max: number },
): Promise<{ state: CallbackState; count: number }[]> {
  return await db.query(
    `select state, count(*) from (
       ${callbackStates
         .filter((state) => state !== 'delivered')
         .map(inState)
         .join(' union all ')}
       union all
       select state from (
         select state from callbacks where endpoint_id = $1 order by id desc limit $2) newest
       where state = 'delivered') counted
     group by state order by state`,
    [endpointId, max],
  )
}

/** Written out, since an index that holds only some states is not taken for a parameter. */
function inState(state: CallbackState): string {
  return `(select state from callbacks where endpoint_id = $1 and state = '${state}' limit $2)`
}

interface EndedRange extends CallbackFilter {
  readonly endpointId: number
  readonly states: readonly CallbackState[]
  readonly limit: number
}

/** Those that have ended in one of these states, oldest first. */
export async function listEndedIds(db: Db, range: EndedRange): Promise<string[]> {
  const { sql, values } = filterOf(range, 4)
  const rows = await db.query<{ id: string }>(
    `select c.id from callbacks c
     where c.endpoint_id = $1 and c.state = any($2) and c.state <> 'pending' and ${sql}
     order by c.id limit $3`,
    [range.endpointId, range.states, range.limit, ...values],
  )
  return rows.map(({ id }) => id)
}

/** Due now, with all of the schedule before them. One that is being sent at this moment is left alone. */
export async function replay(
  db: Db,
  { endpointId, ids, nowMs }: { endpointId: number; ids: readonly string[]; nowMs: number },
): Promise<void> {
  await db.query(
    `update callbacks set state = 'pending', next_attempt_at = to_timestamp($3::bigint / 1000.0),
       lease_id = null, attempts_before = attempts, ended_at = null
     where endpoint_id = $1 and id = any($2)
       and (lease_id is null or next_attempt_at <= to_timestamp($3::bigint / 1000.0))`,
    [endpointId, ids, nowMs],
  )
}

interface OldCallbacks {
  readonly endpointId: number
  /** Left out. */
  readonly beforeId: string
  /** The callbacks that are still owed, too. */
  readonly withPending: boolean
  readonly limit: number
}

/** Deletes callbacks with their attempts, oldest first; returns how many. */
export async function deleteOld(db: Db, old: OldCallbacks): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `with old as (
       select id from callbacks
       where endpoint_id = $1 and id < $2 and (state <> 'pending' or $3) order by id limit $4
     ), gone as (
       delete from callbacks c using old where c.endpoint_id = $1 and c.id = old.id returning c.id
     ), forgotten as (
       delete from callback_attempts a using gone where a.callback_id = gone.id
     ), forgotten_news as (
       delete from offer_callbacks o using gone where o.callback_id = gone.id
     )
     select count(*) from gone`,
    [old.endpointId, old.beforeId, old.withPending, old.limit],
  )
  return row?.count ?? 0
}
