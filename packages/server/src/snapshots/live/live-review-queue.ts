import { type ReviewReason, reviewReasons } from '@quoin/core/conversions/conversion.ts'
import type { Clock, Log } from '../../ports/ports.ts'
import { measureReview } from '../../store/conversions/claims.ts'
import type { Database } from '../../store/pg/database.ts'
import { readEvery } from './read-every.ts'

interface QueueNeeds {
  readonly db: Database
  readonly clock: Pick<Clock, 'nowMs'>
  readonly log: Log
}

const everyMs = 30_000

/** How much waits for an operator, and for how long: what nobody looks at would be lost in silence. */
export class LiveReviewQueue {
  readonly #needs: QueueNeeds
  #waiting: ReadonlyMap<string, number> = new Map()
  #oldestAtMs: number | undefined

  constructor(needs: QueueNeeds) {
    this.#needs = needs
  }

  waiting(reason: ReviewReason): number {
    return this.#waiting.get(reason) ?? 0
  }

  get oldestSec(): number {
    return this.#oldestAtMs === undefined ? 0 : (this.#needs.clock.nowMs() - this.#oldestAtMs) / 1000
  }

  async refresh(): Promise<void> {
    const rows = await measureReview(this.#needs.db)
    const known = rows.filter(({ reason }) => reviewReasons.some((one) => one === reason))
    this.#waiting = new Map(known.map(({ reason, conversions }) => [reason, conversions]))
    this.#oldestAtMs = known.length === 0 ? undefined : Math.min(...known.map(({ oldestAtMs }) => oldestAtMs))
  }

  follow(): () => Promise<void> {
    return readEvery(
      everyMs,
      () => this.refresh(),
      (error) => this.#needs.log.warn({ err: error }, 'review queue could not be counted'),
    )
  }
}
