import type { Clock, Log } from '../../ports/ports.ts'

interface SampledNeeds {
  readonly log: Log
  readonly clock: Pick<Clock, 'monotonicMs'>
  /** The level of the lines, and what they say. */
  readonly level: 'info' | 'warn' | 'error'
  readonly event: string
  /** The event of the line that counts those which were left out. */
  readonly leftOutEvent: string
}

/** Texts and numbers of which there are few: they are told again in the line that counts. */
type Kind = Readonly<Record<string, string | number>>

interface Counted {
  readonly kind: Kind
  shown: number
  leftOut: number
  /** Since when lines are left out. */
  sinceMs: number
}

/** Lines of a kind that are written in full, until none of it has come for a whole span. */
const shownMax = 5
/** A line for each kind that had more, so often, and one when it is over. */
const spanMs = 30_000
/** Kinds that are told apart; all beyond them are one kind. */
const kindsMax = 100
const otherKinds: Kind = { others: 'kinds beyond the first hundred' }

/**
 * Lines of which an outage writes thousands: the first few of each kind are written in full, all others are counted.
 * At level debug each is written.
 */
export class LogSampler {
  readonly #needs: SampledNeeds
  readonly #kinds = new Map<string, Counted>()
  #timer: NodeJS.Timeout | undefined

  constructor(needs: SampledNeeds) {
    this.#needs = needs
  }

  note(kind: Kind, more: object): void {
    const { log, level, event } = this.#needs
    const counted = this.#counted(kind)
    if (counted.shown < shownMax) {
      counted.shown += 1
      log[level]({ ...kind, ...more }, event)
    } else {
      if (counted.leftOut === 0) counted.sinceMs = this.#needs.clock.monotonicMs()
      counted.leftOut += 1
      log.debug({ ...kind, ...more }, event)
    }
    this.#timer ??= setInterval(() => this.tell(), spanMs).unref()
  }

  /** Writes what was counted since the last time; a kind of which nothing came is new again. */
  tell(): void {
    const { log, level, leftOutEvent, clock } = this.#needs
    for (const [key, counted] of this.#kinds) {
      const { kind, leftOut, sinceMs } = counted
      if (leftOut === 0) {
        this.#kinds.delete(key)
        continue
      }
      const seconds = Math.round((clock.monotonicMs() - sinceMs) / 1000)
      log[level]({ ...kind, leftOut, seconds }, leftOutEvent)
      counted.leftOut = 0
    }
    if (this.#kinds.size === 0) this.#rest()
  }

  /** Tells of the last ones. */
  close(): void {
    this.tell()
    this.#rest()
  }

  #rest(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #counted(kind: Kind): Counted {
    const key = Object.values(kind).join(' ')
    const known = this.#kinds.get(key)
    if (known !== undefined) return known
    if (this.#kinds.size >= kindsMax && kind !== otherKinds) return this.#counted(otherKinds)
    const counted = { kind, shown: 0, leftOut: 0, sinceMs: 0 }
    this.#kinds.set(key, counted)
    return counted
  }
}
