/** Random numbers of one seed: the same seed makes the same world. */
export interface Chance {
  /** From 0 to below 1. */
  next(): number
  between(low: number, high: number): number
  whole(low: number, high: number): number
  happens(probability: number): boolean
  pick<Item>(items: readonly Item[]): Item
  /** With chances in proportion to their weights. */
  weighted<Item>(rows: readonly (readonly [item: Item, weight: number])[]): Item
  /** Sum of exponentials: a gamma with a whole shape. */
  gamma(shape: number, mean: number): number
}

export function openChance(seed: number): Chance {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
  const between = (low: number, high: number): number => low + (high - low) * next()
  const weighted = <Item>(rows: readonly (readonly [Item, number])[]): Item => {
    let left = next() * rows.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [item, weight] of rows) {
      left -= weight
      if (left < 0) return item
    }
    throw new Error('there is nothing to pick from')
  }
  return {
    next,
    between,
    whole: (low, high) => Math.floor(between(low, high + 1)),
    happens: (probability) => next() < probability,
    pick: (items) => weighted(items.map((item) => [item, 1])),
    weighted,
    gamma(shape, mean) {
      let sum = 0
      for (let part = 0; part < shape; part += 1) sum -= Math.log(1 - next())
      return (sum * mean) / shape
    },
  }
}
