import { type Bitmap, clearBit, setBit, visitBits } from './bitmap.ts'
import type { CatalogueData, OrderData } from './catalogue-data.ts'

/** Whether an index is one of several listings of its offer. */
export function isOneOfSeveral({ ids }: { readonly ids: ArrayLike<number> }, index: number): boolean {
  const id = ids[index]
  return ids[index + 1] === id || ids[index - 1] === id
}

/** The listings of an offer, from any of them. */
export function siblingsOf({ ids }: Pick<CatalogueData, 'ids'>, index: number): readonly number[] {
  const id = ids[index]
  let first = index
  while (ids[first - 1] === id) first -= 1
  const siblings = [first]
  while (ids[first + siblings.length] === id) siblings.push(first + siblings.length)
  return siblings
}

/** Sets the bits of all listings of each offer that has one of them set. */
export function joinListings(order: OrderData, data: CatalogueData, bitmap: Bitmap): void {
  for (const index of cutIndexes(order, data, bitmap)) {
    for (const sibling of siblingsOf(data, index)) setBit(bitmap, order.positionOf[sibling] ?? 0)
  }
}

interface Chosen {
  readonly bitmap: Bitmap
  readonly payoutOf: (index: number) => number
}

/** Leaves of each offer the one listing that pays most. */
export function keepBest(order: OrderData, data: CatalogueData, { bitmap, payoutOf }: Chosen): void {
  const best = new Map<number, number>()
  for (const index of cutIndexes(order, data, bitmap)) {
    const id = data.ids[index] ?? 0
    const known = best.get(id)
    if (known === undefined) best.set(id, index)
    else {
      const more = payoutOf(index) - payoutOf(known)
      const isBetter = more > 0 || (more === 0 && index < known)
      best.set(id, isBetter ? index : known)
      clearBit(bitmap, order.positionOf[isBetter ? known : index] ?? 0)
    }
  }
}

/** The one of some listings of an offer that pays most, as `keepBest` leaves it; of none, none. */
export function bestOf(indexes: readonly number[], payoutOf: (index: number) => number): readonly number[] {
  if (indexes.length < 2) return indexes
  return [indexes.reduce((best, index) => (payoutOf(index) > payoutOf(best) ? index : best))]
}

/** Those of the set ones that are one of several; none without a look where no offer has prices. */
function cutIndexes(order: OrderData, data: CatalogueData, bitmap: Bitmap): readonly number[] {
  const indexes: number[] = []
  if (data.size === data.records.offsets.length - 1) return indexes
  visitBits(bitmap, 0, (position) => {
    const index = order.indexAt[position] ?? 0
    if (isOneOfSeveral(data, index)) indexes.push(index)
    return true
  })
  return indexes
}
