import { DomainError, type FieldProblem } from '@quoin/core/errors.ts'

/** Why a postback was refused, as it stands in the log. */
export type RefusalReason =
  | 'unknown_click'
  | 'address'
  | 'token'
  | 'signature'
  | 'literal_macro'
  | 'invalid'
  | 'transition'

/** A postback that changes nothing, with what the log wants to know of it. */
export class PostbackRefusal extends DomainError {
  readonly reason: RefusalReason
  /** The network, where it is known and proven. */
  readonly networkId: number | null

  constructor(
    error: DomainError,
    { reason, networkId }: { reason: RefusalReason; networkId: number | null },
  ) {
    super(error.code, error.message, error.details === null ? {} : { details: error.details })
    this.reason = reason
    this.networkId = networkId
  }
}

/** The first problem names the reason: a macro that was not filled in explains the others. */
export function reasonOfProblems(problems: readonly FieldProblem[]): RefusalReason {
  if (problems.some(({ rule }) => rule === 'literal_macro')) return 'literal_macro'
  return problems[0]?.rule === 'transition' ? 'transition' : 'invalid'
}
