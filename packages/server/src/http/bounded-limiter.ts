import { networkOf } from '@quoin/core/detect/address.ts'
import { RateWindow, verdictOf } from '@quoin/core/limits/rate-window.ts'
import type { Clock, RateVerdict } from '../ports/ports.ts'

const minuteMs = 60_000

/** Keys remembered at most; beyond it the one that was counted longest ago is forgotten. */
const keysMax = 10_000

/** Limits for keys that anybody can make up, per minute unless told otherwise: exact for each, bounded in memory for all. */
export class BoundedLimiter {
  readonly #limit: number
  readonly #clock: Clock
  readonly #windowMs: number
  readonly #windows = new Map<string, RateWindow>()

  constructor({ limit, clock, windowMs = minuteMs }: { limit: number; clock: Clock; windowMs?: number }) {
    this.#limit = limit
    this.#clock = clock
    this.#windowMs = windowMs
  }

  get size(): number {
    return this.#windows.size
  }

  /** Counts one event of a key. */
  admit(key: string): RateVerdict {
    const window = this.#windows.get(key) ?? new RateWindow({ limit: this.#limit, windowMs: this.#windowMs })
    this.#windows.delete(key)
    if (this.#windows.size >= keysMax) this.#windows.delete(this.#windows.keys().next().value ?? '')
    this.#windows.set(key, window)
    const nowMs = this.#clock.monotonicMs()
    return verdictOf(window.admit(nowMs), { limit: this.#limit, nowMs, wallMs: this.#clock.nowMs() })
  }
}

/** One customer: an IPv4 address, or an IPv6 /64, of which one has as many addresses as they like. */
export function customerOf(address: string): string {
  return address.includes(':') ? networkOf(address) : address
}
