import { rollUpStats } from '../features/stats/roll-up-stats.ts'
import type { Ports } from '../ports/ports.ts'
import { pauseUntil } from './pause-until.ts'

/** How often the statistics are rolled up. Readers count the rest themselves, so that it need not be often. */
const pauseMaxMs = 5_000
/**
 * Unless much is reported: many conversions at a time would keep the database from those who wait for it. Clicks
 * alone do not make it sooner: each look reads again what their index has not summarised yet.
 */
const eventsAtATime = 5_000
const pauseMinMs = 1_000

/** Rolls up the statistics again and again, until it is stopped. One of many processes does it at a time. */
export function keepStats({ db, store, log, clock }: Pick<Ports, 'db' | 'store' | 'log' | 'clock'>): {
  stop(): Promise<void>
} {
  const stopping = new AbortController()
  const round = async (): Promise<number> => (await rollUpStats({ db, store }, stopping.signal)).events
  const keep = async (): Promise<void> => {
    let sinceMs = clock.monotonicMs()
    while (!stopping.signal.aborted) {
      const events = await round().catch((error: unknown) => {
        log.warn({ err: error }, 'statistics roll-up failed')
        return 0
      })
      const nowMs = clock.monotonicMs()
      await pauseUntil(pauseAfter({ events, inMs: nowMs - sinceMs }), stopping.signal)
      sinceMs = nowMs
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

/** Until about `eventsAtATime` are due, if as many come as did until now. */
export function pauseAfter({ events, inMs }: { events: number; inMs: number }): number {
  const untilDueMs = events === 0 ? pauseMaxMs : (inMs * eventsAtATime) / events
  return Math.min(pauseMaxMs, Math.max(pauseMinMs, untilDueMs))
}
