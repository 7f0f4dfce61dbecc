import type { OutgoingFailureReason } from '@quoin/core/outgoing/outgoing-answer.ts'
import type { AnswerVerdict } from '@quoin/core/callbacks/judge-answer.ts'
import type { CallbackState } from '@quoin/core/callbacks/conclude-attempt.ts'
import type { Db } from '../pg/database.ts'
import { numberParameters, type RowColumns, rowsFrom, valuesOf } from '../pg/row-parameters.ts'

/** One attempt as it is logged: bounded, and without secrets. */
export interface LoggedAttempt {
  readonly callbackId: string
  readonly number: number
  readonly attemptedAtMs: number
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  /** Null where there was no answer; then `failure` says why. */
  readonly httpStatus: number | null
  readonly failure: OutgoingFailureReason | 'unsendable' | null
  readonly bodyExcerpt: string | null
  readonly latencyMs: number
  readonly verdict: AnswerVerdict['kind']
  /** A sentence for the endpoint's owner. */
  readonly reason: string
  readonly nextAttemptAtMs: number | null
}

/** An attempt that was made, and what becomes of its callback. */
export interface MadeAttempt extends LoggedAttempt {
  readonly endpointId: number
  readonly leaseId: string
  readonly state: CallbackState
  readonly endedAtMs: number
}

const attemptRow: RowColumns<LoggedAttempt> = {
  callbackId: 'uuid',
  number: 'integer',
  attemptedAtMs: 'bigint',
  method: 'text',
  url: 'text',
  headers: 'jsonb',
  body: 'text',
  httpStatus: 'smallint',
  failure: 'text',
  bodyExcerpt: 'text',
  latencyMs: 'integer',
  verdict: 'text',
  reason: 'text',
  nextAttemptAtMs: 'bigint',
}

const endRow: RowColumns<MadeAttempt> = {
  callbackId: 'uuid',
  endpointId: 'bigint',
  leaseId: 'uuid',
  state: 'text',
  nextAttemptAtMs: 'bigint',
  endedAtMs: 'bigint',
}

const endpointIdsParameter = 1
const parameterNumbers = numberParameters({ endpointIds: { ids: 0 }, attempts: attemptRow, ends: endRow })

/**
 * Writes attempts and what becomes of their callbacks. One whose lease went to another worker in the meantime
 * is left to that worker, unless it was delivered. A step that ended wakes those that wait for it. Endpoints that
 * answered are healthy again.
 */
const recordText = `with logged as (
   insert into callback_attempts (callback_id, number, attempted_at, method, url, headers, body, http_status,
     failure, body_excerpt, latency_ms, verdict, reason, next_attempt_at)
   select a."callbackId", a.number, to_timestamp(a."attemptedAtMs" / 1000.0), a.method, a.url, a.headers,
     a.body, a."httpStatus", a.failure, a."bodyExcerpt", a."latencyMs", a.verdict, a.reason,
     to_timestamp(a."nextAttemptAtMs" / 1000.0)
   from ${rowsFrom(attemptRow, 'a', parameterNumbers.attempts)}
   on conflict (callback_id, number) do nothing
 ), settled as (
   update callbacks c set state = e.state, lease_id = null,
     next_attempt_at = to_timestamp(e."nextAttemptAtMs" / 1000.0),
     ended_at = case when e.state <> 'pending' then to_timestamp(e."endedAtMs" / 1000.0) end
   from ${rowsFrom(endRow, 'e', parameterNumbers.ends)}
   where c.endpoint_id = e."endpointId" and c.id = e."callbackId" and c.state = 'pending'
     and (c.lease_id = e."leaseId" or e.state = 'delivered')
   returning c.conversion_id, c.endpoint_id, c.version, c.state, e."endedAtMs"
 ), woken as (
   update callbacks f set next_attempt_at = to_timestamp(s."endedAtMs" / 1000.0)
   from settled s
   where s.state <> 'pending' and f.conversion_id = s.conversion_id and f.endpoint_id = s.endpoint_id
     and f.version > s.version and f.state = 'pending' and f.lease_id is null
 )
 update callback_endpoints set failing_since = null, last_failed_at = null, failures = 0
 where id = any($${endpointIdsParameter}) and failing_since is not null`

export async function recordAttempts(
  db: Db,
  attempts: readonly MadeAttempt[],
  { answeredIds }: { readonly answeredIds: readonly number[] },
): Promise<void> {
  await db.query(recordText, [answeredIds, ...valuesOf(attemptRow, attempts), ...valuesOf(endRow, attempts)])
}

/** The attempts of a callback, oldest first. */
export async function listAttempts(db: Db, callbackId: string, limit: number): Promise<LoggedAttempt[]> {
  return await db.query(
    `select callback_id as "callbackId", number, attempted_at as "attemptedAtMs", method, url, headers, body,
       http_status as "httpStatus", failure, body_excerpt as "bodyExcerpt", latency_ms as "latencyMs", verdict,
       reason, next_attempt_at as "nextAttemptAtMs"
     from callback_attempts where callback_id = $1 order by number limit $2`,
    [callbackId, limit],
  )
}
