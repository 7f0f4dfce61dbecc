/** How counts are kept: `buckets` of `bucketMs` make the window. */
interface CountsShape {
  readonly buckets: number
  readonly bucketMs: number
  /** How many keys have room; the least recent of four gives way. */
  readonly slots: number
  /** Any number that nobody outside knows: who could choose keys that collide would count for others. */
  readonly seed: number
}

const ways = 4
const countMax = 0xffff

/**
 * How often each key was seen lately, in memory that never grows. A key is kept as two hashes of 32 bits, so that
 * nothing of a user or an address can be read from it; a forgotten key counts from 1 again, which never accuses.
 */
export class RecentCounts {
  readonly #shape: CountsShape
  readonly #sets: number
  readonly #tags: Uint32Array
  /** The newest bucket of each slot. */
  readonly #newest: Uint32Array
  readonly #counts: Uint16Array

  constructor(shape: CountsShape) {
    this.#shape = shape
    this.#sets = Math.max(1, Math.floor(shape.slots / ways))
    const slots = this.#sets * ways
    this.#tags = new Uint32Array(slots)
    this.#newest = new Uint32Array(slots)
    this.#counts = new Uint16Array(slots * shape.buckets)
  }

  /** Counts one and returns how many there were within the window, this one included. */
  note(key: string, atMs: number): number {
    const { buckets, bucketMs, seed } = this.#shape
    const now = Math.max(1, Math.floor(atMs / bucketMs))
    const slot = this.#slotOf(hashOf(key, seed), hashOf(key, ~seed) || 1, now)
    // A clock that goes back counts in the newest bucket there is.
    const newest = Math.max(now, this.#newest[slot] ?? 0)
    this.#turnTo(slot, newest)
    const first = slot * buckets
    const index = first + (newest % buckets)
    this.#counts[index] = Math.min(countMax, (this.#counts[index] ?? 0) + 1)
    let sum = 0
    for (let index = first; index < first + buckets; index += 1) sum += this.#counts[index] ?? 0
    return sum
  }

  /** The slot of a key: its own, or that of the key of its set which was seen longest ago. */
  #slotOf(hash: number, tag: number, now: number): number {
    const first = (hash % this.#sets) * ways
    let oldest = first
    for (let slot = first; slot < first + ways; slot += 1) {
      // Filled by a clock that ran ahead: until that time comes its counts would only grow.
      if ((this.#newest[slot] ?? 0) >= now + this.#shape.buckets) this.#empty(slot)
      if (this.#tags[slot] === tag) return slot
      if ((this.#newest[slot] ?? 0) < (this.#newest[oldest] ?? 0)) oldest = slot
    }
    this.#tags[oldest] = tag
    this.#empty(oldest)
    return oldest
  }

  #empty(slot: number): void {
    const { buckets } = this.#shape
    this.#newest[slot] = 0
    this.#counts.fill(0, slot * buckets, (slot + 1) * buckets)
  }

  /** Empties the buckets that were passed since the slot was last used. */
  #turnTo(slot: number, bucket: number): void {
    const { buckets } = this.#shape
    const before = this.#newest[slot] ?? 0
    for (let passed = Math.max(before + 1, bucket - buckets + 1); passed <= bucket; passed += 1) {
      this.#counts[slot * buckets + (passed % buckets)] = 0
    }
    this.#newest[slot] = bucket
  }
}

/** FNV-1a with a seed, of the text's code units. */
/** Evenly spread over 32 bits; no secret. */
export function hashOf(key: string, seed: number): number {
  let hash = (0x811c9dc5 ^ seed) >>> 0
  for (let index = 0; index < key.length; index += 1) {
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193) >>> 0
  }
  // The last character would else hardly move the upper bits.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0
  return (hash ^ (hash >>> 13)) >>> 0
}
