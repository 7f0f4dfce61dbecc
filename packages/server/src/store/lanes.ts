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

  isCrowded(lateMs: number): boolean {
    return this.#options.lanes.some((lane) => lane.isCrowded(lateMs))
  }

  /** Resolves after the commit that holds the row. */
  add(row: Row): Promise<Outcome> {
    const { lanes, keyOf } = this.#options
    const lane = lanes[keyOf(row) % lanes.length]
    if (!lane) throw new Error('there is no lane')
    return lane.add(row)
  }

  /** Resolves when nothing waits any more. */
  async drain(): Promise<void> {
    for (const lane of this.#options.lanes) await lane.drain()
  }
}
