import { type RolledUp, rollUpStats } from '../features/stats/roll-up-stats.ts'
import type { Ports } from '../ports/ports.ts'
import { pauseUntil } from '../features/jobs/pause-until.ts'

/** How often the statistics are rolled up. Readers count the rest themselves, so that it need not be often. */
const pauseMaxMs = 5_000
/** Unless much comes: what is not rolled up yet is counted by each reader, and many conversions at once keep the database busy. */
const atATime = { clicks: 25_000, events: 5_000 }
const pauseMinMs = 1_000

/** Rolls up the statistics again and again, until it is stopped. One of many processes does it at a time. */
export function keepStats({
  db,
  store,
  log,
  clock,
  onSuccess,
}: Pick<Ports, 'db' | 'store' | 'log' | 'clock'> & { readonly onSuccess: () => void }): {
  stop(): Promise<void>
} {
  const stopping = new AbortController()
  const round = async (): Promise<RolledUp> => {
    await store.clickWeeks.summariseNewClicks(db, clock.nowMs())
    const rolledUp = await rollUpStats({ db, store }, stopping.signal)
    onSuccess()
    return rolledUp
  }
  const keep = async (): Promise<void> => {
    let sinceMs = clock.monotonicMs()
    while (!stopping.signal.aborted) {
      const rolledUp = await round().catch((error: unknown) => {
        log.warn({ err: error }, 'statistics roll-up failed')
        return { rows: 0, events: 0 }
      })
      const nowMs = clock.monotonicMs()
      await pauseUntil(pauseAfter(rolledUp, nowMs - sinceMs), stopping.signal)
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

/** Until as much is due as goes at a time, if as much comes as did in the time until now. */
export function pauseAfter({ rows, events }: RolledUp, inMs: number): number {
  const share = Math.max((rows - events) / atATime.clicks, events / atATime.events)
  const untilDueMs = share === 0 ? pauseMaxMs : inMs / share
  return Math.min(pauseMaxMs, Math.max(pauseMinMs, untilDueMs))
}
