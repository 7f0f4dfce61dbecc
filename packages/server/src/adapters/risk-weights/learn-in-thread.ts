import { Worker } from 'node:worker_threads'
import type { Learnt, Outcome } from '@quoin/core/risk/learn-weights.ts'
import type { Weights } from '@quoin/core/risk/weights.ts'

export interface FitOrder {
  readonly outcomes: readonly Outcome[]
  readonly version: string
  readonly current: Weights
}

/** Fits weights in a thread: it takes seconds, in which requests are answered. */
export function learnInThread(
  outcomes: readonly Outcome[],
  given: { readonly version: string; readonly current: Weights },
): Promise<Learnt> {
  const workerData: FitOrder = { outcomes, ...given }
  const worker = new Worker(new URL('./fit-thread.ts', import.meta.url), { workerData })
  return new Promise((resolve, reject) => {
    worker.once('message', (learnt: Learnt) => resolve(learnt))
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`the fit ended with ${code} before it was done`)))
  })
}
