import type { Click } from '@quoin/core/tracking/click.ts'
import type { Log } from '../../ports/ports.ts'
import type { ClickSpool } from './click-spool.ts'

/** How often it is looked whether the queue takes clicks again, and the record of the time is renewed. */
const lookMs = 1_000
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
  /** Resolves when all that is spooled by now is in the database, or cannot be brought there. */
  readonly replay: () => Promise<void>
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
  /** It is being written to the database, and takes no more. */
  isDraining: boolean
}

/**
 * Clicks that a full queue does not take go to the spool in place of being refused. They are brought over when the queue
 * has calmed down. When the oldest has waited for too long, no more go over, and they are brought over all the same.
 */
export class SpoolOverflow {
  readonly #needs: OverflowNeeds
  #flood: Flood | undefined

  constructor(needs: OverflowNeeds) {
    this.#needs = needs
  }

  /** Whether a click that the queue refuses may go over. */
  get takes(): boolean {
    return this.#flood === undefined
      ? this.#hasRoom(0)
      : !this.#flood.isDraining && this.#hasRoom(this.#ageMs())
  }

  /** Resolves when the click is on the disk, and its time on record. */
  async add(click: Click): Promise<void> {
    const flood = this.#flood ?? this.#begin()
    this.#flood = flood
    flood.clicks += 1
    await flood.noted
    await this.#needs.spool.add(click)
    this.#needs.onClick()
  }

  /** Writes what is left, if that is soon done; else the next start does. */
  async close(): Promise<void> {
    const flood = this.#flood
    if (flood === undefined) return
    clearInterval(flood.timer)
    const { promise: late, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, endMaxMs)
    await Promise.race([this.#drain(flood), late])
    clearTimeout(timer)
  }

  #ageMs(): number {
    return this.#flood === undefined ? 0 : this.#needs.monotonicMs() - this.#flood.sinceMs
  }

  #hasRoom(ageMs: number): boolean {
    const { spool, ageMaxMs, bytesMax } = this.#needs
    return ageMs < ageMaxMs && spool.bytes < bytesMax
  }

  #begin(): Flood {
    const { monotonicMs, note, log } = this.#needs
    const timer = setInterval(() => void this.#look(flood), lookMs)
    const flood: Flood = { sinceMs: monotonicMs(), noted: note(), timer, clicks: 0, isDraining: false }
    log.info({}, 'more clicks than the database takes: they go to the spool')
    flood.noted.catch((err: unknown) => {
      log.warn({ err }, 'spooling could not be recorded')
      void this.#drain(flood)
    })
    return flood
  }

  async #look(flood: Flood): Promise<void> {
    await this.#needs.spool.recount()
    if (flood.isDraining) return
    if (this.#needs.isCalm() || !this.#hasRoom(this.#ageMs())) return await this.#drain(flood)
    // Whoever brings over the clicks of the folder ends what is on record of it.
    await this.#needs
      .note()
      .catch((err: unknown) => this.#needs.log.warn({ err }, 'spooling could not be recorded'))
  }

  async #drain(flood: Flood): Promise<void> {
    if (flood.isDraining) return
    flood.isDraining = true
    clearInterval(flood.timer)
    await this.#needs.replay()
    const seconds = Math.round(this.#ageMs() / 1000)
    this.#needs.log.info({ clicks: flood.clicks, seconds }, 'clicks that went to the spool are brought over')
    this.#flood = undefined
  }
}
