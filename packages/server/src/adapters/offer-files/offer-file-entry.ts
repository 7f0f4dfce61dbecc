/** One entry of a file of offers; `line` is where it begins, counted from 1. */
export type OfferFileEntry = OfferFileRow | OfferFileProblem

/** A row as it is written, by column; `readOfferRow` of core judges it. */
interface OfferFileRow {
  readonly line: number
  readonly row: Readonly<Record<string, unknown>>
}

/** A place that holds no row; the rows before it, and as far as possible those after it, are not lost. */
export interface OfferFileProblem {
  readonly line: number
  readonly problem: string
}
