import { networkOf } from '@quoin/core/detect/address.ts'
import { RateWindow, verdictOf } from '@quoin/core/limits/rate-window.ts'
import type { Clock, RateVerdict } from '../ports/ports.ts'

const minuteMs = 60_000

/**
 * Keys remembered at most. Beyond it one is forgotten: of those that were counted longest ago the one that was counted
 * least, so that made-up keys push out each other, and not the one that somebody is at.
 */
const keysMax = 10_000
const oldestLookedAt = 16

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
    const nowMs = this.#clock.monotonicMs()
    if (this.#windows.size >= keysMax) this.#forgetOne(nowMs)
    this.#windows.set(key, window)
    return verdictOf(window.admit(nowMs), { limit: this.#limit, nowMs, wallMs: this.#clock.nowMs() })
  }

  #forgetOne(nowMs: number): void {
    const oldest = [...this.#windows.entries().take(oldestLookedAt)]
    const [first] = oldest.map(([key, window]) => ({ key, counted: window.counted(nowMs) })).toSorted(byCount)
    if (first) this.#windows.delete(first.key)
  }
}

function byCount(a: { readonly counted: number }, b: { readonly counted: number }): number {
  return a.counted - b.counted
}

/** One customer: an IPv4 address, or an IPv6 /64, of which one has as many addresses as they like. */
export function customerOf(address: string): string {
  return address.includes(':') ? networkOf(address) : address
}
