import { type MarginRule, payoutUnderMargin } from '../terms/margin-rule.ts'
import type { Promotion } from '../terms/promotion.ts'
import { type Bitmap, hasBit, visitBits } from './bitmap.ts'
import type { CatalogueData, OrderData } from './catalogue-data.ts'

/** The prices that an app's users are shown where margin rules or a promotion change them. */
export interface Pricing {
  /** The same for all who are shown the same amounts; '' where the catalogue alone says them. */
  readonly key: string
  /** Absent where there are no rules at all. */
  readonly marginOf?: ((offerId: number) => Pick<MarginRule, 'basisPoints'> | undefined) | undefined
  readonly promotion: Pick<Promotion, 'basisPoints' | 'toMs'> | null
}

/** An offer's payout to the publisher, as it is shown and earned. */
export function payoutAt(
  { ids, payoutMicros, revenueMicros }: CatalogueData,
  index: number,
  pricing: Pricing | undefined,
): number {
  const margin = pricing?.marginOf?.(ids[index] ?? 0)
  if (margin === undefined) return payoutMicros[index] ?? 0
  return payoutUnderMargin(revenueMicros[index] ?? 0, margin.basisPoints)
}

/** Orders that are kept: each is 400 kB at 100,000 offers. */
const ordersMax = 32

/**
 * Lists by payout where rules change it: the presorted orders do not hold there, so what an audience may see is
 * sorted once and kept for the next page and the next user.
 */
export class PricedOrders {
  readonly #orders = new Map<string, Uint32Array>()

  forget(): void {
    this.#orders.clear()
  }

  /** The indexes of all that matches, by what they pay under `pricing`; `key` names the matches and the order. */
  find(
    data: CatalogueData,
    matching: { readonly order: OrderData; readonly bitmap: Bitmap },
    { pricing, key, isDescending }: { pricing: Pricing; key: string; isDescending: boolean },
  ): Uint32Array {
    const fullKey = `${pricing.key} ${key}`
    const known = this.#orders.get(fullKey)
    if (known) return known
    const indexes: number[] = []
    visitBits(matching.bitmap, 0, (position) => {
      indexes.push(matching.order.indexAt[position] ?? 0)
      return true
    })
    const payouts = new Map(indexes.map((index) => [index, payoutAt(data, index, pricing)]))
    const sign = isDescending ? -1 : 1
    indexes.sort(
      (a, b) =>
        sign * ((payouts.get(a) ?? 0) - (payouts.get(b) ?? 0)) || (data.ids[a] ?? 0) - (data.ids[b] ?? 0),
    )
    if (this.#orders.size >= ordersMax) this.#orders.delete(this.#orders.keys().next().value ?? '')
    const sorted = Uint32Array.from(indexes)
    this.#orders.set(fullKey, sorted)
    return sorted
  }
}

/** A page of an order of indexes: those whose position matches and is not excluded. */
export function pageOf(
  indexes: Uint32Array,
  { order, matches, excluded }: { order: OrderData; matches: Bitmap; excluded: ReadonlySet<number> },
  { offset, limit }: { offset: number; limit: number },
): number[] {
  const page: number[] = []
  let toSkip = offset
  for (const index of indexes) {
    const position = order.positionOf[index] ?? 0
    if (!hasBit(matches, position) || excluded.has(position)) continue
    if (toSkip > 0) toSkip -= 1
    else page.push(index)
    if (page.length >= limit) break
  }
  return page
}
