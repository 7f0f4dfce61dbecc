import cluster from 'node:cluster'
import type { FastifyInstance } from 'fastify'
import { DashboardFiles } from '../adapters/dashboard/dashboard-files.ts'
import { DocsPage } from '../adapters/docs/docs-page.ts'
import { systemClock } from '../adapters/system-clock.ts'
import { buildApp } from '../app.ts'
import { beginAfterRestore } from '../features/backups/begin-after-restore.ts'
import { keepTestOffers } from '../features/catalogue/keep-test-offers.ts'
import { withoutCopy } from '../features/system/without-copy.ts'
import type { Log } from '../ports/ports.ts'
import type { OpenPorts } from './ports/open-ports.ts'
import { awayReasonOf, faultOf } from '../store/pg/connection-faults.ts'
import { version } from '../version.ts'
import { composeWelcome } from './compose-welcome.ts'
import { openCallbackSender } from './open-callback-sender.ts'
import type { EarlyStart } from './early-start.ts'
import { beginInTurns } from './process/begin-in-turns.ts'
import { explainListen } from './process/choose-port.ts'
import { markStart, tellStart } from './process/start-marks.ts'
import { startDemoTraffic } from './demo/demo-traffic.ts'
import { keepDemo } from './demo/keep-demo.ts'
import { keepSetUp, warnOfDoubtfulOperators } from './keep-set-up.ts'
import { keepAlerts } from '../jobs/keep-alerts.ts'
import { keepOfferChanges } from '../jobs/keep-offer-changes.ts'
import { keepSources } from '../jobs/keep-sources.ts'
import { keepBackups } from '../jobs/keep-backups.ts'
import { keepSizes } from '../jobs/keep-sizes.ts'
import { WorkNotes } from '../jobs/work-notes.ts'
import { runJobs } from '../jobs/run-jobs.ts'
import { beginStart, type Start } from './begin-start.ts'
import { joinWorkers } from './primary-database.ts'
import { leaveSettings } from './leave-settings.ts'
import type { Variables } from './shared-settings.ts'

/** A started server, and how it ends. */
export interface Serving {
  /** The message for the person who started it. */
  readonly welcome: string
  /** Answers what is under way, writes what waits, then stops; nothing acknowledged is lost. */
  stop(): Promise<void>
}

/** Whether to send new requests here: readiness comes last at the start, and goes off first when the server stops. */
interface State {
  isServing: boolean
  /** Serving, and so is every other worker of the port. */
  isReady: boolean
  isStopping: boolean
}

/**
 * Starts everything. The port opens first, unless the database is open already: while the database is opened, its
 * tables are brought up to date, or it is away, visitors are sent on by what an earlier process has kept, and everything
 * else hears 503. When a step fails, all that was started is stopped. `stopping` ends the wait for a database that is
 * away.
 */
export async function serve(
  early: EarlyStart,
  environment: Variables,
  stopping: AbortSignal,
): Promise<Serving> {
  const { log, settings } = early
  const state: State = { isServing: false, isReady: false, isStopping: false }
  const stops = new AsyncDisposableStack()
  try {
    const start = await beginStart(early, { environment, stopping, stops })
    const { open } = start
    // Stopped when the requests are drained, and before what they have written is.
    const works = new AsyncDisposableStack()
    stops.defer(() => works.disposeAsync())
    const server = await buildServer(start, state)
    stops.defer(() => server.close())
    markStart('routes built')
    if (!start.isDatabaseOpen) await listen(server, settings)
    const services = await start.finish()
    const { opened, countApps } = services
    await keepTestOffers(open.ports)
    const demo = opened.isEmbedded ? await keepDemo(open.ports) : undefined
    markStart('demo kept')
    await open.follow()
    // The primary of a cluster does both for its workers.
    if (!cluster.isWorker) await warnOfDoubtfulOperators(open.ports)
    if (!cluster.isWorker) await leaveSettings({ environment, settings, opened, clock: systemClock, log })
    state.isServing = true
    if (start.isDatabaseOpen) await listen(server, settings)
    // The primary says so when all of its workers do.
    if (!cluster.isWorker) log.info({ port: settings.port, version }, 'serving')
    const joined = cluster.isWorker ? joinWorkers() : Promise.resolve()
    void joined.then(() => (state.isReady = true))
    markStart('serving')
    log.debug(tellStart(), 'start measured')
    open.warm()
    services.beginPeriodicWork()
    beginWork(open, { log, works })
    if (demo && settings.demoMonth) {
      const traffic = startDemoTraffic(open.ports)
      stops.defer(() => traffic.stop())
    }
    const { isEmbedded } = opened
    return {
      welcome: await composeWelcome({
        settings,
        demo,
        countApps,
        log,
        afterRestore: (facts) => beginAfterRestore(open.ports, facts),
        // The primary of a cluster does it for its workers.
        makeSetUp: async () =>
          cluster.isWorker
            ? undefined
            : await keepSetUp(open.ports, { isDemo: demo !== undefined, isEmbedded }),
      }),
      async stop() {
        state.isStopping = true
        log.info({}, 'stopping')
        await new Promise((resolve) => setTimeout(resolve, settings.drainMs))
        // In the order against the start: requests are drained, what they wait for is written, the database
        // goes last.
        await stops.disposeAsync()
        log.info({}, 'stopped')
        log.flush()
      },
    }
  } catch (error) {
    await stops.disposeAsync()
    throw error
  }
}

/** The work of each process, begun when it answers: the first round of all would slow down its start. */
function beginWork(open: OpenPorts, { log, works }: { log: Log; works: AsyncDisposableStack }): void {
  const notes = new WorkNotes({ ...open.ports, log })
  works.defer(() => notes.close())
  const begins = [
    () => openCallbackSender(open, () => notes.note('callbacks')),
    () => runJobs(open.ports, () => notes.note('jobs')),
    ...(open.ports.backups === undefined ? [] : [() => keepBackups(open.ports)]),
    () => keepSources(open.ports),
    () => keepOfferChanges({ ...open.ports, db: open.backgroundDb }),
    () => keepAlerts(open.ports, () => notes.note('alerts')),
    () => keepSizes({ ...open.ports, onSuccess: () => notes.note('sizes') }),
  ]
  beginInTurns(begins, works)
}

async function buildServer({ open, hasKept }: Start, state: State): Promise<FastifyInstance> {
  const { ports, meters } = open
  return await buildApp(ports, {
    version,
    isUnavailable: (error) => !['row', undefined].includes(faultOf(error)),
    isStarting: () => !state.isServing,
    printMetrics: () => meters.print(),
    findUnready: (what) => findUnready(open, what, { ...state, hasKept }),
    docs: new DocsPage(),
    dashboard: new DashboardFiles(),
  })
}

const pingTimeoutMs = 2_000

async function findUnready(
  { ports, awayReason, isLoaded }: OpenPorts,
  what: 'all' | 'links',
  { isReady, isStopping, hasKept }: State & Pick<Start, 'hasKept'>,
): Promise<string[]> {
  if (isStopping) return ['it is shutting down.']
  // Clicks are kept in the spool: links are answered all the same.
  if (what === 'links' && (isLoaded() || hasKept)) return []
  // Known already: a silent database would only be waited for.
  const reason = awayReason()
  if (reason !== undefined) return [`the database is away: ${reason}.`]
  if (!isReady) return ['it is starting.']
  try {
    const { store, db, settings } = ports
    const isCopied = await store.systemFacts.isCopied(db, { timeoutMs: pingTimeoutMs })
    return settings.requireStandby && !isCopied ? [withoutCopy] : []
  } catch (error) {
    return [`the database is away: ${awayReasonOf(error)}.`]
  }
}

async function listen(server: FastifyInstance, listenAddress: { host: string; port: number }): Promise<void> {
  try {
    await server.listen(listenAddress)
  } catch (error) {
    throw explainListen(error, listenAddress)
  }
}
