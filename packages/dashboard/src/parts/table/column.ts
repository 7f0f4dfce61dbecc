import type { ReactNode } from 'react'

export interface Column<Row> {
  /** Its own name in this table. */
  readonly name: string
  readonly head: ReactNode
  readonly cell: (row: Row) => ReactNode
  /** The word of the API's `sort`; without it the column cannot be sorted by. */
  readonly sort?: string
  /** Figures stand at the end, in tabular numerals. */
  readonly isNumber?: boolean
  /** On a phone: first line, beside it, second line, or not at all. Second line unless given. */
  readonly card?: 'main' | 'status' | 'fact' | 'none'
  readonly width?: string
}
