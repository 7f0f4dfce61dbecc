import { type OfferColumn, offerColumnNames, offerFields, type OfferInput } from './offer-fields.ts'

/**
 * An offer as a row of a file would have it: read again it is the same offer. The hold is left out, which leaves it as
 * it is; so are amounts that are the sum of the goals', which go on following them.
 */
export function rowOfOffer(offer: OfferInput): Readonly<Record<OfferColumn, unknown>> {
  const cells = offerColumnNames.map((column) => [column, offerFields[column].write(offer)])
  return {
    ...(Object.fromEntries(cells) as Record<OfferColumn, unknown>), // one cell per row of the table
    ...(isOfGoals(offer, 'payoutMicros') && { payout: null }),
    ...(isOfGoals(offer, 'revenueMicros') && { revenue: null }),
  }
}

function isOfGoals({ goals, ...offer }: OfferInput, member: 'payoutMicros' | 'revenueMicros'): boolean {
  return goals.length > 0 && goals.reduce((sum, goal) => sum + goal[member], 0) === offer[member]
}
