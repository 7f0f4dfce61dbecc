/** How often callers of one kind were served, how they were refused, and for how long none of them was served. */
export class Tally {
  readonly refused = new Map<string, number>()
  readonly #nowMs: () => number
  #taken = 0
  #lastMs: number
  #longestMs = 0
  #endMs: number | undefined

  constructor(nowMs = () => performance.now()) {
    this.#nowMs = nowMs
    this.#lastMs = nowMs()
  }

  get taken(): number {
    return this.#taken
  }

  get lastTakenMs(): number {
    return this.#lastMs
  }

  take(): void {
    this.#taken += 1
    const nowMs = this.#nowMs()
    this.#longestMs = Math.max(this.#longestMs, nowMs - this.#lastMs)
    this.#lastMs = nowMs
  }

  refuse(status: number | undefined): void {
    const name = status === undefined ? 'broken' : String(status)
    this.refused.set(name, (this.refused.get(name) ?? 0) + 1)
  }

  /** The callers have ended: whatever is done from now on keeps nobody waiting. */
  end(): void {
    this.#endMs ??= this.#nowMs()
  }

  /** The longest time between two that were served, or since the last until the end. */
  longestGapSec(): number {
    return Math.max(this.#longestMs, (this.#endMs ?? this.#nowMs()) - this.#lastMs) / 1000
  }
}
