import { readId } from '@quoin/core/tracking/click-id.ts'
import { networkOf } from '@quoin/core/detect/address.ts'
import { RateWindow } from '@quoin/core/limits/rate-window.ts'
import type { Ports } from '../../ports/ports.ts'
import type { LoggedRequest } from '../../store/postbacks/postback-requests.ts'

type Needs = Pick<Ports, 'db' | 'store' | 'clock' | 'log'>

const windowMs = 60_000
/** The bounds: one network that has proven itself, all that wait for a spooled click, and one address else. */
const provenPerMinute = 600
const awaitedPerMinute = 600
const unprovenPerMinute = 10
/** The total of everybody together. */
const allPerMinute = 1_200
const sendersMax = 1_000
const waitingMax = 200
/** How often the process's own log says that lines were lost. */
const tellEveryMs = 60_000

/**
 * The log of refused postbacks: a sample that is bounded per sender and in all, so that nobody can fill the
 * disk. It is written apart from what is answered, a batch at a time, and what it loses is only a line of it.
 */
export class RefusalLog {
  readonly #needs: Needs
  readonly #all = new RateWindow({ limit: allPerMinute, windowMs })
  readonly #senders = new Map<string, RateWindow>()
  #waiting: LoggedRequest[] = []
  #writing: Promise<void> | undefined
  /** Lines that were lost since the log last said so, and when that was. */
  #lost = 0
  #toldAtMs = Number.NEGATIVE_INFINITY

  constructor(needs: Needs) {
    this.#needs = needs
  }

  note(refused: LoggedRequest): void {
    if (this.#waiting.length >= waitingMax || !this.#isSampled(refused)) return
    this.#waiting.push(refused)
    this.#writing ??= this.#write()
  }

  /** Resolves when everything that was noted is written. */
  async close(): Promise<void> {
    while (this.#writing) await this.#writing
    this.#tellLost(undefined)
  }

  #isSampled(refused: LoggedRequest): boolean {
    const nowMs = this.#needs.clock.monotonicMs()
    const { sender, limit } = senderOf(refused)
    const window = this.#senders.get(sender) ?? new RateWindow({ limit, windowMs })
    // Moved to the end, so that the sender who was silent for longest is forgotten first.
    this.#senders.delete(sender)
    if (this.#senders.size >= sendersMax) this.#senders.delete(this.#senders.keys().next().value ?? '')
    this.#senders.set(sender, window)
    return window.admit(nowMs).isAdmitted && this.#all.admit(nowMs).isAdmitted
  }

  async #write(): Promise<void> {
    const { db, store } = this.#needs
    while (this.#waiting.length > 0) {
      const batch = this.#waiting
      this.#waiting = []
      try {
        await store.postbackRequests.insertRequests(db, await this.#withoutErased(batch))
      } catch (error) {
        this.#lost += batch.length
        const nowMs = this.#needs.clock.monotonicMs()
        // In an outage each batch is one refused postback: told once a minute, with how many it were.
        if (nowMs - this.#toldAtMs < tellEveryMs) continue
        this.#toldAtMs = nowMs
        this.#tellLost(error)
      }
    }
    this.#writing = undefined
  }

  #tellLost(error: unknown): void {
    if (this.#lost === 0) return
    this.#needs.log.warn({ err: error, lines: this.#lost }, 'refused postbacks could not be logged')
    this.#lost = 0
  }

  /** A network may name the user of an old click again, long after they were erased. */
  async #withoutErased(batch: readonly LoggedRequest[]): Promise<readonly LoggedRequest[]> {
    const { db, store } = this.#needs
    const clickIds = batch.flatMap(({ clickId }) => readId(clickId ?? '') ?? [])
    if (clickIds.length === 0) return batch
    const erased = await store.erasedMessages.listErasedClicks(db, clickIds)
    return batch.map((one) =>
      erased.has(readId(one.clickId ?? '') ?? '') ? { ...one, parameters: {}, refused: null } : one,
    )
  }
}

function senderOf({ networkId, address, httpStatus }: LoggedRequest): { sender: string; limit: number } {
  if (networkId !== null) return { sender: `network ${networkId}`, limit: provenPerMinute }
  if (httpStatus === 503) return { sender: 'awaited', limit: awaitedPerMinute }
  return { sender: `address ${networkOf(address ?? '')}`, limit: unprovenPerMinute }
}
