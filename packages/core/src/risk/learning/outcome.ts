import type { Example } from '../backtest/fit-weights.ts'
import type { LabelKind } from './label-outcome.ts'

/** A user's signals as they were before it was known how they ended, and what is said of them since. */
export interface Outcome extends Example {
  readonly kind: LabelKind
  readonly weight: number
  /** The part of all users that they belong to, always the same one, from 0 to `partCount - 1`. */
  readonly part: number
}

/** Each part is judged by weights that never saw it. */
export const partCount = 5
