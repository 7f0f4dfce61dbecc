/** How long a queue rests after a statement that was held up, twice as long each time in a row. */
const pauseMinMs = 1_000
const pauseMaxMs = 5_000

interface PauseNeeds {
  readonly monotonicMs: () => number
  /** Whether a statement was held up, by a lock for one, although the database is there. */
  readonly isHeld: (error: unknown) => boolean
  /** Is called when a pause begins. */
  readonly onBegin?: () => void
  /** Is called when a pause is over. */
  readonly onEnd?: () => void
}

/**
 * A queue whose statements wait for a lock rests for a moment: whoever would wait with it hears so at once, and other
 * queues, which need other tables, go on.
 */
export class QueuePause {
  readonly #needs: PauseNeeds
  #untilMs = Number.NEGATIVE_INFINITY
  #pauseMs = pauseMinMs
  #timer: NodeJS.Timeout | undefined

  constructor(needs: PauseNeeds) {
    this.#needs = needs
  }

  get isOn(): boolean {
    return this.#needs.monotonicMs() < this.#untilMs
  }

  /** Returns whether the statement was held up. Those that were under way together make one pause. */
  note(error: unknown): boolean {
    if (!this.#needs.isHeld(error)) return false
    if (this.isOn) return true
    const nowMs = this.#needs.monotonicMs()
    const isInRow = nowMs - this.#untilMs < pauseMaxMs * 2
    this.#pauseMs = isInRow ? Math.min(this.#pauseMs * 2, pauseMaxMs) : pauseMinMs
    this.#untilMs = nowMs + this.#pauseMs
    this.#needs.onBegin?.()
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#needs.onEnd?.(), this.#pauseMs)
    return true
  }

  close(): void {
    clearTimeout(this.#timer)
  }
}
