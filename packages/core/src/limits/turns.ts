interface Bounds {
  /** The work that runs at once, at most. */
  readonly atOnceMax: number
  /** The work that waits, at most. */
  readonly waitingMax: number
}

/** Work that takes turns: some of it runs, the rest waits in the order in which it came. */
export class Turns {
  readonly #bounds: Bounds
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(bounds: Bounds) {
    this.#bounds = bounds
  }

  /** The work that waits for its turn. */
  get waiting(): number {
    return this.#waiting.length
  }

  /** Whether work that comes now should be refused. */
  get isFull(): boolean {
    const { atOnceMax, waitingMax } = this.#bounds
    return this.#running >= atOnceMax && this.#waiting.length >= waitingMax
  }

  /** Runs when its turn comes; rejects with the signal's reason when it is given up before that. */
  async run<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    if (this.#running < this.#bounds.atOnceMax) this.#running += 1
    else await this.#wait(signal)
    try {
      return await work()
    } finally {
      // Whoever ends hands their place on.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running -= 1
    }
  }

  #wait(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        signal?.removeEventListener('abort', giveUp)
        resolve()
      }
      const giveUp = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(begin), 1)
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', giveUp, { once: true })
      this.#waiting.push(begin)
    })
  }
}
