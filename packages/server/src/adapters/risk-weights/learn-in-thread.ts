import { Worker } from 'node:worker_threads'
import type { Learnt } from '@quoin/core/risk/learning/learn-weights.ts'
import type { FitOrder } from '../../ports/ports.ts'

/** Fits and judges weights in a thread: it takes seconds, in which requests are answered. */
export function learnInThread(order: FitOrder): Promise<Learnt> {
  const worker = new Worker(new URL('./fit-thread.ts', import.meta.url), { workerData: order })
  return new Promise((resolve, reject) => {
    worker.once('message', (learnt: Learnt) => resolve(learnt))
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`the fit ended with ${code} before it was done`)))
  })
}
