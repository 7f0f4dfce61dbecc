/** Which page of a list is wanted. */
export interface ListSlice {
  /** The name of the sort, a row of the list's own table. */
  readonly sort: string
  readonly isDescending: boolean
  /** Where the page before ended, in that sort; null: from the beginning. */
  readonly after: readonly (string | number)[] | null
  readonly limit: number
}

/** A page of a list. */
export interface ListPage<Row> {
  readonly rows: readonly Row[]
  /** Where it ended; null when it is the last one. */
  readonly end: readonly (string | number)[] | null
  /** Rows in all, counted to `countedMax` and one more. */
  readonly total: number
}

/** Rows that are counted at most: beyond it nobody reads the number, and counting on would cost what the page does not. */
export const countedMax = 10_000
