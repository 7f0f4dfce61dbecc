import { RateWindow, verdictOf } from '@quoin/core/limits/rate-window.ts'
import type { Clock, RateLimiter, RateVerdict } from '../../ports/ports.ts'

const windowMs = 60_000

/** Logs of this process, one per API key. Keys are ours, so their number is bounded; idle ones are swept. */
export class LocalRateLimiter implements OpenRateLimiter {
  readonly #clock: Clock
  readonly #windows = new Map<number, RateWindow>()
  #sweptAtMs: number

  constructor(clock: Clock) {
    this.#clock = clock
    this.#sweptAtMs = clock.monotonicMs()
  }

  get keys(): number {
    return this.#windows.size
  }

  admit(keyId: number, limit: number): RateVerdict {
    const nowMs = this.#clock.monotonicMs()
    this.#sweep(nowMs)
    const admission = this.#windowOf(keyId, limit).admit(nowMs)
    return verdictOf(admission, { limit, nowMs, wallMs: this.#clock.nowMs() })
  }

  async close(): Promise<void> {}

  #windowOf(keyId: number, limit: number): RateWindow {
    const known = this.#windows.get(keyId)
    if (known && known.limit === limit) return known
    const window = known ? known.resized(limit) : new RateWindow({ limit, windowMs })
    this.#windows.set(keyId, window)
    return window
  }

  #sweep(nowMs: number): void {
    if (nowMs - this.#sweptAtMs < windowMs) return
    this.#sweptAtMs = nowMs
    for (const [keyId, window] of this.#windows) {
      if (window.isIdle(nowMs)) this.#windows.delete(keyId)
    }
  }
}

/** A limiter, and what it takes to end it. */
export interface OpenRateLimiter extends RateLimiter {
  /** API keys whose calls this process keeps. */
  readonly keys: number
  close(): Promise<void>
}
