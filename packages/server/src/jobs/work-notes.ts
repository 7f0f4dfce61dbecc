import { type PeriodicWorkName, periodicWorkNames } from '@quoin/core/alerts/periodic-work.ts'
import { minuteMs } from '@quoin/core/time/durations.ts'
import type { Ports } from '../ports/ports.ts'

type Needs = Pick<Ports, 'db' | 'store' | 'clock' | 'log'>

/**
 * Notes in the database when each periodic work did well, at most once a minute: no work waits for it, and one that
 * cannot be written is noted by the next success.
 */
export class WorkNotes {
  readonly #needs: Needs
  readonly #notedAtMs = new Map<PeriodicWorkName, number>()
  readonly #writing = new Set<Promise<void>>()

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** From now on all of them are expected to do well. */
  async expectAll(): Promise<void> {
    await this.#needs.store.workSuccesses.expectWorks(this.#needs.db, periodicWorkNames)
  }

  note(name: PeriodicWorkName): void {
    const nowMs = this.#needs.clock.monotonicMs()
    if (nowMs - (this.#notedAtMs.get(name) ?? Number.NEGATIVE_INFINITY) < minuteMs) return
    this.#notedAtMs.set(name, nowMs)
    const writing = this.#write(name).finally(() => this.#writing.delete(writing))
    this.#writing.add(writing)
  }

  /** Resolves when nothing is being written. */
  async close(): Promise<void> {
    await Promise.all(this.#writing)
  }

  async #write(name: PeriodicWorkName): Promise<void> {
    const { db, store, log } = this.#needs
    try {
      await store.workSuccesses.noteSuccess(db, name)
    } catch (error) {
      this.#notedAtMs.delete(name)
      log.debug({ err: error, name }, 'success of periodic work was not noted')
    }
  }
}
