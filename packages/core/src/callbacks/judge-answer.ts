import type { SuccessRule } from './endpoint.ts'
import { matchesBody } from './match-body.ts'
import type { OutgoingAnswer, OutgoingResult } from '../outgoing/outgoing-answer.ts'
import { readRetryAfter } from '../outgoing/read-retry-after.ts'

/** The outcome of an attempt, with a sentence for the log of attempts. */
export interface AnswerVerdict {
  /**
   * `retry`: again by the schedule; `stop`: the receiver wants no more of it (410 and 403); `flagged`: it
   * has it but refused it, so that the same again would not help and a person should look.
   */
  readonly kind: 'delivered' | 'retry' | 'stop' | 'flagged'
  readonly reason: string
  /** The least wait before a retry, as the receiver asked by Retry-After. */
  readonly retryAfterMs: number | null
  /** 410: the endpoint is gone for good, not just this callback. */
  readonly isGone: boolean
}

/** Reads the answer to one attempt by the endpoint's rule. */
export function judgeAnswer(rule: SuccessRule, result: OutgoingResult, nowMs: number): AnswerVerdict {
  if (result.kind === 'failure') return verdict('retry', result.detail)
  const { status } = result
  if (status >= 200 && status < 300) return judgeBody(rule, result)
  if (status === 410) return { ...verdict('stop', 'The receiver answered 410: gone.'), isGone: true }
  if (status === 403) return verdict('stop', 'The receiver answered 403: forbidden.')
  if (status >= 300 && status < 400) {
    return verdict('retry', `The receiver answered ${status}; redirects are not followed.`)
  }
  const retryAfterMs = readRetryAfter(result.headers['retry-after'], nowMs) ?? null
  return { ...verdict('retry', `The receiver answered ${status}.`), retryAfterMs }
}

function judgeBody({ okBody, failureBody }: SuccessRule, { status, body }: OutgoingAnswer): AnswerVerdict {
  if (failureBody !== null && matchesBody(failureBody, body)) {
    return verdict('flagged', `The receiver answered ${status}, but its body says that it failed.`)
  }
  if (okBody !== null && !matchesBody(okBody, body)) {
    return verdict('retry', `The receiver answered ${status}, but its body is not what means success.`)
  }
  return verdict('delivered', `The receiver answered ${status}.`)
}

function verdict(kind: AnswerVerdict['kind'], reason: string): AnswerVerdict {
  return { kind, reason, retryAfterMs: null, isGone: false }
}
