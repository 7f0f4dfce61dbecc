import type { EndpointEventType } from '@quoin/core/callbacks/facts.ts'
import type { CallbackState } from '@quoin/core/callbacks/conclude-attempt.ts'
import type { DisabledReason, EndpointMode } from '@quoin/core/callbacks/stored-endpoint.ts'
import type { ListPage, ListSlice } from '@quoin/core/paging/list-slice.ts'
import type { Db } from '../pg/database.ts'
import { selectPage } from '../pg/select-page.ts'
import { type CallbackFilter, filterOf } from './callback-filter.ts'

export interface EndpointListRow {
  readonly id: number
  readonly appId: number
  readonly app: string
  readonly name: string
  readonly url: string
  readonly format: string
  readonly mode: EndpointMode
  readonly status: 'active' | 'disabled'
  readonly disabledReason: DisabledReason | null
  readonly failingSinceMs: number | null
  readonly failures: number
}

interface EndpointFilter {
  readonly search: string | null
  readonly state: string | null
  readonly appId: number | null
}

const state = `(case when e.disabled_reason in ('gone', 'failing') then 'dead' when e.status = 'disabled' then 'paused'
  when e.failing_since is not null then 'failing' else 'healthy' end)`

export async function listEndpointPage(
  db: Db,
  { search, state: wanted, appId }: EndpointFilter,
  slice: ListSlice,
): Promise<ListPage<EndpointListRow>> {
  return await selectPage(db, {
    select: `e.id, e.app_id as "appId", a.name as app, e.name, e.url, e.format, e.mode, e.status,
      e.disabled_reason as "disabledReason", e.failing_since as "failingSinceMs", e.failures`,
    from: 'callback_endpoints e join apps a on a.id = e.app_id',
    where: `e.disabled_reason is distinct from 'removed'
      and ($1::text is null or strpos(lower(a.name), lower($1)) > 0 or strpos(lower(e.name), lower($1)) > 0)
      and ($2::text is null or ${state} = $2) and ($3::bigint is null or e.app_id = $3)`,
    values: [search, wanted, appId],
    sorts: {
      app: [
        { sql: 'lower(a.name)', type: 'text' },
        { sql: 'e.id', type: 'bigint' },
      ],
      id: [{ sql: 'e.id', type: 'bigint' }],
    },
    slice,
  })
}

export interface EndpointFigures {
  readonly id: number
  readonly waiting: number
  /** When the oldest of those that wait was owed, and the next one is due. */
  readonly waitingSinceId: string | null
  readonly nextAtMs: number | null
  readonly tried: number
  readonly delivered: number
  readonly latencyMs: number | null
  readonly lastAtMs: number | null
}

const measuredCallbacks = 100
const waitingMax = 10_000

/** How endpoints fared with their newest callbacks, each by its own part of the primary key. */
export async function measureEndpoints(db: Db, ids: readonly number[]): Promise<EndpointFigures[]> {
  return await db.query(
    `select e.id, w.waiting, w.since as "waitingSinceId", w.next as "nextAtMs", f.tried, f.delivered, f.latency as "latencyMs", f.last_at as "lastAtMs"
     from unnest($1::bigint[]) as e (id)
     cross join lateral (
       select count(*)::integer as waiting, min(p.id::text) as since, min(p.next_attempt_at) as next from (
         select id, next_attempt_at from callbacks p where p.endpoint_id = e.id and p.state = 'pending'
         order by next_attempt_at, id limit ${waitingMax}) p) w
     cross join lateral (
       select count(a.attempted_at)::integer as tried,
         (count(*) filter (where a.verdict = 'delivered'))::integer as delivered,
         (percentile_cont(0.5) within group (order by a.latency_ms))::integer as latency, max(a.attempted_at) as last_at
       from (select id, attempts from callbacks c where c.endpoint_id = e.id
         order by c.id desc limit ${measuredCallbacks}) c
       left join callback_attempts a on a.callback_id = c.id and a.number = c.attempts) f`,
    [ids],
  )
}

export interface CallbackListRow {
  readonly id: string
  readonly conversionId: string
  readonly userId: string | null
  readonly eventType: EndpointEventType
  readonly state: CallbackState
  readonly attempts: number
  readonly nextAttemptAtMs: number | null
  readonly endedAtMs: number | null
  readonly httpStatus: number | null
  readonly latencyMs: number | null
}

interface LogFilter extends CallbackFilter {
  readonly endpointId: number
  readonly state: CallbackState | null
}

/** With the last attempt of each. */
export async function listCallbackPage(
  db: Db,
  { endpointId, state: wanted, ...filter }: LogFilter,
  slice: ListSlice,
): Promise<ListPage<CallbackListRow>> {
  const { sql, values } = filterOf(filter, 2)
  // Written out, since an index that holds only some states is not taken for a parameter.
  const ofState = wanted === null ? '' : `and c.state = '${wanted}'`
  return await selectPage(db, {
    select: `c.id, c.conversion_id as "conversionId",
      (select v.user_id from conversions v where v.id = c.conversion_id) as "userId", c.event_type as "eventType", c.state, c.attempts,
      case when c.state = 'pending' then c.next_attempt_at end as "nextAttemptAtMs", c.ended_at as "endedAtMs",
      (select http_status from callback_attempts a where a.callback_id = c.id and a.number = c.attempts) as "httpStatus",
      (select latency_ms from callback_attempts a where a.callback_id = c.id and a.number = c.attempts) as "latencyMs"`,
    from: 'callbacks c',
    where: `c.endpoint_id = $1 ${ofState} and ${sql}`,
    values: [endpointId, ...values],
    sorts: { time: [{ sql: 'c.id', type: 'uuid' }] },
    slice,
  })
}
