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

/** The orders that a catalogue is built with. */
export type PresortedSort = keyof typeof sorts

export const presortedNames = Object.keys(sorts) as readonly PresortedSort[] // keys of a constant: exact by construction

/** `recommended` is the order of a ranking, which changes by itself (core/ranking). */
export type Sort = PresortedSort | 'recommended'

export const sortNames: readonly Sort[] = [...presortedNames, 'recommended']

export const defaultSort: PresortedSort = 'payout_desc'
