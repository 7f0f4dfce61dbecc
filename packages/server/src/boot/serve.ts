import cluster from 'node:cluster'
import type { FastifyInstance } from 'fastify'
import { DashboardFiles } from '../adapters/dashboard/dashboard-files.ts'
import { DocsPage } from '../adapters/docs/docs-page.ts'
import { openLog } from '../adapters/log/log.ts'
import { systemClock } from '../adapters/system-clock.ts'
import { buildApp } from '../app.ts'
import { type GivenSettings, withAddresses } from '../settings/config.ts'
import { keepTestOffers } from '../features/catalogue/keep-test-offers.ts'
import { type OpenPorts, openPorts } from './ports/open-ports.ts'
import { awayReasonOf, faultOf } from '../store/pg/connection-faults.ts'
import { version } from '../version.ts'
import { composeWelcome } from './compose-welcome.ts'
import { openCallbackSender } from './open-callback-sender.ts'
import { choosePort, explainListen } from './process/choose-port.ts'
import { startDemoTraffic } from './demo/demo-traffic.ts'
import { keepDemo } from './demo/keep-demo.ts'
import { keepSetUp, warnOfDoubtfulOperators } from './keep-set-up.ts'
import type { OpenedDatabase } from './open-database.ts'
import { keepAlerts } from '../jobs/keep-alerts.ts'
import { keepSizes } from '../jobs/keep-sizes.ts'
import { WorkNotes } from '../jobs/work-notes.ts'
import { runJobs } from '../jobs/run-jobs.ts'
import { openSharedServices } from './open-shared-services.ts'
import { leaveSettings } from './server-file.ts'
import type { Variables } from './shared-settings.ts'

/** A started server, and how it ends. */
export interface Serving {
  /** The message for the person who started it. */
  readonly welcome: string
  /** Answers what is under way, writes what waits, then stops; nothing acknowledged is lost. */
  stop(): Promise<void>
}

/** Whether to send new requests here: readiness goes off first when the server stops. */
interface State {
  isStopping: boolean
}

/** Starts everything: database, demo, snapshots, routes, port. When a step fails, all that was started is stopped. */
export async function serve(given: GivenSettings, environment: Variables): Promise<Serving> {
  const log = openLog(given.logLevel)
  // The workers of a cluster share the primary's port.
  const port = cluster.isWorker ? given.port : await choosePort(given)
  const settings = { ...withAddresses(given, port), port }
  const state: State = { isStopping: false }
  const stops = new AsyncDisposableStack()
  try {
    const { opened, secret, countApps } = await openSharedServices(settings, log, stops)
    const db = opened.database
    const open = await openPorts({
      ...{ settings, secret, db, databaseUrl: opened.url, clock: systemClock, log, environment },
    })
    stops.defer(() => open.close())
    await keepTestOffers(open.ports)
    const demo = opened.isEmbedded ? await keepDemo(open.ports) : undefined
    await open.follow()
    const works = new WorkNotes({ ...open.ports, log })
    stops.defer(() => works.close())
    const sender = openCallbackSender(open, () => works.note('callbacks'))
    stops.defer(() => sender.stop())
    const jobs = runJobs(open.ports, () => works.note('jobs'))
    stops.defer(() => jobs.stop())
    const alerts = keepAlerts(open.ports, () => works.note('alerts'))
    stops.defer(() => alerts.stop())
    const sizes = keepSizes({ ...open.ports, onSuccess: () => works.note('sizes') })
    stops.defer(() => sizes.stop())
    const server = await buildServer(open, opened, state)
    stops.defer(() => server.close())
    await listen(server, settings)
    if (demo && settings.demoMonth) {
      const traffic = startDemoTraffic(open.ports)
      stops.defer(() => traffic.stop())
    }
    // The primary of a cluster does both for its workers.
    if (!cluster.isWorker) await warnOfDoubtfulOperators(open.ports)
    if (!cluster.isWorker) await leaveSettings({ environment, settings, opened, clock: systemClock, log })
    log.info({ port: settings.port, version }, 'serving')
    const { isEmbedded } = opened
    return {
      welcome: await composeWelcome({
        ...{ settings, demo, countApps, log },
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

async function buildServer(
  { ports, meters, awayReason }: OpenPorts,
  opened: OpenedDatabase,
  state: State,
): Promise<FastifyInstance> {
  return await buildApp(ports, {
    version,
    isUnavailable: (error) => !['row', undefined].includes(faultOf(error)),
    printMetrics: () => meters.print(),
    findUnready: (what) => findUnready(opened, what, { ...state, awayReason: awayReason() }),
    docs: new DocsPage(),
    dashboard: new DashboardFiles(),
  })
}

const pingTimeoutMs = 2_000

async function findUnready(
  { database }: OpenedDatabase,
  what: 'all' | 'links',
  { isStopping, awayReason }: State & { awayReason: string | undefined },
): Promise<string[]> {
  if (isStopping) return ['it is shutting down.']
  // Clicks are kept in the spool: links are answered all the same.
  if (what === 'links') return []
  // Known already: a silent database would only be waited for.
  if (awayReason !== undefined) return [`the database is away: ${awayReason}.`]
  try {
    await database.query('select 1', [], { timeoutMs: pingTimeoutMs })
    return []
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
