import type { Clock, Log } from '../ports.ts'

const probeEveryMs = 250

interface GateOptions {
  readonly clock: Clock
  readonly log: Log
  readonly isUnavailable: (error: unknown) => boolean
  /** Resolves when the database takes writes again. */
  readonly probe: () => Promise<unknown>
  /** What is to be done before the outage counts as over; tried again with the next probe when it fails. */
  readonly onBack: (outage: { fromMs: number; toMs: number }) => Promise<void>
}

/** Knows whether the database is away: from the first failed write until a probe succeeds. */
export class DatabaseGate {
  readonly #options: GateOptions
  #awaySinceMs: number | undefined
  #timer: NodeJS.Timeout | undefined
  #recovering: Promise<void> | undefined
  #isClosed = false

  constructor(options: GateOptions) {
    this.#options = options
  }

  get isAway(): boolean {
    return this.#awaySinceMs !== undefined
  }

  /** Whether a moment lies in the present outage: its clicks are in the spool. */
  covers(timeMs: number): boolean {
    return this.#awaySinceMs !== undefined && timeMs >= this.#awaySinceMs
  }

  /** Takes note of a failed write; returns whether the database is away. */
  noteFailure(error: unknown): boolean {
    if (!this.#options.isUnavailable(error)) return false
    if (this.#awaySinceMs === undefined && !this.#isClosed) {
      this.#awaySinceMs = this.#options.clock.nowMs()
      this.#options.log.error({ err: error }, 'the database is away: clicks go to the spool')
      this.#probeLater()
    }
    return true
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#recovering
  }

  #probeLater(): void {
    if (this.#isClosed) return
    this.#timer = setTimeout(() => {
      this.#recovering = this.#recover().finally(() => {
        this.#recovering = undefined
      })
    }, probeEveryMs)
  }

  async #recover(): Promise<void> {
    const fromMs = this.#awaySinceMs
    if (fromMs === undefined) return
    try {
      await this.#options.probe()
      await this.#options.onBack({ fromMs, toMs: this.#options.clock.nowMs() })
      this.#awaySinceMs = undefined
      this.#options.log.info({ seconds: (this.#options.clock.nowMs() - fromMs) / 1000 }, 'the database is back')
    } catch {
      this.#probeLater()
    }
  }
}
