import { type OfferColumn, offerFields } from '@quoin/core/offers/offer-fields.ts'
import { isBlank } from '@quoin/core/offers/row/reading.ts'
import type { FeedCell } from './feed-cell.ts'
import { valueAt } from './value-at.ts'

/** Where a column of ours stands in a record, and how it is read. */
export interface ColumnRule {
  readonly column: OfferColumn
  /** Dotted paths; the first that is not blank counts. */
  readonly at: readonly string[]
  readonly read: (value: unknown, zone: string) => FeedCell
}

interface ReadColumns {
  readonly row: Readonly<Record<string, unknown>>
  readonly doubts: readonly string[]
}

/** The cells of a record by a table. Those of which the network says nothing are left out. */
export function readColumns(record: unknown, rules: readonly ColumnRule[], zone = 'UTC'): ReadColumns {
  return joinCells(
    rules.map(({ column, at, read }) => {
      const value = at.map((path) => valueAt(record, path)).find((one) => !isBlank(one))
      return [column, isBlank(value) ? {} : read(value, zone)] as const
    }),
  )
}

/** Cells that were read one by one, as a part of a row. */
export function joinCells(cells: readonly (readonly [OfferColumn, FeedCell])[]): ReadColumns {
  const isEmpty = (value: unknown): boolean => isBlank(value) || (Array.isArray(value) && value.length === 0)
  const filled = cells.flatMap(([column, { value }]) => (isEmpty(value) ? [] : [[column, value] as const]))
  const doubts = cells.flatMap(([column, { doubt }]) =>
    doubt === undefined ? [] : [`${offerFields[column].label}: ${doubt}.`],
  )
  return { row: Object.fromEntries(filled), doubts }
}
