import cluster, { type Worker } from 'node:cluster'
import type { Clock, Log, RateVerdict } from '../../ports/ports.ts'
import { Batcher } from '../../group-commit/batcher.ts'
import { isMessage } from '../process-message.ts'
import { LocalWhileAway, type SharedLimits } from './local-while-away.ts'
import { LocalRateLimiter, type OpenRateLimiter } from './rate-limiter.ts'

/** A worker's question to the primary process: several calls in one message, answered in the same order. */
interface Question {
  readonly kind: 'quoin:admit'
  readonly id: number
  readonly calls: readonly Call[]
}

interface Answer {
  readonly kind: 'quoin:admitted'
  readonly id: number
  readonly verdicts: readonly RateVerdict[]
}

interface Call {
  readonly keyId: number
  readonly limit: number
}

const bounds = { rowsMax: 200, queueMax: 20_000, ageMaxMs: 2_000 }

/** The time for which a message is awaited: its callers have gone on by then, and the next ones are to be asked for. */
const answerTimeoutMs = 500

/** The worker's side: exact over all workers of a machine, since one process keeps the logs. */
class PrimaryLimits implements SharedLimits {
  readonly #batcher: Batcher<Call, RateVerdict>
  readonly #waiting = new Map<number, (verdicts: readonly RateVerdict[]) => void>()
  #asked = 0

  constructor(clock: Clock) {
    this.#batcher = new Batcher({
      name: 'limits',
      flush: (calls) => this.#ask(calls),
      ...bounds,
      monotonicMs: () => clock.monotonicMs(),
      isUnavailable: () => true,
    })
    process.on('message', (message: unknown) => {
      if (!isMessage<Answer>(message, 'quoin:admitted')) return
      this.#waiting.get(message.id)?.(message.verdicts)
    })
  }

  async close(): Promise<void> {
    await this.#batcher.drain()
  }

  ask(keyId: number, limit: number): Promise<RateVerdict> {
    return this.#batcher.add({ keyId, limit })
  }

  #ask(calls: readonly Call[]): Promise<readonly RateVerdict[]> {
    this.#asked += 1
    const question: Question = { kind: 'quoin:admit', id: this.#asked, calls }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(question.id)
        reject(new Error('the primary process does not answer'))
      }, answerTimeoutMs)
      this.#waiting.set(question.id, (verdicts) => {
        clearTimeout(timer)
        this.#waiting.delete(question.id)
        resolve(verdicts)
      })
      process.send?.(question)
    })
  }
}

/** While the primary does not answer (it is stopped, or has too much to do) each worker limits by itself. */
export function openPrimaryRateLimiter({ clock, log }: { clock: Clock; log: Log }): OpenRateLimiter {
  return new LocalWhileAway({
    shared: new PrimaryLimits(clock),
    clock,
    onAway: (error) =>
      log.warn({ err: error }, 'primary process became unavailable; each worker limits by itself'),
    onBack: () => log.info({}, 'primary process became available; limits are exact over all workers'),
  })
}

/** The primary's side: answers its workers from one set of logs. */
export function answerRateQuestions(clock: Clock): void {
  const limiter = new LocalRateLimiter(clock)
  cluster.on('message', (worker: Worker, message: unknown) => {
    if (!isMessage<Question>(message, 'quoin:admit')) return
    const verdicts = message.calls.map(({ keyId, limit }) => limiter.admit(keyId, limit))
    const answer: Answer = { kind: 'quoin:admitted', id: message.id, verdicts }
    if (worker.isConnected()) worker.send(answer)
  })
}
