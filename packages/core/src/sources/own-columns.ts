import { isSame } from '../offers/edit/plan-edit.ts'
import { type Offer, type OfferColumn, offerColumnNames, type OfferInput } from '../offers/offer-fields.ts'
import { rowOfOffer } from '../offers/row-of-offer.ts'
import { isBlank } from '../offers/row/reading.ts'

type Row = Readonly<Record<string, unknown>>

/** An offer as it stands, with the status that its file named last. */
export type StoredOffer = Offer & { readonly fileStatus: Offer['status'] }

/** An offer that is there, and what its source wrote last. */
export interface KnownBySource {
  readonly stored: StoredOffer
  /**
   * The row that its source wrote last, in full (`wholeRow`): what is otherwise by now, a person has changed. Null: the
   * offer came another way.
   */
  readonly given: Row | null
  /** An operator has said that users may be rewarded for it. */
  readonly isAllowed: boolean
}

/** Columns that are not any more as the source wrote them last: a person has changed them. */
export function ownColumns(
  known: Pick<KnownBySource, 'stored' | 'given'> | undefined,
): readonly OfferColumn[] {
  if (known === undefined || known.given === null) return []
  const { given } = known
  const stored = wholeRow(asFile(known.stored))
  return offerColumnNames.filter((column) => {
    // A hold that the network does not name is the operator's from the beginning, and stays without being told.
    if (column === 'hold_days' && isBlank(given[column])) return false
    return !isSame(stored[column], given[column])
  })
}

/** The offer with the status that its file named last: an operator's pause stands beside it. */
export function asFile({ fileStatus, ...stored }: StoredOffer): OfferInput {
  return { ...stored, status: fileStatus }
}

/** An offer as a row in full, as rows of sources are kept: it is compared cell by cell, and never read again. */
export function wholeRow(offer: OfferInput): Row {
  return { ...rowOfOffer(offer), hold_days: offer.holdDays }
}

/** The cells of some columns. */
export function pickCells(row: Row, columns: readonly OfferColumn[]): Row {
  return Object.fromEntries(columns.map((column) => [column, row[column]]))
}
