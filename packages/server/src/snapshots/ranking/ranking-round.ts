import type { Catalogue } from '@quoin/core/catalogue/catalogue.ts'
import { platforms } from '@quoin/core/offers/offer.ts'
import { cutsMax } from '@quoin/core/prices/cut-prices.ts'
import { planOrders } from '@quoin/core/ranking/plan-orders.ts'
import { rankOffers } from '@quoin/core/ranking/rank-offers.ts'
import { RankingModel } from '@quoin/core/ranking/ranking-model.ts'
import type { RankingRound as StoredRound } from '../../store/ranking/rankings.ts'

/** Offers that are scored before the thread is given back: half a millisecond or two. */
const stepOffers = 500

/** One round's orders by audience and variant, as keys of listings: they hold for the catalogues that follow, too. */
export class RankingRound {
  readonly id: number
  readonly variants: number
  readonly #orders: ReadonlyMap<string, Float64Array>
  readonly #translated = new WeakMap<Catalogue, Map<string, Uint32Array>>()

  private constructor(id: number, variants: number, orders: ReadonlyMap<string, Float64Array>) {
    this.id = id
    this.variants = variants
    this.#orders = orders
  }

  /** Makes all orders, a step at a time. */
  static async make(
    { id, seed, evidence }: StoredRound,
    catalogue: Catalogue,
    pause: () => Promise<void>,
  ): Promise<RankingRound> {
    const model = new RankingModel(evidence, seed)
    const orders = new Map<string, Float64Array>()
    const { cells, variants } = planOrders(model, platforms, catalogue.size)
    const { data } = catalogue
    for (const cell of model.isKnown ? cells : []) {
      for (let variant = 0; variant < variants; variant += 1) {
        const steps = rankOffers(model, data, { cell, variant, stepOffers })
        let step = steps.next()
        for (; !step.done; step = steps.next()) await pause()
        orders.set(
          `${cell.country} ${cell.platform} ${variant}`,
          Float64Array.from(
            step.value,
            (index) => (data.ids[index] ?? 0) * cutsMax + Math.min(cutsMax - 1, catalogue.cutOf(index)),
          ),
        )
      }
    }
    return new RankingRound(id, variants, orders)
  }

  /** The indexes of a catalogue in the order of an audience; undefined where too little is known for one. */
  orderFor(
    catalogue: Catalogue,
    { country, platform }: { readonly country: string; readonly platform: string },
    variant: number,
  ): Uint32Array | undefined {
    const own = `${country} ${platform} ${variant}`
    const key = this.#orders.has(own) ? own : `* ${platform} ${variant}`
    const keys = this.#orders.get(key)
    if (keys === undefined) return undefined
    const known = this.#translated.get(catalogue) ?? new Map<string, Uint32Array>()
    this.#translated.set(catalogue, known)
    const order = known.get(key) ?? translate(catalogue, keys)
    known.set(key, order)
    return order
  }
}

/**
 * Offers that came since stand at the end until the next round, those that pay most first; listings that an offer got since
 * stand beside its first one.
 */
function translate(catalogue: Catalogue, keys: Float64Array): Uint32Array {
  const { data, size } = catalogue
  const named = new Uint8Array(size)
  for (const key of keys) {
    const index = indexOf(catalogue, key)
    if (index !== undefined) named[index] = 1
  }
  const order = new Uint32Array(size)
  const isPlaced = new Uint8Array(size)
  let place = 0
  const put = (index: number): void => {
    if (isPlaced[index] === 1) return
    order[place] = index
    isPlaced[index] = 1
    place += 1
  }
  for (const key of keys) {
    const index = indexOf(catalogue, key)
    if (index !== undefined) put(index)
    for (const other of catalogue.listIndexes(Math.floor(key / cutsMax))) if (named[other] === 0) put(other)
  }
  for (const index of data.orders.payout_desc.indexAt) put(index)
  return order
}

/** Where a catalogue has the listing of a key now. */
function indexOf(catalogue: Catalogue, key: number): number | undefined {
  const cut = key % cutsMax
  const id = (key - cut) / cutsMax
  const index = (catalogue.findIndex(id) ?? catalogue.size) + cut
  return catalogue.data.ids[index] === id ? index : undefined
}
