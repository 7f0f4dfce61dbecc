import { DomainError, unavailable } from '@quoin/core/errors.ts'
import type { Clock, Log } from '../../ports/ports.ts'

/** How long after a failure, and after a failed probe, the next one comes. */
const probeMinMs = 250
/** A database that goes away again at once, on a full disk for one, is asked less and less often. */
const probeMaxMs = 2_000
const calmMs = 10_000
const retryAfterSec = 2

interface GateOptions {
  readonly clock: Clock
  readonly log: Log
  /** Whether nobody can work with the database. */
  readonly isAway: (error: unknown) => boolean
  /** Whether an answer took too long: much may have been asked, or nobody may be there. */
  readonly isSilence: (error: unknown) => boolean
  /** Resolves when the database has committed something small; rejects soon when it does not. */
  readonly look: () => Promise<unknown>
  /** Whether this work could not be done for the database's sake; others' may be. */
  readonly isFault: (error: unknown) => boolean
  /** Why it is away, as the end of a sentence. */
  readonly reasonOf: (error: unknown) => string
  /** Is called when an outage begins: what there is of sessions may have gone with it. */
  readonly onAway: () => void
  /** Resolves when the database takes writes again. */
  readonly probe: (outage: { readonly sinceMs: number }) => Promise<unknown>
}

/**
 * Knows whether the database is away: from the first failure until a probe has written to it. A query that only took
 * too long is a failure of the database when a look finds it silent, too.
 */
export class DatabaseGate {
  readonly #options: GateOptions
  #awaySinceMs: number | undefined
  #reason = ''
  #backAtMs = Number.NEGATIVE_INFINITY
  #probeAfterMs = probeMinMs
  #timer: NodeJS.Timeout | undefined
  #recovering: Promise<void> | undefined
  #looking: Promise<void> | undefined
  #isClosed = false
  #opening: (() => string) | undefined
  #whenBack: () => void = () => {}

  constructor(options: GateOptions) {
    this.#options = options
  }

  get isAway(): boolean {
    return this.#opening !== undefined || this.#awaySinceMs !== undefined
  }

  /** Why it is away now, as the end of a sentence. */
  get reason(): string | undefined {
    return this.#opening?.() ?? (this.#awaySinceMs === undefined ? undefined : this.#reason)
  }

  /** The database is not open yet, which is no outage: nobody waits for it until `open`. */
  awaitOpening(reason: () => string): void {
    this.#opening = reason
  }

  open(): void {
    this.#opening = undefined
  }

  /** Is called when an outage is over: nothing is spooled any more. */
  whenBack(listener: () => void): void {
    this.#whenBack = listener
  }

  /** Whoever would have to wait for the database hears at once that it is away. */
  assertThere(): void {
    if (this.isAway) throw this.fault()
  }

  /** The answers they get. */
  fault(): DomainError {
    return unavailable('The database is away. Please try again.', { retryAfterSec })
  }

  /** Whether an error says that the database is away, be it our own. */
  isFault(error: unknown): boolean {
    return this.#options.isFault(error) || (error instanceof DomainError && error.isUnavailable)
  }

  /**
   * Takes note of a failed query; returns whether the database was away for it. A short one (`isShort`) never takes
   * long by itself: no look is needed.
   */
  noteFailure(error: unknown, { isShort = false } = {}): boolean {
    if (this.#options.isAway(error)) {
      if (!isShort && this.#options.isSilence(error)) this.#looking ??= this.#lookAfter(error)
      else this.#beginOutage(error)
    }
    return this.isFault(error)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await Promise.all([this.#recovering, this.#looking])
  }

  async #lookAfter(silence: unknown): Promise<void> {
    try {
      await this.#options.look()
      this.#options.log.warn({ err: silence }, 'query took too long and was given up')
    } catch {
      this.#beginOutage(silence)
    } finally {
      this.#looking = undefined
    }
  }

  #beginOutage(error: unknown): void {
    if (this.isAway || this.#isClosed) return
    const { clock, log, onAway, reasonOf } = this.#options
    const isCalm = clock.monotonicMs() - this.#backAtMs > calmMs
    this.#probeAfterMs = isCalm ? probeMinMs : Math.min(this.#probeAfterMs * 2, probeMaxMs)
    this.#awaySinceMs = clock.nowMs()
    this.#reason = reasonOf(error)
    log.error({ err: error, reason: this.#reason }, 'database became unavailable; clicks go to the spool')
    onAway()
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
    } catch (error) {
      this.#noteReason(error)
      this.#probeLater()
      return
    }
    this.#awaySinceMs = undefined
    this.#backAtMs = clock.monotonicMs()
    log.info({ seconds: (clock.nowMs() - sinceMs) / 1000 }, 'database became available again')
    if (!this.#isClosed) this.#whenBack()
  }

  /** Said once, and again when it is another one. */
  #noteReason(error: unknown): void {
    const reason = this.#options.reasonOf(error)
    if (reason === this.#reason) return
    this.#reason = reason
    this.#options.log.error({ err: error, reason }, 'database remained unavailable')
  }
}
