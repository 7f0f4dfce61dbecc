/** How often callers of one kind were served, how they were refused, and for how long none of them was served. */
export class Tally {
  readonly refused = new Map<string, number>()
  #taken = 0
  #lastMs = performance.now()
  #longestMs = 0

  get taken(): number {
    return this.#taken
  }

  get lastTakenMs(): number {
    return this.#lastMs
  }

  take(): void {
    this.#taken += 1
    this.#longestMs = Math.max(this.#longestMs, performance.now() - this.#lastMs)
    this.#lastMs = performance.now()
  }

  refuse(status: number | undefined): void {
    const name = status === undefined ? 'broken' : String(status)
    this.refused.set(name, (this.refused.get(name) ?? 0) + 1)
  }

  /** The longest time between two that were served, or since the last. */
  longestGapSec(): number {
    return Math.max(this.#longestMs, performance.now() - this.#lastMs) / 1000
  }
}
