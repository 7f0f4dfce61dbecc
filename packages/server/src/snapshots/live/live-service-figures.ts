import type { Clock, Log } from '../../ports/ports.ts'
import type { DatabaseFigures, ServiceFigures } from '../../ports/service-figures.ts'
import { readEvery } from './read-every.ts'

interface FigureNeeds {
  readonly read: () => Promise<ServiceFigures>
  readonly clock: Pick<Clock, 'nowMs' | 'monotonicMs'>
  readonly log: Log
}

const everyMs = 15_000

/**
 * The figures of whoever is on call, read now and then: however often they are asked for, the database is asked once in
 * that time, and while it is away the last ones stay and grow older.
 */
export class LiveServiceFigures {
  readonly #needs: FigureNeeds
  #figures: ServiceFigures | undefined
  #database: DatabaseFigures | undefined
  #readAtMs = 0
  #isInTrouble = false

  constructor(needs: FigureNeeds) {
    this.#needs = needs
  }

  disks(): ServiceFigures['disks'] {
    return this.#figures?.disks ?? []
  }

  get spoolRows(): number | undefined {
    return this.#figures?.spool.rows
  }

  get spoolOldestSec(): number | undefined {
    if (this.#figures === undefined) return undefined
    const { oldestAtMs } = this.#figures.spool
    return oldestAtMs === null ? 0 : Math.max(0, (this.#needs.clock.nowMs() - oldestAtMs) / 1000)
  }

  /** As they were read last. */
  get database(): DatabaseFigures | undefined {
    return this.#database
  }

  /** A span that was read, and by how much it has grown since. */
  secondsNow(readMs: number): number {
    return (readMs + this.#needs.clock.monotonicMs() - this.#readAtMs) / 1000
  }

  async refresh(): Promise<void> {
    const figures = await this.#needs.read()
    this.#figures = figures
    if (figures.database === undefined) return
    this.#database = figures.database
    this.#readAtMs = this.#needs.clock.monotonicMs()
    this.#isInTrouble = false
  }

  follow(): () => Promise<void> {
    return readEvery(
      everyMs,
      () => this.refresh(),
      (error) => {
        // Told once: an outage has a line of its own.
        if (!this.#isInTrouble)
          this.#needs.log.warn({ err: error }, 'figures of the service could not be read')
        this.#isInTrouble = true
      },
    )
  }
}
