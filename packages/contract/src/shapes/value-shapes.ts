import type { GoalColumn, goalFields } from '@quoin/core/offers/goal-fields.ts'
import type { OfferColumn, offerFields } from '@quoin/core/offers/offer-fields.ts'
import type { ColumnValuesOf } from '@quoin/core/offers/row/field.ts'
import type { TUnsafe } from 'typebox'

type Row = (typeof offerFields)[OfferColumn] | (typeof goalFields)[GoalColumn]

/** The values of fields as they are stored; those that an answer has in its own way are written after them. */
export function valueShapes<Table extends Readonly<Record<string, Row>>>(table: Table) {
  const shapes = Object.entries(table).map(([column, row]) => [column, valueShape(row)])
  // One shape per row of the table.
  return Object.fromEntries(shapes) as unknown as {
    readonly [Column in keyof Table]: TUnsafe<ColumnValuesOf<Table>[Column]>
  }
}

/** The example is one of a cell. */
function valueShape({ kind, about, example }: Row) {
  const hasExample = kind.value === kind.cell && example !== undefined
  return { ...kind.value, description: about, ...(hasExample && { examples: [example] }) }
}
