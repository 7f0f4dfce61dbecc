import { Batcher, type BatcherOptions } from '../../group-commit/batcher.ts'

interface Found<Outcome> {
  readonly value: Outcome
  /** It was read just now, and is no memory. */
  readonly isNew: boolean
}

/** How long the database is not asked again after a look-up that it could not answer. */
const pauseMs = 1_000

/**
 * Asks the database in groups. Where it cannot answer, because it is away or a lock holds its tables, what was last
 * known is the answer; who is not known hears of the failure, and for a moment at once.
 */
export class Lookups<Row, Outcome> {
  readonly #batcher: Batcher<Row, Outcome>
  readonly #options: BatcherOptions<Row, Outcome>
  #failure: { readonly error: unknown; readonly untilMs: number } | undefined

  constructor(options: BatcherOptions<Row, Outcome>) {
    this.#options = options
    this.#batcher = new Batcher(options)
  }

  async of(row: Row, findOld: () => Outcome | undefined): Promise<Found<Outcome>> {
    const { isUnavailable, monotonicMs } = this.#options
    const failure = this.#failure
    if (failure && monotonicMs() < failure.untilMs) return orThrow(findOld(), failure.error)
    try {
      return { value: await this.#batcher.add(row), isNew: true }
    } catch (error) {
      if (!isUnavailable(error)) throw error
      // One that is too much for the queue says nothing about the next.
      if (this.#batcher.waiting === 0) this.#failure = { error, untilMs: monotonicMs() + pauseMs }
      return orThrow(findOld(), error)
    }
  }
}

function orThrow<Outcome>(known: Outcome | undefined, error: unknown): Found<Outcome> {
  if (known === undefined) throw error
  return { value: known, isNew: false }
}
