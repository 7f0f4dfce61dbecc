import { reviewReasons } from '@quoin/core/conversions/conversion.ts'
import type { ClickSpool } from '../../adapters/click-spool/click-spool.ts'
import type { DatabaseGate } from '../../adapters/database-gate/database-gate.ts'
import type { MeterRegistry } from '../../adapters/metrics/meters.ts'
import type { OpenWriters } from './open-writers.ts'
import type { LiveClock } from '../../snapshots/live/live-clock.ts'
import type { LiveNetworkActivity } from '../../snapshots/live/live-network-activity.ts'
import type { LiveReviewQueue } from '../../snapshots/live/live-review-queue.ts'
import type { Database } from '../../store/pg/database.ts'

interface Shown {
  readonly db: Database
  readonly limiter: { readonly keys: number }
  readonly queues: OpenWriters['queues']
  readonly gate: DatabaseGate
  readonly spool: ClickSpool
  readonly review: LiveReviewQueue
  readonly networkActivity: LiveNetworkActivity
  readonly clocks: LiveClock
}

/** Figures that /metrics reads when somebody asks. */
export function showGauges(
  meters: MeterRegistry,
  { db, limiter, queues, gate, spool, review, networkActivity, clocks }: Shown,
): void {
  for (const [name, queue] of Object.entries(queues)) {
    const labels = { queue: name }
    meters.gauge({
      name: 'queue_rows',
      help: 'Rows that wait to be written.',
      labels,
      read: () => queue.waiting,
    })
    meters.gauge({
      name: 'queue_oldest_seconds',
      help: 'Age of the oldest waiting row.',
      labels,
      over: 'max',
      read: () => queue.oldestAgeMs / 1000,
    })
  }
  for (const state of ['total', 'idle', 'waiting'] as const) {
    const labels = { state }
    const help = 'Connections of the pool.'
    meters.gauge({ name: 'database_connections', help, labels, read: () => db.poolState()[state] })
  }
  meters.gauge({
    name: 'database_away',
    help: '1 while the database does not take writes.',
    over: 'max',
    read: () => Number(gate.isAway),
  })
  meters.gauge({
    name: 'spool_bytes',
    help: 'Clicks on the local disk that wait for the database, of all processes that share it.',
    over: 'max',
    read: () => spool.bytes,
  })
  meters.gauge({
    name: 'spool_max_bytes',
    help: 'The most that they may take: SPOOL_MAX_MB.',
    over: 'max',
    read: () => spool.maxBytes,
  })
  meters.gauge({
    name: 'clock_difference_seconds',
    help: 'How far the clock of this process is ahead of that of the database.',
    over: 'max',
    read: () => clocks.differenceSec,
  })
  meters.gauge({ name: 'limiter_keys', help: 'API keys with calls in the window.', read: () => limiter.keys })
  for (const reason of reviewReasons) {
    meters.gauge({
      name: 'review_waiting',
      help: 'Conversions that wait for an operator, counted up to 100,000.',
      labels: { reason },
      over: 'max',
      read: () => review.waiting(reason),
    })
  }
  meters.gauge({
    name: 'postback_silence_seconds',
    help: 'Since the last accepted postback of each network with ten or more in a week.',
    labels: { network: '' },
    over: 'max',
    read: () => networkActivity.silences(),
  })
  meters.gauge({
    name: 'review_oldest_seconds',
    help: 'For how long the oldest of them has waited.',
    over: 'max',
    read: () => review.oldestSec,
  })
}
