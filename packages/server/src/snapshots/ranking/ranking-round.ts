import type { Catalogue } from '@quoin/core/catalogue/catalogue.ts'
import { platforms } from '@quoin/core/offers/offer.ts'
import { planOrders } from '@quoin/core/ranking/plan-orders.ts'
import { rankOffers } from '@quoin/core/ranking/rank-offers.ts'
import { RankingModel } from '@quoin/core/ranking/ranking-model.ts'
import type { RankingRound as StoredRound } from '../../store/ranking/rankings.ts'

/** Offers that are scored before the thread is given back: half a millisecond or two. */
const stepOffers = 500

/** One round's orders by audience and variant, as ids: they hold for the catalogues that follow, too. */
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
          Float64Array.from(step.value, (index) => data.ids[index] ?? 0),
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
    const ids = this.#orders.get(key)
    if (ids === undefined) return undefined
    const known = this.#translated.get(catalogue) ?? new Map<string, Uint32Array>()
    this.#translated.set(catalogue, known)
    const order = known.get(key) ?? translate(catalogue, ids)
    known.set(key, order)
    return order
  }
}

/** Offers that came since stand at the end until the next round, those that pay most first. */
function translate(catalogue: Catalogue, ids: Float64Array): Uint32Array {
  const { data, size } = catalogue
  const order = new Uint32Array(size)
  const isPlaced = new Uint8Array(size)
  let place = 0
  for (const id of ids) {
    const index = catalogue.findIndex(id)
    if (index === undefined) continue
    order[place] = index
    isPlaced[index] = 1
    place += 1
  }
  for (const index of data.orders.payout_desc.indexAt) {
    if (isPlaced[index] === 1) continue
    order[place] = index
    place += 1
  }
  return order
}
