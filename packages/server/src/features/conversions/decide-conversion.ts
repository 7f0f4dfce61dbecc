import type { Conversion } from '@quoin/core/conversions/conversion.ts'
import { type Decision, decisionRows } from '@quoin/core/conversions/decisions.ts'
import type { PassableRule } from '@quoin/core/conversions/review-objections.ts'
import { invalidFields, invalidRequest } from '@quoin/core/errors.ts'
import type { Move, MoveNeeds } from './move-conversions.ts'
import { findObjections } from './review/find-objections.ts'
import { type ReviewedBy, review } from './review.ts'

interface DecidedBy extends ReviewedBy {
  readonly decision: Decision
  /** Rules that the person knows to stand against it. */
  readonly despite?: readonly PassableRule[]
}

/**
 * One decision of an operator. Where it gives something, the rules of a report apply. Throws RESOURCE_NOT_FOUND, and
 * INVALID_REQUEST where the conversion is not open to it, without a reason that it needs, or with what stands against it.
 */
export async function decideConversion(
  ports: MoveNeeds,
  { decision, despite = [], ...by }: DecidedBy,
): Promise<Conversion> {
  assertReasoned(decision, by.note)
  const { next, isGiving, otherwise } = decisionRows[decision]
  const check = isGiving ? { check: refuseObjected(ports, { decision, despite }) } : {}
  return await review(ports, by, { next, otherwise, ...check })
}

/** Throws INVALID_REQUEST where a decision is taken back without a word. */
export function assertReasoned(decision: Decision, note = ''): void {
  if (decisionRows[decision].isCounter && note.trim() === '')
    throw invalidFields([
      { field: 'note', rule: 'required', message: 'must say why the decision is changed' },
    ])
}

function refuseObjected(
  { store }: MoveNeeds,
  { decision, despite }: { readonly decision: Decision; readonly despite: readonly PassableRule[] },
): NonNullable<Move['check']> {
  return async (move) => {
    const objections = (await findObjections(store, move)).filter(
      ({ rule }) => !despite.some((known) => known === rule),
    )
    if (objections.length === 0) return
    const reasons = objections.map(({ message }) => message).join('; ')
    throw invalidRequest(
      `The conversion cannot be ${decision === 'confirm' ? 'confirmed' : 'given'}: ${reasons}.`,
      objections.map(({ rule, message }) => ({ field: 'conversionId', rule, message })),
    )
  }
}
