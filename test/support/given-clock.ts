import type { Clock } from '../../packages/server/src/ports/ports.ts'

/** A clock that stands still until it is told to move. */
export class GivenClock implements Clock {
  #nowMs: number
  readonly #startedMs: number

  constructor(nowMs = Date.UTC(2026, 10, 21, 12)) {
    this.#nowMs = nowMs
    this.#startedMs = nowMs
  }

  // Bound, as the system's clock is: callers pass them on as functions.
  readonly nowMs = (): number => this.#nowMs

  readonly monotonicMs = (): number => this.#nowMs - this.#startedMs

  advance({ ms = 0, seconds = 0, days = 0 }: { ms?: number; seconds?: number; days?: number }): void {
    this.#nowMs += ms + seconds * 1_000 + days * 86_400_000
  }
}
