/** The state of a key's window, for the answer. Times are on the clock that was given. */
interface Admission {
  readonly isAdmitted: boolean
  readonly remaining: number
  /** When the full quota is certainly back: the newest accepted call leaves the window. */
  readonly fullAtMs: number
  /** When one place is free again; equals now for an admitted call. */
  readonly freeAtMs: number
}

/**
 * An admission in the caller's terms: seconds, rounded up to be certain. The window runs on a monotonic
 * clock (`nowMs`); only what is shown is wall time (`wallMs`).
 */
export function verdictOf(
  { isAdmitted, remaining, fullAtMs, freeAtMs }: Admission,
  { limit, nowMs, wallMs }: { limit: number; nowMs: number; wallMs: number },
): { isAdmitted: boolean; limit: number; remaining: number; resetSec: number; retryAfterSec: number } {
  return {
    isAdmitted,
    limit,
    remaining,
    resetSec: Math.ceil((wallMs + (fullAtMs - nowMs)) / 1000),
    retryAfterSec: Math.max(1, Math.ceil((freeAtMs - nowMs) / 1000)),
  }
}

/** Places of a new log. It grows to its limit as calls come, so that many idle keys cost little. */
const slotsAtFirst = 16

/**
 * An exact sliding log: at most `limit` accepted calls in any window, and never a refusal below it. A ring of
 * timestamps costs 8 bytes a place. Times must not go backwards: give it a monotonic clock.
 */
export class RateWindow {
  readonly limit: number
  readonly #windowMs: number
  #ring: Float64Array
  #oldest = 0
  #count = 0

  constructor({ limit, windowMs }: { limit: number; windowMs: number }) {
    this.limit = limit
    this.#windowMs = windowMs
    this.#ring = new Float64Array(Math.min(limit, slotsAtFirst))
  }

  admit(nowMs: number): Admission {
    this.#forget(nowMs)
    const isAdmitted = this.#count < this.limit
    if (isAdmitted) {
      if (this.#count === this.#ring.length) this.#grow(this.#count * 2)
      this.#ring[(this.#oldest + this.#count) % this.#ring.length] = nowMs
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
    return this.counted(nowMs) === 0
  }

  /** The accepted calls in the window. */
  counted(nowMs: number): number {
    this.#forget(nowMs)
    return this.#count
  }

  /** The same log under another limit: a changed setting must not hand out a fresh quota. */
  resized(limit: number): RateWindow {
    const resized = new RateWindow({ limit, windowMs: this.#windowMs })
    const kept = Math.min(this.#count, limit)
    resized.#grow(kept)
    for (let index = 0; index < kept; index += 1) {
      resized.#ring[index] = this.#at(this.#count - kept + index)
    }
    resized.#count = kept
    return resized
  }

  /** A call leaves exactly one window after it came: a window is half-open, (now − window, now]. */
  #forget(nowMs: number): void {
    while (this.#count > 0 && this.#at(0) <= nowMs - this.#windowMs) {
      this.#oldest = (this.#oldest + 1) % this.#ring.length
      this.#count -= 1
    }
  }

  #grow(slots: number): void {
    if (slots <= this.#ring.length) return
    const grown = new Float64Array(Math.min(this.limit, slots))
    for (let index = 0; index < this.#count; index += 1) grown[index] = this.#at(index)
    this.#ring = grown
    this.#oldest = 0
  }

  #at(index: number): number {
    return this.#ring[(this.#oldest + index) % this.#ring.length] ?? 0
  }
}
