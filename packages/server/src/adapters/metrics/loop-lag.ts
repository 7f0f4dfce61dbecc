const everyMs = 20
/** One long task, such as a collection of garbage, is no overload: all of the last ticks must be late. */
const ticks = 5

/**
 * How late the event loop runs: the least of the last ticks. Unlike an average, it is high only under standing
 * load.
 */
export class LoopLag {
  readonly #monotonicMs: () => number
  readonly #lagsMs: number[] = Array.from({ length: ticks }, () => 0)
  #dueMs: number
  #next = 0
  #timer: NodeJS.Timeout | undefined
  #leastMs = 0

  constructor(monotonicMs: () => number) {
    this.#monotonicMs = monotonicMs
    this.#dueMs = monotonicMs() + everyMs
  }

  start(): this {
    this.#timer = setInterval(() => this.tick(), everyMs)
    this.#timer.unref()
    return this
  }

  get ms(): number {
    return this.#leastMs
  }

  /** Called by the timer, and by tests in its place. */
  tick(): void {
    const nowMs = this.#monotonicMs()
    this.#lagsMs[this.#next] = Math.max(0, nowMs - this.#dueMs)
    this.#next = (this.#next + 1) % ticks
    this.#leastMs = Math.min(...this.#lagsMs)
    this.#dueMs = nowMs + everyMs
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}
