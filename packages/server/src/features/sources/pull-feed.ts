import { readRetryAfter } from '@quoin/core/outgoing/read-retry-after.ts'
import type { FailureCause } from '@quoin/core/sources/source.ts'
import type {
  FeedAccount,
  FeedAnswer,
  FeedFault,
  FeedKind,
  FeedPage,
  FeedRequest,
} from '../../feeds/feed-kind.ts'
import { isFault } from '../../feeds/is-fault.ts'
import { readAnswer } from '../../feeds/read-answer.ts'
import { decodeText } from '../../feeds/read/decode-text.ts'
import type { Ports } from '../../ports/ports.ts'
import { pauseUntil } from '../jobs/pause-until.ts'
import { UnchangedFeed, validatorsIn } from './feed-validators.ts'

/** A run that has failed: the offers of its source stay as they are. */
export class FailedRun extends Error {
  readonly failure: FailureCause
  /** The network wants to be left alone for so long; a day at most. */
  readonly retryAfterSec: number | undefined

  constructor(failure: FailureCause, message: string, retryAfterSec?: number) {
    super(message)
    this.failure = failure
    this.retryAfterSec = retryAfterSec === undefined ? undefined : Math.min(retryAfterSec, retryAfterSecMax)
  }
}

const retryAfterSecMax = 86_400

/** How patiently a network is asked. */
export interface Patience {
  /** Seconds before a question is asked again, longer each time. */
  readonly retrySec: number
  /** Milliseconds from one question to the next; left out: as its kind says. */
  readonly betweenMs?: number
  /** Milliseconds for an answer; left out: a minute, because feeds are long. */
  readonly callMs?: number
  /** Rest after work, in times of how long that took; nothing where nobody else needs the process. */
  readonly restFactor: number
  /** How often a question is asked; left out: a few times. */
  readonly triesMax?: number
}

export const usualPatience: Patience = { retrySec: 3, restFactor: 24 }
/** Somebody waits in front of a page. */
export const patienceOfPages: Patience = { retrySec: 1, restFactor: 0, callMs: 10_000 }
/** A command has its process for itself. */
export const patienceOfCommands: Patience = { retrySec: 3, restFactor: 0 }

interface Pull {
  readonly patience: Patience
  readonly kind: FeedKind
  readonly account: FeedAccount
  readonly signal: AbortSignal
  /** Headers by which the network answers only where something is new. */
  readonly condition?: Readonly<Record<string, string>>
}

const callMs = 60_000
const bytesMax = 64 * 1024 * 1024
const redirectsMax = 3
const pagesMax = 1_000
const recordsMax = 200_000
const triesMax = 3
const pauseSecMax = 40
const restMsMax = 2_000

type CallerPorts = Pick<Ports, 'outgoing' | 'clock' | 'store' | 'db'>

/** Asks the network of a source, politely. */
export class FeedCaller {
  /** Questions about single offers that this run has asked. */
  completions = 0
  /** The wait that its last answer asked for. */
  retryAfterSec: number | undefined
  /** The network's words about the first page, for the next run. */
  validators: ReturnType<typeof validatorsIn>
  readonly #ports: CallerPorts
  readonly #pull: Pull
  readonly #aborted: Promise<never>

  constructor(ports: CallerPorts, pull: Pull) {
    this.#ports = ports
    this.#pull = pull
    this.#aborted = aborted(pull.signal)
    // Nobody may be asking just then.
    this.#aborted.catch(() => {})
  }

  /** The pages of a feed as they come. Throws FailedRun where there is nothing to go by, or where it has no end. */
  async *pages(): AsyncGenerator<FeedPage> {
    const { kind, account } = this.#pull
    const first = kind.firstPage(account)
    let request: FeedRequest | undefined = {
      ...first,
      headers: { ...first.headers, ...this.#pull.condition },
    }
    let seen = 0
    for (let page = 1; request !== undefined; page += 1) {
      if (page > pagesMax || seen > recordsMax) {
        const message = `It has more than ${seen > recordsMax ? `${recordsMax} offers` : `${pagesMax} pages`}: no end is seen.`
        throw new FailedRun('endless', message)
      }
      const progress = { page, seen }
      const read: FeedPage | FeedFault = await this.ask(request, (answer) => {
        if (progress.page === 1) this.validators = validatorsIn(answer.headers)
        return kind.readPage(answer, account, progress)
      })
      if (isFault(read)) throw new FailedRun(read.cause, read.message, this.retryAfterSec)
      seen += read.records.length
      yield read
      request = read.next
    }
  }

  /**
   * Asks one question; what may be over soon is asked again, a few times. A request that changes something is sent once: it
   * may have been heard although nothing came back.
   */
  async ask<Read extends object>(
    request: FeedRequest,
    read: (answer: FeedAnswer) => Read | FeedFault,
    { isOnce = false }: { readonly isOnce?: boolean } = {},
  ): Promise<Read | FeedFault> {
    for (let tries = 1; ; tries += 1) {
      const outcome = await this.#send(request, read)
      if (!isFault(outcome)) return outcome
      const isPassing = !isOnce && (outcome.cause === 'rate_limited' || outcome.cause === 'network_failed')
      const waitSec = Math.max(this.retryAfterSec ?? 0, this.#pull.patience.retrySec * tries)
      if (!isPassing || tries >= (this.#pull.patience.triesMax ?? triesMax) || waitSec > pauseSecMax)
        return outcome
      await this.#pause(waitSec * 1000)
    }
  }

  /** Leaves the process to others for a while. */
  async rest(workedMs: number): Promise<void> {
    await this.#pause(Math.min(workedMs * this.#pull.patience.restFactor, restMsMax))
  }

  /** The first page alone is asked for so: an answer to another one says nothing of the feed. */
  #isConditional({ headers }: FeedRequest): boolean {
    return Object.keys(this.#pull.condition ?? {}).some((name) => name in headers)
  }

  async #pause(ms: number): Promise<void> {
    const { signal } = this.#pull
    if (ms > 0) await pauseUntil(ms, signal)
    signal.throwIfAborted()
  }

  async #send<Read extends object>(
    request: FeedRequest,
    read: (answer: FeedAnswer) => Read | FeedFault,
  ): Promise<Read | FeedFault> {
    const { clock, outgoing, store, db } = this.#ports
    const { kind, account, patience } = this.#pull
    const { betweenMs = kind.pace.betweenMs } = patience
    if (betweenMs > 0)
      await this.#pause(await store.feedPaces.takeSlot(db, { host: hostOf(request), betweenMs }))
    const totalMs = patience.callMs ?? callMs
    this.retryAfterSec = undefined
    const asking = outgoing.send(request, { totalMs, bytesMax, redirectsMax, isPacked: true })
    const result = await Promise.race([asking, this.#aborted])
    if (result.kind === 'failure')
      return { cause: 'network_failed', message: `The network did not answer: ${result.detail}` }
    const { status, headers } = result
    const waitMs = readRetryAfter(headers['retry-after'] ?? '', clock.nowMs())
    if (waitMs !== undefined) this.retryAfterSec = Math.ceil(waitMs / 1000)
    if (status === 304 && this.#isConditional(request)) throw new UnchangedFeed()
    const text = decodeText(result.bytes ?? new Uint8Array(), headers)
    const answer = readAnswer(kind, { status, headers, text }, account)
    return isFault(answer) ? answer : read(answer)
  }
}

function hostOf({ url }: FeedRequest): string {
  return new URL(url).host
}

/** A server that stops does not wait for a network that is slow. */
async function aborted(signal: AbortSignal): Promise<never> {
  return await new Promise((_resolve, reject) => {
    const end = (): void => reject(signal.reason)
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })
}
