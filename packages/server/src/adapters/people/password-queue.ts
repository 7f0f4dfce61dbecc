import { performance } from 'node:perf_hooks'
import { unavailable } from '@quoin/core/errors.ts'
import { Turns } from '@quoin/core/limits/turns.ts'

interface Bounds {
  readonly atOnceMax: number
  readonly waitingMax: number
  /** The longest that anybody waits for their turn. */
  readonly waitMaxMs: number
}

/** How much the latest duration counts in the mean. */
const weight = 0.2
/** Until one has been measured. */
const firstGuessMs = 150
const retryAfterSec = 5

/**
 * Passwords that wait for their turn. Whoever would wait for longer than a moment is told at once to come again: a browser
 * that waits for twenty seconds is a broken sign-in, and a queue that long is an attack.
 */
export class PasswordQueue {
  readonly #bounds: Bounds
  readonly #turns: Turns
  #meanMs = firstGuessMs

  constructor(bounds: Bounds) {
    this.#bounds = bounds
    this.#turns = new Turns(bounds)
  }

  /** Throws SERVER_ERROR (503) where the wait would be too long, by what the latest have taken, or turns out to be. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    const { atOnceMax, waitMaxMs } = this.#bounds
    const aheadMs = (this.#turns.waiting / atOnceMax) * this.#meanMs
    if (this.#turns.isFull || aheadMs > waitMaxMs) throw crowded()
    const tooLate = new AbortController()
    const timer = setTimeout(() => tooLate.abort(crowded()), waitMaxMs)
    return await this.#turns.run(async () => {
      clearTimeout(timer)
      const beganMs = performance.now()
      try {
        return await work()
      } finally {
        this.#meanMs += weight * (performance.now() - beganMs - this.#meanMs)
      }
    }, tooLate.signal)
  }
}

function crowded() {
  return unavailable('Too many people sign in at this moment. Please try again.', { retryAfterSec })
}
