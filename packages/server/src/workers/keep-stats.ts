import { rollUpStats } from '../features/stats/roll-up-stats.ts'
import type { Ports } from '../ports.ts'

/** How often the statistics are rolled up. What is not yet is counted by the readers, so it need not be often. */
const pauseMs = 5_000

/** Rolls up the statistics again and again, until it is stopped. Of many processes one at a time does it. */
export function keepStats({ db, store, log }: Pick<Ports, 'db' | 'store' | 'log'>): {
  stop(): Promise<void>
} {
  const stopping = new AbortController()
  const round = async (): Promise<void> => {
    if (await store.watermark.keepWriteNumbers(db)) {
      log.warn({}, 'the database was restored: numbers of writes go on above it')
    }
    await rollUpStats({ db, store }, stopping.signal)
  }
  const keep = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await round().catch((error: unknown) => log.warn({ err: error }, 'the statistics were not rolled up'))
      await pause(stopping.signal)
    }
  }
  const running = keep()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}

async function pause(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, pauseMs)
    signal.addEventListener('abort', end)
  })
}
