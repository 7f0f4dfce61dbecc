/** How long after a replay that failed the next is tried, while no outage begins another. */
const replayAgainMs = 30_000
/** When it is looked again for clicks that others of the same folder had in hand. */
const lookAgainMs = 1_000

interface ReplaysNeeds {
  /** Until it is, nothing is replayed, and whoever says so asks once more. */
  readonly isReady: () => boolean
  readonly replay: (signal: AbortSignal) => Promise<void>
  /** Whether there were clicks left when the replay counted last, which others may bring over by now. */
  readonly hasLeft: () => boolean
  readonly onFailure: (error: unknown) => void
}

/** One replay at a time, until the folder is empty; one that fails is tried again. */
export class Replays {
  readonly #needs: ReplaysNeeds
  readonly #stopping = new AbortController()
  #last: Promise<boolean> = Promise.resolve(false)
  /** Has not begun, so that it will see all that is spooled by now. */
  #next: Promise<boolean> | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(needs: ReplaysNeeds) {
    this.#needs = needs
  }

  /** Resolves to whether all that was spooled until now is in the database. */
  run(): Promise<boolean> {
    if (!this.#needs.isReady()) return this.#last
    this.#next ??= this.#last.then(() => this.#replay())
    this.#last = this.#next
    return this.#next
  }

  /** The clicks that are not replayed yet are left to the next start. */
  async close(): Promise<void> {
    this.#stopping.abort()
    await this.#last
    clearTimeout(this.#timer)
  }

  async #replay(): Promise<boolean> {
    const { signal } = this.#stopping
    this.#next = undefined
    clearTimeout(this.#timer)
    if (signal.aborted) return false
    try {
      await this.#needs.replay(signal)
      if (this.#needs.hasLeft()) this.#runAfter(lookAgainMs)
      return true
    } catch (error) {
      if (signal.aborted) return false
      this.#needs.onFailure(error)
      this.#runAfter(replayAgainMs)
      return false
    }
  }

  #runAfter(ms: number): void {
    this.#timer = setTimeout(() => void this.run(), ms)
    this.#timer.unref()
  }
}
