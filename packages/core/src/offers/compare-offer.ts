import { asWritten } from './foreign-amounts.ts'
import {
  type Offer,
  type OfferColumn,
  offerColumnNames,
  offerFields,
  type OfferInput,
} from './offer-fields.ts'

/** One column of an offer before and after an import, as people read it. */
export interface ColumnDifference {
  readonly field: OfferColumn
  readonly before: string
  readonly after: string
}

/** The stored offer, and the status that its file named last: both are compared with an import. */
type Stored = Offer & { readonly fileStatus: Offer['status'] }

/** Changes that an import would make to an offer. A hold that the file does not name stays. */
export function compareOffer(before: Stored, after: OfferInput): readonly ColumnDifference[] {
  const stored = asWritten({ ...before, status: before.fileStatus })
  const given = asWritten({ ...after, holdDays: after.holdDays ?? before.holdDays })
  return offerColumnNames.flatMap((column) => {
    const [was, is] = [offerFields[column].show(stored), offerFields[column].show(given)]
    return was === is ? [] : [{ field: column, before: was, after: is }]
  })
}
