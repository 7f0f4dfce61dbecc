import cluster, { type Worker } from 'node:cluster'
import { unavailable } from '@quoin/core/errors.ts'
import type { Clock, RateVerdict } from '../../ports/ports.ts'
import { Batcher } from '../../group-commit/batcher.ts'
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

/** How long a worker waits for the primary before a call fails: the primary does little else. */
const answerTimeoutMs = 5_000

/** The worker's side: exact over all workers of a machine, since one process keeps the logs. */
export class PrimaryRateLimiter implements OpenRateLimiter {
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

  /** They are the primary's. */
  get keys(): number {
    return 0
  }

  async close(): Promise<void> {
    await this.#batcher.drain()
  }

  /** Throws SERVER_ERROR (503) while the primary does not answer, or not in time. */
  async admit(keyId: number, limit: number): Promise<RateVerdict> {
    try {
      return await this.#batcher.add({ keyId, limit })
    } catch (error) {
      throw unavailable('The service is busy. Please try again.', { retryAfterSec: 1, cause: error })
    }
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

/** Messages between our own processes; the kind says which. */
function isMessage<Message extends { kind: string }>(
  value: unknown,
  kind: Message['kind'],
): value is Message {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === kind
}
