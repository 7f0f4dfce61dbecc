import type { CallbackState as StateName } from '@quoin/core/callbacks/conclude-attempt.ts'
import type { LoggedAttempt } from './callback-attempts.ts'
import type { Db } from '../pg/database.ts'

/** A callback that is or was owed, and to which endpoint of the app. */
export interface CallbackState {
  readonly id: string
  readonly conversionId: string
  readonly version: number
  readonly endpointId: number
  readonly endpoint: string
  readonly format: string
  readonly eventType: string
  readonly state: StateName
  readonly attempts: number
  readonly nextAttemptAtMs: number | null
  readonly endedAtMs: number | null
  /** Whether its endpoint is sent to now. */
  readonly isSending: boolean
}

/** The callbacks of some conversions, by callbacks_by_conversion. */
export async function listCallbacksOfConversions(
  db: Db,
  conversionIds: readonly string[],
  limit: number,
): Promise<CallbackState[]> {
  return await db.query(
    `select c.id, c.conversion_id as "conversionId", c.version, c.endpoint_id as "endpointId", e.name as endpoint, e.format,
       c.event_type as "eventType", c.state, c.attempts, c.next_attempt_at as "nextAttemptAtMs",
       c.ended_at as "endedAtMs", e.status = 'active' as "isSending"
     from callbacks c join callback_endpoints e on e.id = c.endpoint_id
     where c.conversion_id = any($1::uuid[]) order by c.conversion_id, c.version, e.id limit $2`,
    [conversionIds, limit],
  )
}

/** Every attempt to deliver some callbacks, in their order. */
export type AttemptMade = Pick<
  LoggedAttempt,
  | 'callbackId'
  | 'number'
  | 'attemptedAtMs'
  | 'method'
  | 'url'
  | 'httpStatus'
  | 'failure'
  | 'bodyExcerpt'
  | 'latencyMs'
  | 'verdict'
  | 'reason'
  | 'nextAttemptAtMs'
>

export async function listAttemptsOfCallbacks(
  db: Db,
  callbackIds: readonly string[],
  limit: number,
): Promise<AttemptMade[]> {
  return await db.query(
    `select callback_id as "callbackId", number, attempted_at as "attemptedAtMs", method, url,
       http_status as "httpStatus", failure, body_excerpt as "bodyExcerpt", latency_ms as "latencyMs", verdict,
       reason, next_attempt_at as "nextAttemptAtMs"
     from callback_attempts where callback_id = any($1::uuid[])
     order by callback_id, number limit $2`,
    [callbackIds, limit],
  )
}
