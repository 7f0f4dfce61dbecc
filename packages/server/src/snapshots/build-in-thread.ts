import { Worker } from 'node:worker_threads'
import type { CatalogueData } from '@quoin/core/catalogue/catalogue-data.ts'

export interface ThreadOrder {
  readonly databaseUrl: string
  readonly fallbackImageUrl: string
}

/** Builds a catalogue in a thread that ends with it: its garbage goes with it, and its arrays come over uncopied. */
export function buildInThread({ databaseUrl, fallbackImageUrl }: ThreadOrder): Promise<CatalogueData> {
  const order: ThreadOrder = { databaseUrl, fallbackImageUrl }
  const worker = new Worker(new URL('./catalogue-thread.ts', import.meta.url), { workerData: order })
  return new Promise((resolve, reject) => {
    worker.once('message', (data: CatalogueData) => resolve(data))
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`the catalogue thread ended with ${code} before it was done`)))
  })
}
