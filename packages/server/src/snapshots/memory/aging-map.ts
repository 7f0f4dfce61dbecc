interface Bounds {
  /** Most entries; at least the latest half of so many are kept. */
  readonly entriesMax: number
  /** Entries are kept so long unless there are too many, and at most twice as long while others come. */
  readonly ageMs: number
}

/**
 * A map that lets go of what is old, all of it at once: entries are in a young half or in an old one, and when the
 * young half is full or old itself it takes the other's place. To delete them one by one from the front would cost
 * more with each one: a map finds its first entry by going over the places of those that were deleted.
 */
export class AgingMap<Value> {
  readonly #bounds: Bounds
  #young = new Map<string, Value>()
  #old = new Map<string, Value>()
  #youngSinceMs = 0

  constructor(bounds: Bounds) {
    this.#bounds = bounds
  }

  get size(): number {
    return this.#young.size + this.#old.size
  }

  get(key: string): Value | undefined {
    return this.#young.get(key) ?? this.#old.get(key)
  }

  delete(key: string): void {
    this.#young.delete(key)
    this.#old.delete(key)
  }

  set(key: string, value: Value, nowMs: number): void {
    const { entriesMax, ageMs } = this.#bounds
    if (this.#young.size * 2 >= entriesMax || nowMs - this.#youngSinceMs >= ageMs) {
      this.#old = this.#young
      this.#young = new Map()
      this.#youngSinceMs = nowMs
    }
    this.#old.delete(key)
    this.#young.set(key, value)
  }
}
