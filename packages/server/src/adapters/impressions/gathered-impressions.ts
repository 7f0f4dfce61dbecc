import { hourMs } from '@quoin/core/time/durations.ts'
import type { Meters } from '../../ports/meters.ts'
import type { Clock, Impression, ImpressionCounts, Log } from '../../ports/ports.ts'
import { addImpressions, type ImpressionCount } from '../../store/impressions/impressions.ts'
import type { Database } from '../../store/pg/database.ts'

const writeEveryMs = 5_000

/** Sums that wait; what would need another one beyond is dropped, and the metrics say how much. */
const countsMax = 20_000

interface Needs {
  readonly db: Database
  readonly log: Log
  readonly clock: Clock
  readonly meters: Meters
}

/**
 * Gathers impressions and adds their sums now and then: no beacon waits for the database, and a process that dies loses
 * what came within the last seconds.
 */
export class GatheredImpressions implements ImpressionCounts {
  readonly #needs: Needs
  readonly #timer: NodeJS.Timeout
  #counts = new Map<string, ImpressionCount>()
  #writing: Promise<void> | undefined

  constructor(needs: Needs) {
    this.#needs = needs
    this.#timer = setInterval(() => void this.write(), writeEveryMs)
    this.#timer.unref()
  }

  add(impression: Impression): void {
    const { clock, meters } = this.#needs
    const hourSec = (Math.floor(clock.nowMs() / hourMs) * hourMs) / 1000
    const isKept = this.#keep({ ...impression, hourSec, impressions: 1 })
    meters.count('impressions_total', { outcome: isKept ? 'counted' : 'dropped' })
  }

  /** Adds what was gathered; one transaction at a time. */
  async write(): Promise<void> {
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined
    })
    await this.#writing
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#writing
    await this.write()
  }

  async #write(): Promise<void> {
    const counts = [...this.#counts.values()]
    if (counts.length === 0) return
    this.#counts = new Map()
    try {
      await addImpressions(this.#needs.db, counts)
    } catch (error) {
      // They are added with the next ones, as far as there is room for them.
      for (const count of counts) this.#keep(count)
      this.#needs.log.warn({ err: error }, 'impressions could not be written')
    }
  }

  #keep(count: ImpressionCount): boolean {
    const { hourSec, appId, offerId, country, platform, impressions } = count
    const key = `${hourSec} ${appId} ${offerId} ${country} ${platform}`
    const known = this.#counts.get(key)
    if (known === undefined && this.#counts.size >= countsMax) return false
    this.#counts.set(key, known ? { ...known, impressions: known.impressions + impressions } : count)
    return true
  }
}
