import { hash } from 'node:crypto'
import { formatId, idRandomBytes } from '@quoin/core/tracking/click-id.ts'

/** Numbers from 0 to below 1, and what is made of them: the same for a seed on every machine (mulberry32). */
export class Dice {
  #state: number

  constructor(seed: string) {
    this.#state = Number.parseInt(hash('sha256', seed).slice(0, 8), 16)
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit)
  }

  happens(chance: number): boolean {
    return this.next() < chance
  }

  /** One of them, by their weights. */
  pick<Item>(items: readonly Item[], weightOf: (item: Item) => number): Item | undefined {
    let left = this.next() * items.reduce((sum, item) => sum + weightOf(item), 0)
    return items.find((item) => {
      left -= weightOf(item)
      return left < 0
    })
  }

  /** Around a median, with a long tail: how long people take. */
  long(median: number, spread: number): number {
    const normal = Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next())
    return median * Math.exp(spread * normal)
  }

  /** The id of something that happens in a cell. */
  id(atMs: number, cell: number): string {
    return formatId(atMs, this.bytes(idRandomBytes), cell)
  }

  bytes(size: number): Buffer {
    return Buffer.from(Array.from({ length: size }, () => this.below(256)))
  }
}
