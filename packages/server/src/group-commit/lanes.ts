import type { Batcher } from './batcher.ts'

interface LanesOptions<Row, Outcome> {
  readonly lanes: readonly Batcher<Row, Outcome>[]
  /** Rows of one key take one lane, so that they stay in order; evenly spread, 0 or more. */
  readonly keyOf: (row: Row) => number
}

/** Several group commits at a time, for rows of which only some depend on each other. */
export class Lanes<Row, Outcome> {
  readonly #options: LanesOptions<Row, Outcome>

  constructor(options: LanesOptions<Row, Outcome>) {
    this.#options = options
  }

  get waiting(): number {
    return this.#options.lanes.reduce((sum, lane) => sum + lane.waiting, 0)
  }

  get oldestAgeMs(): number {
    return Math.max(...this.#options.lanes.map((lane) => lane.oldestAgeMs))
  }

  /** The state of all lanes together: which one a row will take is not known before it is read, and they fill alike. */
  isCrowded(lateMs = 0): boolean {
    const { lanes } = this.#options
    if (!this.isPressed() || this.#rows() < this.#rowsWithin(lateMs) * lanes.length) return false
    for (const lane of lanes) lane.noteRefused()
    return true
  }

  /**
   * Resolves after the commit that holds the row. Where lanes are not alike, one with room takes its rows all the
   * same.
   */
  add(row: Row): Promise<Outcome> {
    const { lanes, keyOf } = this.#options
    const lane = lanes[keyOf(row) % lanes.length]
    if (!lane) throw new Error('there is no lane')
    const hasRoom = !this.isPressed() || lane.rows < this.#rowsWithin(0) || !this.isCrowded()
    return hasRoom ? lane.enter(row) : lane.refuse()
  }

  isPressed(): boolean {
    for (const lane of this.#options.lanes) if (lane.isPressed()) return true
    return false
  }

  #rows(): number {
    let rows = 0
    for (const lane of this.#options.lanes) rows += lane.rows
    return rows
  }

  /** How many one lane may hold: as the slowest does, since one that has written nothing yet has no pace. */
  #rowsWithin(lateMs: number): number {
    let rows = Number.POSITIVE_INFINITY
    for (const lane of this.#options.lanes) rows = Math.min(rows, lane.rowsWithin(lateMs))
    return rows
  }

  /** Resolves when nothing waits any more. */
  async drain(): Promise<void> {
    for (const lane of this.#options.lanes) await lane.drain()
  }
}
