/** What a call is told about its key's window. Times are on the clock that was given. */
export interface Admission {
  readonly isAdmitted: boolean
  readonly remaining: number
  /** When the full quota is certainly back: the newest accepted call leaves the window. */
  readonly fullAtMs: number
  /** When one place is free again; equals now for an admitted call. */
  readonly freeAtMs: number
}

/**
 * An exact sliding log: at most `limit` accepted calls in any window, and never a refusal below it. A ring of
 * timestamps costs 8 bytes a place. Times must not go backwards: give it a monotonic clock.
 */
export class RateWindow {
  readonly limit: number
  readonly #windowMs: number
  readonly #ring: Float64Array
  #oldest = 0
  #count = 0

  constructor({ limit, windowMs }: { limit: number; windowMs: number }) {
    this.limit = limit
    this.#windowMs = windowMs
    this.#ring = new Float64Array(limit)
  }

  admit(nowMs: number): Admission {
    this.#forget(nowMs)
    const isAdmitted = this.#count < this.limit
    if (isAdmitted) {
      this.#ring[(this.#oldest + this.#count) % this.limit] = nowMs
      this.#count += 1
    }
    return {
      isAdmitted,
      remaining: this.limit - this.#count,
      fullAtMs: this.#count === 0 ? nowMs : this.#at(this.#count - 1) + this.#windowMs,
      freeAtMs: isAdmitted || this.limit === 0 ? nowMs : this.#at(0) + this.#windowMs,
    }
  }

  /** Whether nothing accepted is left in the window, so that the log may be dropped. */
  isIdle(nowMs: number): boolean {
    this.#forget(nowMs)
    return this.#count === 0
  }

  /** The same log under another limit: a changed setting must not hand out a fresh quota. */
  resized(limit: number): RateWindow {
    const resized = new RateWindow({ limit, windowMs: this.#windowMs })
    const kept = Math.min(this.#count, limit)
    for (let index = 0; index < kept; index += 1) {
      resized.#ring[index] = this.#at(this.#count - kept + index)
    }
    resized.#count = kept
    return resized
  }

  /** A call leaves exactly one window after it came: a window is half-open, (now − window, now]. */
  #forget(nowMs: number): void {
    while (this.#count > 0 && this.#at(0) <= nowMs - this.#windowMs) {
      this.#oldest = (this.#oldest + 1) % this.limit
      this.#count -= 1
    }
  }

  #at(index: number): number {
    return this.#ring[(this.#oldest + index) % this.limit] ?? 0
  }
}
