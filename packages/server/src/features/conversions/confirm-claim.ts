import type { Conversion } from '@quoin/core/conversions/conversion.ts'
import { confirmReviewed } from '@quoin/core/conversions/review-claim.ts'
import { type PassableRule, passableRules } from '@quoin/core/conversions/review-objections.ts'
import { invalidRequest } from '@quoin/core/errors.ts'
import type { MoveNeeds } from './move-conversions.ts'
import { findObjections } from './review/find-objections.ts'
import { type ReviewedBy, review } from './review.ts'

interface Confirmation extends ReviewedBy {
  /** Rules that the person knows to stand against it. */
  readonly despite?: readonly PassableRule[]
}

/**
 * An operator vouches for a claim, or lifts the hold of a reported conversion, which then stands where the
 * network said. The rules of a report apply. Throws RESOURCE_NOT_FOUND, and INVALID_REQUEST for one that does not wait
 * for review, or with what stands against it.
 */
export async function confirmClaim(ports: MoveNeeds, confirmation: Confirmation): Promise<Conversion> {
  const { despite = [] } = confirmation
  return await review(ports, confirmation, {
    next: confirmReviewed,
    async check(move) {
      const objections = (await findObjections(ports.store, move)).filter(
        ({ rule }) => !despite.some((known) => known === rule),
      )
      if (objections.length === 0) return
      const reasons = objections.map(({ message }) => message).join('; ')
      const passable = passableRules.filter((rule) => objections.some((one) => one.rule === rule))
      const isFinal = passable.length < objections.length
      const help = isFinal ? '' : ` To confirm it all the same: --despite ${passable.join(',')}.`
      throw invalidRequest(
        `The conversion cannot be confirmed: ${reasons}.${help}`,
        objections.map(({ rule, message }) => ({ field: 'conversionId', rule, message })),
      )
    },
  })
}
