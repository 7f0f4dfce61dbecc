import { DomainError, unavailable } from '@quoin/core/errors.ts'
import type { Clock, Log } from '../../ports/ports.ts'

/** How long after a failure, and after a failed probe, the next one comes. */
const probeMinMs = 250
/** A database that goes away again at once, on a full disk for one, is asked less and less often. */
const probeMaxMs = 5_000
const calmMs = 10_000
const retryAfterSec = 2

interface GateOptions {
  readonly clock: Clock
  readonly log: Log
  readonly isUnavailable: (error: unknown) => boolean
  /** Resolves when the database takes writes again. */
  readonly probe: (outage: { readonly sinceMs: number }) => Promise<unknown>
}

/** Knows whether the database is away: from the first failure until a probe has written to it. */
export class DatabaseGate {
  readonly #options: GateOptions
  #awaySinceMs: number | undefined
  #backAtMs = Number.NEGATIVE_INFINITY
  #probeAfterMs = probeMinMs
  #timer: NodeJS.Timeout | undefined
  #recovering: Promise<void> | undefined
  #isClosed = false
  #whenBack: () => void = () => {}

  constructor(options: GateOptions) {
    this.#options = options
  }

  get isAway(): boolean {
    return this.#awaySinceMs !== undefined
  }

  /** Is called when an outage is over: nothing is spooled any more. */
  whenBack(listener: () => void): void {
    this.#whenBack = listener
  }

  /** Whoever would have to wait for the database hears at once that it is away. */
  assertThere(): void {
    if (this.isAway) throw this.fault()
  }

  /** What they hear. */
  fault(): DomainError {
    return unavailable('The database is away. Please try again.', { retryAfterSec })
  }

  /** Whether an error says that the database is away, be it our own. */
  isFault(error: unknown): boolean {
    return this.#options.isUnavailable(error) || (error instanceof DomainError && error.isUnavailable)
  }

  /** Takes note of a failed query; returns whether the database was away for it. */
  noteFailure(error: unknown): boolean {
    if (this.#awaySinceMs === undefined && !this.#isClosed && this.#options.isUnavailable(error)) {
      this.#beginOutage(error)
    }
    return this.isFault(error)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#recovering
  }

  #beginOutage(error: unknown): void {
    const { clock, log } = this.#options
    const isCalm = clock.monotonicMs() - this.#backAtMs > calmMs
    this.#probeAfterMs = isCalm ? probeMinMs : Math.min(this.#probeAfterMs * 2, probeMaxMs)
    this.#awaySinceMs = clock.nowMs()
    log.error({ err: error }, 'the database is away: clicks go to the spool')
    this.#probeLater()
  }

  #probeLater(): void {
    if (this.#isClosed) return
    this.#timer = setTimeout(() => {
      this.#recovering = this.#recover().finally(() => {
        this.#recovering = undefined
      })
    }, this.#probeAfterMs)
  }

  async #recover(): Promise<void> {
    const { clock, log, probe } = this.#options
    const sinceMs = this.#awaySinceMs
    if (sinceMs === undefined) return
    try {
      await probe({ sinceMs })
    } catch {
      this.#probeLater()
      return
    }
    this.#awaySinceMs = undefined
    this.#backAtMs = clock.monotonicMs()
    log.info({ seconds: (clock.nowMs() - sinceMs) / 1000 }, 'the database is back')
    if (!this.#isClosed) this.#whenBack()
  }
}
