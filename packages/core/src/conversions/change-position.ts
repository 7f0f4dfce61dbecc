/**
 * Where a change stands in the order in which changes are read: by the transaction that wrote it, then by
 * conversion and version. Transactions that were begun later may be committed sooner; the order is of those that
 * are settled.
 */
export interface ChangePosition {
  readonly writtenIn: number
  readonly conversionId: string
  readonly version: number
}

/** Before the first change. */
export const beforeAll: ChangePosition = {
  writtenIn: 0,
  conversionId: '00000000-0000-0000-0000-000000000000',
  version: 0,
}
