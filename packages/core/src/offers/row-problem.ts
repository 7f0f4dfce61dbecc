import type { OfferColumn } from './offer-fields.ts'
import type { CellPart } from './row/reading.ts'

/** `field` is the column's name in the file. */
export interface RowProblem {
  readonly field: OfferColumn
  readonly message: string
  /** Its cause, where others have the same. */
  readonly cause?: 'missing' | 'losing' | 'click_id' | 'repeated' | 'differing'
  /** Which of several goals or prices it is about. */
  readonly at?: CellPart
}
