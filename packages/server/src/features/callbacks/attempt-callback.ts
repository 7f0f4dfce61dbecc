import { type AnswerVerdict, judgeAnswer } from '@quoin/core/callbacks/judge-answer.ts'
import type { OutgoingResult } from '@quoin/core/outgoing/outgoing-answer.ts'
import { concludeAttempt } from '@quoin/core/callbacks/conclude-attempt.ts'
import type { StoredEndpoint } from '@quoin/core/callbacks/stored-endpoint.ts'
import { signatureSchemeOf } from '../../dialects/index.ts'
import type { OutgoingRequest } from '../../ports/outgoing.ts'
import type { Ports } from '../../ports/ports.ts'
import type { LoggedAttempt } from '../../store/callbacks/callback-attempts.ts'
import { buildCallbackRequest, buildOfferCallback } from './requests/build-request.ts'
import type { CallbackJob } from './lease-callbacks.ts'
import { maskRequest, maskUrl } from './requests/mask-request.ts'
import type { Attempted } from '../../ports/writes.ts'

type Needs = Pick<Ports, 'clock' | 'keyring' | 'outgoing' | 'random'>

/** Sends one callback once and judges the answer. Writes nothing: see record-attempts.ts. */
export async function attemptCallback(ports: Needs, job: CallbackJob): Promise<Attempted> {
  const { clock, random } = ports
  const attemptedAtMs = clock.nowMs()
  const sent = await send(ports, job, attemptedAtMs)
  const endedAtMs = clock.nowMs()
  const { state, nextAttemptAtMs } = concludeAttempt(sent.verdict, {
    attempts: job.attempt - job.attemptsBefore,
    nowMs: endedAtMs,
    chance: random(4).readUInt32BE() / 2 ** 32,
  })
  return {
    attempt: {
      callbackId: job.id,
      endpointId: job.endpointId,
      leaseId: job.leaseId,
      number: job.attempt,
      attemptedAtMs,
      ...shownOf(sent, job.endpoint),
      verdict: sent.verdict.kind,
      reason: sent.verdict.reason,
      state,
      nextAttemptAtMs,
      endedAtMs,
    },
    verdict: sent.verdict,
    isNews: job.news !== undefined,
    isThrottled: sent.result?.kind === 'answer' && [429, 503].includes(sent.result.status),
  }
}

interface Sent {
  /** Undefined when there was nothing to send. */
  readonly request: OutgoingRequest | undefined
  readonly result: OutgoingResult | undefined
  readonly verdict: AnswerVerdict
}

async function send(ports: Needs, { facts, news, endpoint }: CallbackJob, sentAtMs: number): Promise<Sent> {
  const unsent = (kind: 'retry' | 'stop', reason: string): Sent => {
    const verdict = { kind, reason, retryAfterMs: null, isGone: false }
    return { request: undefined, result: undefined, verdict }
  }
  const built = news
    ? buildOfferCallback(ports, { news, endpoint, sentAtMs })
    : facts && buildCallbackRequest(ports, { facts, endpoint, sentAtMs })
  if (built === undefined) return unsent('stop', 'The conversion is not there any more.')
  // Sent by the schedule all the same, for when the endpoint is set right in the meantime.
  if (built.kind === 'unsendable') return unsent(built.isForGood ? 'stop' : 'retry', built.reason)
  const result = await ports.outgoing.send(built.request)
  const verdict = judgeAnswer(endpoint.success, result, ports.clock.nowMs())
  return { request: built.request, result, verdict }
}

type Shown = Pick<
  LoggedAttempt,
  'method' | 'url' | 'headers' | 'body' | 'httpStatus' | 'failure' | 'bodyExcerpt' | 'latencyMs'
>

/** The kept part of an attempt, also shown of a test. */
export function shownOf(
  { request, result }: Pick<Sent, 'request' | 'result'>,
  endpoint: StoredEndpoint,
): Shown {
  const kept =
    request === undefined
      ? {
          method: endpoint.method.split(' ', 1)[0] ?? '',
          url: maskUrl(endpoint.url),
          headers: {},
          body: null,
        }
      : maskRequest(request, { signatureNames: signatureNamesOf(endpoint) })
  const latencyMs = Math.round(result?.latencyMs ?? 0)
  if (result?.kind !== 'answer') {
    const failure = result === undefined ? 'unsendable' : result.reason
    return { ...kept, httpStatus: null, failure, bodyExcerpt: null, latencyMs }
  }
  const { status, bodyExcerpt } = result
  return { ...kept, httpStatus: status, failure: null, bodyExcerpt, latencyMs }
}

function signatureNamesOf(endpoint: StoredEndpoint): readonly string[] {
  const into = signatureSchemeOf(endpoint)?.into
  if (into === undefined) return []
  return ['parameter' in into ? into.parameter : into.header]
}
