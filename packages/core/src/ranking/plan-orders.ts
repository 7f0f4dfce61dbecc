import type { Cell, RankingModel } from './ranking-model.ts'

/** Places in all orders of a round together: eight bytes each. */
const placesMax = 600_000
const variantsMax = 4

interface OrderPlan {
  readonly cells: readonly Cell[]
  readonly variants: number
}

/**
 * The orders that a round has room for: one for each platform, some variants of each so that users try different things,
 * and the busiest countries. The same for the same evidence and number of offers.
 */
export function planOrders(model: RankingModel, platforms: readonly string[], offers: number): OrderPlan {
  const room = Math.floor(placesMax / Math.max(1, offers))
  const variants = Math.min(variantsMax, Math.max(1, Math.floor(room / platforms.length)))
  const cellsMax = Math.min(200, Math.max(0, Math.floor(room / variants) - platforms.length))
  return { cells: model.listCells(platforms, cellsMax), variants }
}
