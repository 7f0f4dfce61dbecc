export interface Sortable {
  readonly id: number
  readonly payoutMicros: number
  readonly createdAtSec: number
}

/** Every order is total (ties by id), so that pages never repeat or skip an offer. */
export const sorts = {
  payout_desc: (a, b) => b.payoutMicros - a.payoutMicros || a.id - b.id,
  payout_asc: (a, b) => a.payoutMicros - b.payoutMicros || a.id - b.id,
  newest: (a, b) => b.createdAtSec - a.createdAtSec || b.id - a.id,
  oldest: (a, b) => a.createdAtSec - b.createdAtSec || a.id - b.id,
} as const satisfies Record<string, (a: Sortable, b: Sortable) => number>

export type Sort = keyof typeof sorts

export const sortNames = Object.keys(sorts) as readonly Sort[] // keys of a constant: exact by construction

export const defaultSort: Sort = 'payout_desc' // spec §4.1 rule 3
