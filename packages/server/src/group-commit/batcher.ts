import { busyMessage, busyRetryAfterSec, DomainError } from '@quoin/core/errors.ts'
import { Pace, rowsWithin } from './pace.ts'

/** Why a queue took no more: 503, and the sender comes back. */
export class QueueFullError extends DomainError {
  constructor(queue: string) {
    const cause = new Error(`the ${queue} queue is full`)
    super('SERVER_ERROR', busyMessage, {
      isUnavailable: true,
      retryAfterSec: busyRetryAfterSec,
      cause,
    })
    this.name = 'QueueFullError'
  }
}

export interface BatcherOptions<Row, Outcome> {
  readonly name: string
  /** Writes rows in one transaction; outcome n belongs to row n. Rows arrive in order. */
  readonly flush: (rows: readonly Row[]) => Promise<readonly Outcome[]>
  /** Most rows in one flush. */
  readonly rowsMax: number
  /**
   * Most flushes at a time, where rows do not depend on each other; 1 unless given. While one commits, the next is
   * written as soon as `eagerRows` wait: a flush of few rows would cost as much as one of many.
   */
  readonly flushesMax?: number
  readonly eagerRows?: number
  /** Most rows that wait. */
  readonly queueMax: number
  /** Oldest a waiting row may be when another one comes, before new ones are refused. */
  readonly ageMaxMs: number
  /**
   * Refuses what could not be answered in time. When all rows wait longer than that before their flush begins, for
   * a third of a second, there is more to write than can be written; one slow flush, and a burst, is waited for.
   * From then on, until nobody was refused for a second, only so many rows are taken as are answered within that
   * time at the pace of the last flushes, and `rowsMin` at any pace.
   */
  readonly crowded?: { readonly withinMs: number; readonly rowsMin: number }
  readonly monotonicMs: () => number
  /** Errors after which trying rows singly is useless: the database is away. */
  readonly isUnavailable: (error: unknown) => boolean
  readonly onFlush?: (flush: { rows: number; seconds: number }) => void
}

interface Waiting<Row, Outcome> {
  readonly row: Row
  readonly sinceMs: number
  readonly resolve: (outcome: Outcome) => void
  readonly reject: (error: unknown) => void
}

const persistentMs = 300
const calmMs = 1_000

/**
 * Group commit: while one flush is in flight the next batch gathers, so an idle service writes a row at once and a
 * busy one writes hundreds per commit. A request is answered by its own row's outcome, after COMMIT.
 */
export class Batcher<Row, Outcome> {
  readonly #options: BatcherOptions<Row, Outcome>
  #queue: Waiting<Row, Outcome>[] = []
  #flushing = 0
  #isStarting = false
  #whenIdle: (() => void)[] = []
  /** Since when every batch has waited too long. */
  #lateSinceMs: number | undefined
  readonly #pace = new Pace()
  /** Rows that are being written. */
  #inFlight = 0
  /** When the last row was refused because there is more to write than can be written. */
  #refusedAtMs: number | undefined

  /** Made once: to note where an error was made costs as much as all the rest of a refusal. */
  readonly #full: QueueFullError

  constructor(options: BatcherOptions<Row, Outcome>) {
    this.#options = options
    this.#full = new QueueFullError(options.name)
  }

  get waiting(): number {
    return this.#queue.length
  }

  get oldestAgeMs(): number {
    const oldest = this.#queue[0]
    return oldest ? this.#options.monotonicMs() - oldest.sinceMs : 0
  }

  /** Resolves after the commit that holds the row. */
  add(row: Row): Promise<Outcome> {
    return this.isCrowded() ? this.refuse() : this.enter(row)
  }

  refuse(): Promise<never> {
    return Promise.reject(this.#full)
  }

  /** Adds a row for which somebody else has seen that it is not crowded. */
  enter(row: Row): Promise<Outcome> {
    const { queueMax, ageMaxMs, monotonicMs } = this.#options
    if (this.#queue.length >= queueMax || this.oldestAgeMs > ageMaxMs) return this.refuse()
    return new Promise((resolve, reject) => {
      this.#queue.push({ row, sinceMs: monotonicMs(), resolve, reject })
      if (this.#mayStart()) this.#startSoon()
    })
  }

  /** Resolves when nothing waits any more. */
  async drain(): Promise<void> {
    if (this.#isIdle()) return
    await new Promise<void>((resolve) => this.#whenIdle.push(resolve))
  }

  #isIdle(): boolean {
    return this.#flushing === 0 && !this.#isStarting && this.#queue.length === 0
  }

  /** Flushes that begin together share what waits, so that the database works on all of them at a time. */
  #share(): number {
    const { flushesMax = 1, eagerRows = 1, rowsMax } = this.#options
    const free = flushesMax - this.#flushing + 1
    return Math.min(rowsMax, Math.max(eagerRows, Math.ceil(this.#queue.length / free)))
  }

  #mayStart(): boolean {
    const { flushesMax = 1, eagerRows = 1 } = this.#options
    if (this.#isStarting || this.#queue.length === 0) return false
    return this.#flushing === 0 || (this.#flushing < flushesMax && this.#queue.length >= eagerRows)
  }

  /** In the next turn of the loop: requests that arrived together are written together. */
  #startSoon(): void {
    this.#isStarting = true
    setImmediate(() => {
      this.#isStarting = false
      void this.#flush()
    })
  }

  async #flush(): Promise<void> {
    this.#flushing += 1
    this.#noteWait()
    const batch = this.#queue.splice(0, this.#share())
    this.#inFlight += batch.length
    this.#pace.begin(this.#options.monotonicMs())
    if (this.#mayStart()) void this.#flush()
    await this.#flushBatch(batch)
    this.#inFlight -= batch.length
    this.#flushing -= 1
    const isLast = this.#flushing === 0 && this.#queue.length === 0
    this.#pace.end({ rows: batch.length, nowMs: this.#options.monotonicMs(), isLast })
    // Callers who were answered just now come again in the turns to come; rows that wait already do not wait for them.
    if (this.#mayStart()) void this.#flush()
    if (!this.#isIdle()) return
    this.#lateSinceMs = undefined
    for (const resolve of this.#whenIdle.splice(0)) resolve()
  }

  #noteWait(): void {
    const { crowded, monotonicMs } = this.#options
    const isLate = crowded !== undefined && this.oldestAgeMs > crowded.withinMs
    this.#lateSinceMs = isLate ? (this.#lateSinceMs ?? monotonicMs()) : undefined
  }

  /**
   * Whether a row that came now would be refused because there is more to write than can be written; it has waited for
   * `lateMs` elsewhere.
   */
  isCrowded(lateMs = 0): boolean {
    if (!this.isPressed() || this.rows < this.rowsWithin(lateMs)) return false
    this.noteRefused()
    return true
  }

  /** Whether there is more to write than can be written, or was a moment ago. */
  isPressed(): boolean {
    const nowMs = this.#options.monotonicMs()
    const isPersistent = this.#lateSinceMs !== undefined && nowMs - this.#lateSinceMs > persistentMs
    return isPersistent || (this.#refusedAtMs !== undefined && nowMs - this.#refusedAtMs < calmMs)
  }

  /** On their way: those that wait and those that are being written. */
  get rows(): number {
    return this.#queue.length + this.#inFlight
  }

  /** How many may be, for the next one to be answered in time that has waited for `lateMs` elsewhere. */
  rowsWithin(lateMs: number): number {
    const { crowded } = this.#options
    if (crowded === undefined) return Number.POSITIVE_INFINITY
    const { withinMs, rowsMin } = crowded
    return rowsWithin({ msPerRow: this.#pace.msPerRow, withinMs: withinMs - lateMs, rowsMin })
  }

  noteRefused(): void {
    this.#refusedAtMs = this.#options.monotonicMs()
  }

  async #flushBatch(batch: readonly Waiting<Row, Outcome>[]): Promise<void> {
    const startedMs = this.#options.monotonicMs()
    try {
      const outcomes = await this.#options.flush(batch.map(({ row }) => row))
      for (const [index, { resolve }] of batch.entries()) resolve(outcomes[index] as Outcome) // one outcome a row
    } catch (error) {
      if (batch.length === 1 || this.#options.isUnavailable(error)) {
        for (const { reject } of batch) reject(error)
      } else {
        // One bad row must not fail its neighbours.
        for (const waiting of batch) await this.#flushBatch([waiting])
      }
    } finally {
      const seconds = (this.#options.monotonicMs() - startedMs) / 1000
      this.#options.onFlush?.({ rows: batch.length, seconds })
    }
  }
}
