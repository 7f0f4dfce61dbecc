import type { PeriodicWorkName } from '@quoin/core/alerts/periodic-work.ts'
import { hourMs, minuteMs } from '@quoin/core/time/durations.ts'
import { pruneCalls } from '../features/apps/prune-calls.ts'
import { pruneCallbacks } from '../features/callbacks/prune-callbacks.ts'
import { cancelRemoved } from '../features/callbacks/endpoints/remove-endpoint.ts'
import { endAbandonedImports } from '../features/catalogue/end-abandoned-imports.ts'
import { sweepCounters } from '../features/caps/sweep-counters.ts'
import { expireClaims } from '../features/conversions/expire-claims.ts'
import { pruneImpressions } from '../features/impressions/prune-impressions.ts'
import { pruneEntries } from '../features/lists/prune-entries.ts'
import { finishErasures } from '../features/users/finish-erasures.ts'
import { releaseHolds } from '../features/conversions/release-holds.ts'
import type { Ports } from '../ports/ports.ts'
import { forgetDevices } from './forget-devices.ts'
import { keepClickPartitions } from './keep-click-partitions.ts'

type Needs = Pick<Ports, 'db' | 'store' | 'log' | 'clock' | 'settings' | 'newId' | 'keyring'>

const jobsKeptDays = 30

interface Work {
  readonly name: PeriodicWorkName
  readonly everyMs: number
  run(needs: Needs): Promise<void>
}

type OnSuccess = (name: PeriodicWorkName) => void

/** Each may run in several processes at once: what one has done the others leave alone. */
const works: readonly Work[] = [
  {
    name: 'upkeep',
    everyMs: hourMs,
    async run(needs) {
      await keepClickPartitions(needs)
      const expired = await expireClaims(needs)
      if (expired > 0) needs.log.info({ claims: expired }, 'unattributed claims expired')
      const erased = await finishErasures(needs)
      if (erased > 0) needs.log.info({ users: erased }, 'erasures finished')
      const forgotten = await forgetDevices(needs)
      if (forgotten > 0) needs.log.info({ rows: forgotten }, 'old device data deleted')
      const ended = await pruneEntries(needs)
      if (ended > 0) needs.log.info({ entries: ended }, 'ended list entries deleted')
      const pruned = await pruneCallbacks(needs)
      if (pruned > 0) needs.log.info({ callbacks: pruned }, 'old callbacks deleted')
      await needs.store.peopleSessions.deleteEndedSessions(needs.db, needs.clock.nowMs())
      await needs.store.openStreams.deleteEndedStreams(needs.db)
      await needs.store.mailsSent.deleteOldMails(needs.db)
      const jobs = await needs.store.jobs.deleteOldJobs(needs.db, jobsKeptDays)
      if (jobs > 0) needs.log.info({ jobs }, 'old jobs deleted')
      const impressions = await pruneImpressions(needs)
      if (impressions > 0) needs.log.info({ rows: impressions }, 'old impressions deleted')
      const calls = await pruneCalls(needs)
      if (calls > 0) needs.log.info({ rows: calls }, 'old request log entries deleted')
      const swept = await sweepCounters(needs)
      if (swept > 0) needs.log.info({ counters: swept }, 'stale cap counters deleted')
    },
  },
  {
    name: 'holds',
    everyMs: minuteMs,
    async run(needs) {
      const imports = await endAbandonedImports(needs)
      if (imports > 0) needs.log.warn({ imports }, 'import abandoned; imported rows remain active')
      const released = await releaseHolds(needs)
      if (released > 0) needs.log.info({ conversions: released }, 'held conversions released')
      const cancelled = await cancelRemoved(needs)
      if (cancelled > 0) needs.log.info({ callbacks: cancelled }, 'callbacks of removed endpoints cancelled')
    },
  },
]

/** Periodic work: once before the service answers, then each at its own pace. */
export async function startMaintenance(
  needs: Needs,
  onSuccess: OnSuccess = () => {},
): Promise<{ stop(): Promise<void> }> {
  const endings: (() => Promise<void>)[] = []
  for (const work of works) {
    await work.run(needs)
    onSuccess(work.name)
    endings.push(repeat(needs, work, onSuccess))
  }
  return {
    async stop() {
      await Promise.all(endings.map((stop) => stop()))
    },
  }
}

/** One round at a time: one that takes longer than its pace is not joined by another. */
function repeat(needs: Needs, { name, everyMs, run }: Work, onSuccess: OnSuccess): () => Promise<void> {
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    running ??= run(needs)
      .then(() => onSuccess(name))
      .catch((error: unknown) => needs.log.warn({ err: error }, 'periodic work failed'))
      .finally(() => {
        running = undefined
      })
  }, everyMs)
  return async () => {
    clearInterval(timer)
    await running
  }
}
