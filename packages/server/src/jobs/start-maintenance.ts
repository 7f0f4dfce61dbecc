import type { PeriodicWorkName } from '@quoin/core/alerts/periodic-work.ts'
import { hourMs, minuteMs } from '@quoin/core/time/durations.ts'
import { pruneAlerts } from '../features/alerts/prune-alerts.ts'
import { pruneRisk } from '../features/risk/prune-risk.ts'
import { pruneCalls } from '../features/apps/prune-calls.ts'
import { pruneCallbacks } from '../features/callbacks/prune-callbacks.ts'
import { cancelRemoved } from '../features/callbacks/endpoints/remove-endpoint.ts'
import { endAbandonedImports } from '../features/catalogue/end-abandoned-imports.ts'
import { forgetRemoved } from '../features/catalogue/changes/forget-removed.ts'
import { pruneEdits } from '../features/catalogue/edit-offers/prune-edits.ts'
import { sweepCounters } from '../features/caps/sweep-counters.ts'
import { expireClaims } from '../features/conversions/expire-claims.ts'
import { prunePostbacks } from '../features/postbacks/prune-postbacks.ts'
import { foldStats } from '../features/stats/fold-stats.ts'
import { keepFirstRun } from '../features/first-run/read-first-run.ts'
import { pruneImpressions } from '../features/impressions/prune-impressions.ts'
import { pruneJobs } from '../features/jobs/prune-jobs.ts'
import { pruneEntries } from '../features/lists/prune-entries.ts'
import { keepTrustedTime } from '../features/system/keep-trusted-time.ts'
import { finishErasures } from '../features/users/finish-erasures.ts'
import { rerateOffers } from '../features/terms/rerate-offers.ts'
import { releaseHolds } from '../features/conversions/release-holds.ts'
import type { Ports } from '../ports/ports.ts'
import { forgetDevices } from './forget-devices.ts'
import { makeClickPartitions, setClicksAside, settleClicks } from './keep-click-partitions.ts'

type Needs = Pick<Ports, 'db' | 'store' | 'log' | 'clock' | 'settings' | 'newId' | 'keyring'>

/** The rest is for the next round. */
const hastenedMax = 50_000

interface Work {
  readonly name: PeriodicWorkName
  readonly everyMs: number
  /** May run by any clock: nothing of it is lost by a wrong one. */
  run(needs: Needs): Promise<void>
  /** Cannot be undone: `needs.clock` is the trusted time. */
  runTrusted(needs: Needs): Promise<void>
}

type OnSuccess = (name: PeriodicWorkName) => void

/** Each may run in several processes at once: what one has done the others leave alone. */
const works: readonly Work[] = [
  {
    name: 'upkeep',
    everyMs: hourMs,
    async run(needs) {
      await makeClickPartitions(needs)
      const replaced = await needs.store.indexReplacements.replaceIndexes(needs.db)
      if (replaced.length > 0) needs.log.info({ indexes: replaced }, 'indexes replaced by shorter ones')
      await needs.store.openStreams.deleteEndedStreams(needs.db)
      await needs.store.mailsSent.deleteOldMails(needs.db)
      const hastened = await needs.store.callbacks.hastenFar(needs.db, hastenedMax)
      if (hastened > 0)
        needs.log.warn({ callbacks: hastened }, 'callbacks that a wrong clock put off are due now')
      await needs.store.alertMessages.hastenFar(needs.db)
    },
    async runTrusted(needs) {
      const { db, store, log, clock } = needs
      await setClicksAside(needs)
      const expired = await expireClaims(needs)
      if (expired > 0) log.info({ claims: expired }, 'unattributed claims expired')
      const erased = await finishErasures(needs)
      if (erased > 0) log.info({ users: erased }, 'erasures finished')
      const forgotten = await forgetDevices(needs)
      if (forgotten > 0) log.info({ rows: forgotten }, 'old device data deleted')
      const ended = await pruneEntries(needs)
      if (ended > 0) log.info({ entries: ended }, 'ended list entries deleted')
      const pruned = await pruneCallbacks(needs)
      if (pruned > 0) log.info({ callbacks: pruned }, 'old callbacks deleted')
      await store.peopleSessions.deleteEndedSessions(db, clock.nowMs())
      const jobs = await pruneJobs(needs)
      if (jobs > 0) log.info({ jobs }, 'old jobs deleted')
      const edits = await pruneEdits(needs)
      if (edits > 0) log.info({ edits }, 'old edits of offers deleted')
      const removed = await forgetRemoved(needs)
      if (removed > 0) log.info({ offers: removed }, 'old removals of offers forgotten')
      const impressions = await pruneImpressions(needs)
      if (impressions > 0) log.info({ rows: impressions }, 'old impressions deleted')
      const calls = await pruneCalls(needs)
      if (calls > 0) log.info({ rows: calls }, 'old request log entries deleted')
      const swept = await sweepCounters(needs)
      if (swept > 0) log.info({ counters: swept }, 'stale cap counters deleted')
      const postbacks = await prunePostbacks(needs)
      if (postbacks > 0) log.info({ rows: postbacks }, 'old postbacks looked through and shortened')
      const days = await foldStats(needs)
      if (days > 0) log.info({ days }, 'old statistics are kept by the day')
      const alerts = await pruneAlerts(needs)
      if (alerts > 0) log.info({ alerts }, 'old alerts deleted')
      const peers = await pruneRisk(needs)
      if (peers > 0) log.info({ rows: peers }, 'old findings about accounts deleted')
      await settleClicks(needs)
    },
  },
  {
    name: 'holds',
    everyMs: minuteMs,
    async run(needs) {
      const imports = await endAbandonedImports(needs)
      if (imports > 0) needs.log.warn({ imports }, 'import abandoned; imported rows remain active')
      const cancelled = await cancelRemoved(needs)
      if (cancelled > 0) needs.log.info({ callbacks: cancelled }, 'callbacks of removed endpoints cancelled')
      const rerated = await rerateOffers(needs)
      if (rerated > 0) needs.log.info({ offers: rerated }, 'offers told in USD by the rates of now')
      await keepFirstRun(needs)
    },
    async runTrusted(needs) {
      const released = await releaseHolds(needs)
      if (released > 0) needs.log.info({ conversions: released }, 'held conversions released')
    },
  },
]

/**
 * The work of one moment: while this process and the database disagree about the time, only what can be undone. Returns
 * whether all of it was done.
 */
async function runRound(needs: Needs, { run, runTrusted }: Work): Promise<boolean> {
  const clock = await keepTrustedTime(needs)
  await run(needs)
  if (clock === undefined) return false
  await runTrusted({ ...needs, clock })
  return true
}

/** The part that the service is not without: the clock is looked at, and clicks get their partitions. */
export async function prepareMaintenance(needs: Needs): Promise<void> {
  await keepTrustedTime(needs)
  await makeClickPartitions(needs)
}

/** Periodic work: at once, and then each at its own pace. It may take minutes after an upgrade, and nobody waits for it. */
export function startMaintenance(needs: Needs, onSuccess: OnSuccess = () => {}): { stop(): Promise<void> } {
  const endings = works.map((work) => repeat(needs, work, onSuccess))
  return {
    async stop() {
      await Promise.all(endings.map((stop) => stop()))
    },
  }
}

/** One round at a time: one that takes longer than its pace is not joined by another. */
function repeat(needs: Needs, work: Work, onSuccess: OnSuccess): () => Promise<void> {
  let running: Promise<void> | undefined
  const begin = (): void => {
    running ??= runRound(needs, work)
      .then((isWhole) => {
        if (isWhole) onSuccess(work.name)
      })
      .catch((error: unknown) => needs.log.warn({ err: error, work: work.name }, 'periodic work failed'))
      .finally(() => {
        running = undefined
      })
  }
  begin()
  const timer = setInterval(begin, work.everyMs)
  return async () => {
    clearInterval(timer)
    await running
  }
}
