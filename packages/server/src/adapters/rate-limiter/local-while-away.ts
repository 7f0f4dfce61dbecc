import type { Clock, RateLimiter, RateVerdict } from '../../ports/ports.ts'
import { LocalRateLimiter, type OpenRateLimiter } from './rate-limiter.ts'

/**
 * How many ticks a call waits for the shared limits. They are those of this process: on a machine that is too busy for
 * it, it is too busy for the others as well, and an answer that comes late is no silence.
 */
const tickMs = 50
const ticksMax = 5
/** How long nobody asks them after one got no answer; then one call asks again. */
const awayMs = 1_000

/** The limits that all processes share. */
export interface SharedLimits {
  ask(keyId: number, limit: number): Promise<RateVerdict>
  close(): Promise<void>
}

interface Needs {
  readonly shared: SharedLimits
  readonly clock: Clock
  readonly onAway: (error: unknown) => void
  readonly onBack: () => void
}

type Resolve = (verdict: RateVerdict | undefined) => void

/**
 * Asks the limits that all processes share, and limits by itself while they do not answer, which lets at most one
 * quota per process through. A silent one costs one wait: all that wait with it go on at once, and for a second
 * nobody asks. A refusal costs nothing, so that the next call asks again.
 */
export class LocalWhileAway implements OpenRateLimiter {
  readonly #needs: Needs
  readonly #local: LocalRateLimiter
  /** Calls without an answer, the oldest first, and since which tick they wait. */
  readonly #waiting = new Map<Resolve, number>()
  #ticks = 0
  #timer: NodeJS.Timeout | undefined
  #silentUntilMs: number | undefined
  #isAway = false

  constructor(needs: Needs) {
    this.#needs = needs
    this.#local = new LocalRateLimiter(needs.clock)
  }

  /** Those of this process: what is shared is not ours to count. */
  get keys(): number {
    return this.#local.keys
  }

  admit(keyId: number, limit: number): ReturnType<RateLimiter['admit']> {
    const nowMs = this.#needs.clock.monotonicMs()
    if (this.#silentUntilMs !== undefined) {
      if (nowMs < this.#silentUntilMs) return this.#local.admit(keyId, limit)
      // This one asks; the others go on without until it knows.
      this.#silentUntilMs = nowMs + awayMs
    }
    return this.#ask(keyId, limit)
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#needs.shared.close()
  }

  async #ask(keyId: number, limit: number): Promise<RateVerdict> {
    const verdict = await new Promise<RateVerdict | undefined>((resolve) => {
      this.#waiting.set(resolve, this.#ticks)
      this.#timer ??= this.#startTimer()
      this.#needs.shared.ask(keyId, limit).then(
        (answer) => {
          this.#noteBack()
          this.#resolve(resolve, answer)
        },
        (error: unknown) => {
          this.#noteAway(error)
          this.#resolve(resolve, undefined)
        },
      )
    })
    return verdict ?? this.#local.admit(keyId, limit)
  }

  #resolve(resolve: Resolve, verdict: RateVerdict | undefined): void {
    this.#waiting.delete(resolve)
    resolve(verdict)
  }

  /** Looks when what came in meanwhile has been read: this process itself may have stood still. */
  #startTimer(): NodeJS.Timeout {
    return setTimeout(() => setImmediate(() => this.#tick()), tickMs).unref()
  }

  #tick(): void {
    this.#timer = undefined
    this.#ticks += 1
    const [since] = this.#waiting.values()
    if (since === undefined) return
    if (this.#ticks - since < ticksMax) {
      this.#timer = this.#startTimer()
      return
    }
    this.#silentUntilMs = this.#needs.clock.monotonicMs() + awayMs
    this.#noteAway(new Error(`no answer in ${ticksMax * tickMs} ms`))
    for (const resolve of [...this.#waiting.keys()]) this.#resolve(resolve, undefined)
  }

  #noteAway(error: unknown): void {
    if (!this.#isAway) this.#needs.onAway(error)
    this.#isAway = true
  }

  #noteBack(): void {
    this.#silentUntilMs = undefined
    if (this.#isAway) this.#needs.onBack()
    this.#isAway = false
  }
}
