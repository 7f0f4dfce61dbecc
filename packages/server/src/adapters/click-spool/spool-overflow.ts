import type { Click } from '@quoin/core/tracking/click.ts'
import { QueueFullError } from '../../group-commit/batcher.ts'
import type { Log } from '../../ports/ports.ts'
import type { ClickSpool } from './click-spool.ts'

/** How often it is looked whether the queue takes clicks again, and the record of the time is renewed. */
const lookMs = 1_000
/** After a replay that failed. */
const againMs = 30_000
/** Clicks that may wait until their time is on record. */
const waitingMax = 5_000
/** How long an end waits for clicks that could be written now. */
const endMaxMs = 10_000

interface OverflowNeeds {
  readonly spool: Pick<ClickSpool, 'add' | 'bytes' | 'recount'>
  /** The oldest click waits no longer before its replay begins; 0: nothing overflows. */
  readonly ageMaxMs: number
  /** Room that outages need as well stays free. */
  readonly bytesMax: number
  /** Puts on record that clicks of this moment may lie in the spool, so that their postbacks are asked to come again. */
  readonly note: () => Promise<void>
  /** Resolves to whether all that is spooled by now is in the database. */
  readonly replay: () => Promise<boolean>
  /** Whether the queue takes more than it did: what waits can be written beside what comes. */
  readonly isCalm: () => boolean
  readonly monotonicMs: () => number
  readonly onClick: () => void
  readonly log: Pick<Log, 'info' | 'warn'>
}

/** One time in which clicks went over. */
interface Flood {
  readonly sinceMs: number
  readonly noted: Promise<void>
  readonly timer: NodeJS.Timeout
  clicks: number
}

/**
 * Clicks that a full queue does not take go to the spool in place of being refused. They are brought over when the queue
 * has calmed down, and the next ones are of another flood. When the oldest has waited for too long, no more go over, and
 * they are brought over all the same.
 */
export class SpoolOverflow {
  readonly #needs: OverflowNeeds
  /** The clicks of this one are not brought over yet. */
  #flood: Flood | undefined
  /** Oldest first: those that are being brought over, then the one that takes more. */
  readonly #floods = new Set<Flood>()
  #waiting = 0

  constructor(needs: OverflowNeeds) {
    this.#needs = needs
  }

  /** Whether a click that the queue refuses may go over. */
  get takes(): boolean {
    const { spool, ageMaxMs, bytesMax } = this.#needs
    return this.#ageMs() < ageMaxMs && spool.bytes < bytesMax
  }

  /** Resolves when the click is on the disk, and its time on record. */
  async add(click: Click): Promise<void> {
    const flood = this.#flood ?? this.#begin()
    await this.#awaitNote(flood)
    await this.#needs.spool.add(click)
    flood.clicks += 1
    this.#needs.onClick()
  }

  /** Writes what is left, if that is soon done; else the next start does. */
  async close(): Promise<void> {
    if (this.#floods.size === 0) return
    const { promise: late, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, endMaxMs)
    await Promise.race([this.#flood ? this.#drain(this.#flood) : this.#needs.replay(), late])
    clearTimeout(timer)
  }

  async #awaitNote(flood: Flood): Promise<void> {
    if (this.#waiting >= waitingMax) throw new QueueFullError('overflow')
    this.#waiting += 1
    await flood.noted.finally(() => {
      this.#waiting -= 1
    })
  }

  /** For how long the oldest click may have waited. */
  #ageMs(): number {
    const [oldest] = this.#floods
    return oldest === undefined ? 0 : this.#needs.monotonicMs() - oldest.sinceMs
  }

  #begin(): Flood {
    const { monotonicMs, note, log } = this.#needs
    const timer = setInterval(() => void this.#look(flood), lookMs)
    const flood: Flood = { sinceMs: monotonicMs(), noted: note(), timer, clicks: 0 }
    this.#flood = flood
    this.#floods.add(flood)
    log.info({}, 'more clicks than the database takes: they go to the spool')
    flood.noted.catch((err: unknown) => {
      log.warn({ err }, 'spooling could not be recorded')
      void this.#drain(flood)
    })
    return flood
  }

  async #look(flood: Flood): Promise<void> {
    const { spool, isCalm, note, log } = this.#needs
    await spool.recount().catch(() => {})
    if (flood !== this.#flood) return
    if (isCalm() || !this.takes) return await this.#drain(flood)
    // Whoever brings over the clicks of the folder ends what is on record of it.
    await note().catch((err: unknown) => log.warn({ err }, 'spooling could not be recorded'))
  }

  async #drain(flood: Flood): Promise<void> {
    if (flood !== this.#flood) return
    this.#flood = undefined
    clearInterval(flood.timer)
    await this.#bringOver(flood)
  }

  /** The age of a flood counts on for as long as its clicks are not in the database. */
  async #bringOver(flood: Flood): Promise<void> {
    const { replay, monotonicMs, log } = this.#needs
    const isOver = await replay()
    const seconds = Math.round((monotonicMs() - flood.sinceMs) / 1000)
    const facts = { clicks: flood.clicks, seconds }
    if (isOver) {
      this.#floods.delete(flood)
      log.info(facts, 'clicks that went to the spool are brought over')
      return
    }
    log.warn(facts, 'clicks of a peak are in the spool still')
    setTimeout(() => void this.#bringOver(flood), againMs).unref()
  }
}
