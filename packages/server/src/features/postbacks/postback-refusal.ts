import { DomainError, type FieldProblem } from '@quoin/core/errors.ts'
import type { PostbackReport } from '../../ports/writes.ts'

/** Why a postback was refused, as it stands in the log. */
type RefusalReason =
  | 'unknown_click'
  | 'address'
  | 'token'
  | 'signature'
  | 'literal_macro'
  | 'invalid'
  | 'transition'

interface RefusalFacts {
  readonly reason: RefusalReason
  /** The network, where it is known and proven. */
  readonly networkId: number | null
  /** A report of an unknown click, which may be known one day, or may be accepted once a cause is fixed. */
  readonly report?: PostbackReport
}

/** A postback that changes nothing, with what the log wants to know of it. */
export class PostbackRefusal extends DomainError {
  readonly reason: RefusalReason
  readonly networkId: number | null
  readonly report: PostbackReport | null

  constructor(error: DomainError, { reason, networkId, report }: RefusalFacts) {
    super(error.code, error.message, {
      ...(error.details === null ? {} : { details: error.details }),
      ...(error.retryAfterSec === null ? {} : { retryAfterSec: error.retryAfterSec }),
      isUnavailable: error.isUnavailable,
    })
    this.reason = reason
    this.networkId = networkId
    this.report = report ?? null
  }
}

/** The first problem names the reason: a macro that was not filled in explains the others. */
export function reasonOfProblems(problems: readonly FieldProblem[]): RefusalReason {
  if (problems.some(({ rule }) => rule === 'literal_macro')) return 'literal_macro'
  return problems[0]?.rule === 'transition' ? 'transition' : 'invalid'
}

const sentenceMax = 500

/** The answer to the network, in one line: the message, and what is wrong with each field. */
export function sentenceOf({ message, details }: DomainError): string {
  return sentenceOfProblems(message, details ?? [])
}

export function sentenceOfProblems(message: string, problems: readonly FieldProblem[]): string {
  return [message, ...problems.map(({ field, message: problem }) => `${field} ${problem}.`)]
    .join(' ')
    .slice(0, sentenceMax)
}
