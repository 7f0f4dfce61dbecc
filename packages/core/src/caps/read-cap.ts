import type { FieldProblem } from '../errors.ts'
import type { Cap, CapMeasure, CapPeriod, CapScope } from './cap.ts'

/** A cap as an operator types it. */
export interface CapDraft extends CapScope {
  readonly period: CapPeriod
  /** One of the three limits that is to hold. */
  readonly count?: number | undefined
  readonly revenueMicros?: number | undefined
  readonly payoutMicros?: number | undefined
}

type CapReading =
  | { readonly ok: true; readonly cap: Omit<Cap, 'id'> }
  | { readonly ok: false; readonly problems: readonly FieldProblem[] }

const userIdLengthMax = 255

/** Reads a cap, naming every bad field at once. */
export function readCap(draft: CapDraft): CapReading {
  const { networkId, offerId, appId, userId, isPerUser, period } = draft
  const limits = limitsOf(draft)
  const [limit] = limits
  const problems = [...scopeProblems(draft), ...(limits.length === 1 ? [] : [limitProblem])]
  if (limit === undefined || problems.length > 0) return { ok: false, problems }
  return { ok: true, cap: { networkId, offerId, appId, userId, isPerUser, period, ...limit } }
}

const limitProblem: FieldProblem = {
  field: 'limit',
  rule: 'one',
  message: 'must be given once: as a count, as revenue or as payout',
}

function limitsOf({
  count,
  revenueMicros,
  payoutMicros,
}: CapDraft): { measure: CapMeasure; limit: number }[] {
  const given = { count, revenue: revenueMicros, payout: payoutMicros }
  return (['count', 'revenue', 'payout'] as const).flatMap((measure) => {
    const limit = given[measure]
    return limit === undefined ? [] : [{ measure, limit }]
  })
}

function scopeProblems({ networkId, offerId, appId, userId, isPerUser }: CapScope): FieldProblem[] {
  const problems: FieldProblem[] = []
  const refuse = (field: string, rule: string, message: string) => problems.push({ field, rule, message })
  if (networkId !== null && offerId !== null) refuse('network', 'scope', 'is that of the offer already')
  if (userId !== null && appId === null) refuse('user', 'scope', 'needs an app: users belong to one')
  if (userId !== null && isPerUser) refuse('user', 'scope', 'is one user already, so that each is none')
  if (userId !== null && (userId.length === 0 || userId.length > userIdLengthMax || !userId.isWellFormed())) {
    refuse('user', 'length', `must have 1 to ${userIdLengthMax} characters`)
  }
  if (!isPerUser && networkId === null && offerId === null && appId === null) {
    refuse('scope', 'required', 'must name a network, an offer, an app or each user')
  }
  return problems
}
