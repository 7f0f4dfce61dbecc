import type { Audience } from '../targeting/audience.ts'
import { targetingFilters } from '../targeting/filters/index.ts'
import { type Bitmap, clearBit, emptyBitmap, intersectInto, unionInto } from './bitmap.ts'
import type { CatalogueData, OrderData } from './catalogue-data.ts'
import { joinListings } from './listings.ts'
import type { Scope, Selection } from './selection.ts'

/** Where an order's offers are open to an audience: all targetingFilters at once, without looking at one offer. */
export function matchOffers(
  order: OrderData,
  data: CatalogueData,
  audience: Audience,
  { category, alsoFor, anyOf = [] }: Pick<Selection, 'category' | keyof Scope>,
): Bitmap {
  const matches = emptyBitmap(data.size)
  if (category === undefined) matches.fill(0xffffffff)
  else unionInto(matches, order.categories.get(category) ?? matches)
  const skipped: readonly string[] = anyOf
  narrow(matches, { order, data, audience, skipped })
  if (alsoFor !== undefined) {
    // An offer may be another listing for them.
    const others = emptyBitmap(data.size)
    others.fill(0xffffffff)
    narrow(others, { order, data, audience: { ...audience, ...alsoFor }, skipped })
    joinListings(order, data, others)
    intersectInto(matches, others)
  }
  const { index, opensAtSec, closesAtSec } = data.timed
  for (let timed = 0; timed < index.length; timed += 1) {
    const isOpen = audience.nowSec >= (opensAtSec[timed] ?? 0) && audience.nowSec < (closesAtSec[timed] ?? 0)
    if (!isOpen) clearBit(matches, order.positionOf[index[timed] ?? 0] ?? 0)
  }
  return matches
}

interface Narrowed {
  readonly order: OrderData
  readonly data: CatalogueData
  readonly audience: Audience
  /** Filters that are not asked. */
  readonly skipped: readonly string[]
}

function narrow(matches: Bitmap, { order, data, audience, skipped }: Narrowed): void {
  for (const filter of targetingFilters) {
    const { index } = filter
    if (index.kind !== 'keys' || skipped.includes(filter.name)) continue
    const allowed = emptyBitmap(data.size)
    for (const key of index.keysFor(audience)) {
      const bitmap = order.filed.get(filter.name)?.get(key)
      if (bitmap) unionInto(allowed, bitmap)
    }
    intersectInto(matches, allowed)
  }
}

/** Whether a schedule has begun or ended meanwhile. */
export function passedBound(data: CatalogueData, fromSec: number, toSec: number): boolean {
  if (Number.isNaN(fromSec) || toSec < fromSec) return true
  const isPassed = (boundSec: number): boolean => boundSec > fromSec && boundSec <= toSec
  return data.timed.opensAtSec.some(isPassed) || data.timed.closesAtSec.some(isPassed)
}
