import { parentPort, workerData } from 'node:worker_threads'
import type { CatalogueData } from '@quoin/core/catalogue/catalogue-data.ts'
import { openDatabase } from '../store/database.ts'
import type { ThreadOrder } from './build-in-thread.ts'
import { buildCatalogue } from './load-catalogue.ts'

const statementTimeoutMs = 60_000

/** Every buffer in the catalogue: handed over instead of copied. */
function buffersOf(data: CatalogueData): ArrayBuffer[] {
  const buffers = new Set<ArrayBuffer>()
  const visit = (value: unknown): void => {
    if (ArrayBuffer.isView(value)) {
      if (value.buffer instanceof ArrayBuffer) buffers.add(value.buffer)
    } else if (value instanceof Map) {
      for (const inner of value.values()) visit(inner)
    } else if (typeof value === 'object' && value !== null) {
      for (const inner of Object.values(value)) visit(inner)
    }
  }
  visit(data)
  return [...buffers]
}

const { databaseUrl, fallbackImageUrl } = workerData as ThreadOrder // given by buildInThread
const db = await openDatabase({ url: databaseUrl, connectionsMax: 1, statementTimeoutMs })
try {
  const data = await buildCatalogue({ db, fallbackImageUrl })
  parentPort?.postMessage(data, buffersOf(data))
} finally {
  await db.close()
}
