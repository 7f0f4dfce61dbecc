import { isOfferEvent } from '@quoin/core/callbacks/facts.ts'
import { idTimeMs } from '@quoin/core/tracking/click-id.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import type { SignaturePreview } from '../../features/callbacks/preview-signature.ts'
import type { TestedCallback } from '../../features/callbacks/test-callback.ts'
import type { LoggedAttempt } from '../../store/callbacks/callback-attempts.ts'
import type { CallbackListRow } from '../../store/callbacks/endpoint-list.ts'

/** A callback of a log. */
export function presentCallback(row: CallbackListRow) {
  return {
    id: row.id,
    conversion_id: isOfferEvent(row.eventType) ? null : row.conversionId,
    user_id: row.userId,
    event: row.eventType,
    state: row.state,
    attempts: row.attempts,
    created_at: secondsOf(idTimeMs(row.id)),
    next_attempt_at: secondsOf(row.nextAttemptAtMs),
    ended_at: secondsOf(row.endedAtMs),
    http_status: row.httpStatus,
    latency_ms: row.latencyMs,
  }
}

export function presentAttempt(attempt: LoggedAttempt) {
  return {
    number: attempt.number,
    at: secondsOf(attempt.attemptedAtMs),
    method: attempt.method,
    url: attempt.url,
    headers: attempt.headers,
    body: attempt.body,
    http_status: attempt.httpStatus,
    failure: attempt.failure,
    answer: attempt.bodyExcerpt,
    latency_ms: attempt.latencyMs,
    verdict: attempt.verdict,
    reason: attempt.reason,
  }
}

/** A request of a trial, and its answer. */
export function presentTested({
  request,
  httpStatus,
  bodyExcerpt,
  latencyMs,
  lookAt,
  ...rest
}: TestedCallback) {
  return {
    ...rest,
    ...request,
    http_status: httpStatus,
    answer: bodyExcerpt,
    latency_ms: latencyMs,
    look_at: lookAt,
  }
}

/** A request that was made and not sent, with how it is signed. */
export function presentSignature({ signedText, into, ...preview }: SignaturePreview) {
  const place =
    into === null ? null : 'parameter' in into ? `parameter ${into.parameter}` : `header ${into.header}`
  return { ...preview, into: place, signed_text: signedText }
}
