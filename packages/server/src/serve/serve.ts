import cluster from 'node:cluster'
import type { FastifyInstance } from 'fastify'
import { DocsPage, docsPolicy } from '../adapters/docs-page.ts'
import { openKeyring } from '../adapters/keyring.ts'
import { openLog } from '../adapters/log.ts'
import { newId } from '../adapters/new-id.ts'
import { systemClock } from '../adapters/system-clock.ts'
import { buildApp } from '../app.ts'
import { type GivenSettings, withAddresses } from '../config.ts'
import { keepTestOffers } from '../features/catalogue/keep-test-offers.ts'
import { type OpenPorts, openPorts } from '../open-ports.ts'
import { isUnavailable } from '../store/database.ts'
import { store } from '../store/index.ts'
import { version } from '../version.ts'
import { keepHouse } from '../workers/keep-house.ts'
import { openCallbackSender } from './open-callback-sender.ts'
import { keepStats } from '../workers/keep-stats.ts'
import { choosePort, explainListen } from './free-port.ts'
import { keepDemo } from './keep-demo.ts'
import { openMasterSecret } from './master-secret.ts'
import { type OpenedDatabase, openServerDatabase } from './open-database.ts'
import { printWelcome } from './welcome.ts'

/** A started server, and how it ends. */
export interface Serving {
  /** What to tell the person who started it. */
  readonly welcome: string
  /** Answers what is under way, writes what waits, then stops; nothing acknowledged is lost. */
  stop(): Promise<void>
}

/** Whether to send new requests here: readiness goes off first when the server stops. */
interface State {
  isStopping: boolean
}

/**
 * Starts everything: database, demo, snapshots, routes, port. What was started is stopped when a step fails.
 */
export async function serve(given: GivenSettings): Promise<Serving> {
  const log = openLog(given.logLevel)
  // The workers of a cluster share the primary's port.
  const port = cluster.isWorker ? given.port : await choosePort(given)
  const settings = { ...withAddresses(given, port), port }
  const state: State = { isStopping: false }
  const stops: (() => Promise<unknown>)[] = []
  const stopAll = async (): Promise<void> => {
    for (const stop of stops.reverse()) await stop()
  }
  try {
    const opened = await openServerDatabase(settings, log)
    stops.push(() => opened.close())
    const db = opened.database
    const isInUse = async () => (await store.apps.listApps(db)).length > 0
    const secret = await openMasterSecret({ settings, isInUse })
    // Before the first click there must be a partition for it.
    const keyring = openKeyring({ current: secret, previous: settings.previousSecret })
    const house = await keepHouse({ db, store, log, clock: systemClock, settings, newId, keyring })
    stops.push(() => house.stop())
    const stats = keepStats({ db, store, log })
    stops.push(() => stats.stop())
    const open = await openPorts({ settings, secret, db, databaseUrl: opened.url, clock: systemClock, log })
    stops.push(() => open.close())
    await keepTestOffers(open.ports)
    const demo = opened.isEmbedded ? await keepDemo(open.ports) : undefined
    await open.follow()
    const sender = openCallbackSender(open)
    stops.push(() => sender.stop())
    const server = await buildServer(open, opened, state)
    stops.push(() => server.close())
    await listen(server, settings)
    log.info({ port: settings.port, version }, 'serving')
    const appsCount = (await store.apps.listApps(db)).length
    return {
      welcome: printWelcome(settings, demo, appsCount),
      async stop() {
        state.isStopping = true
        log.info({}, 'stopping')
        await new Promise((resolve) => setTimeout(resolve, settings.drainMs))
        // In the order against the start: requests are drained, what they wait for is written, the database
        // goes last.
        await stopAll()
        log.info({}, 'stopped')
        log.flush()
      },
    }
  } catch (error) {
    await stopAll()
    throw error
  }
}

async function buildServer(
  { ports, meters, isDatabaseAway }: OpenPorts,
  opened: OpenedDatabase,
  state: State,
): Promise<FastifyInstance> {
  return await buildApp(ports, {
    version,
    isUnavailable,
    printMetrics: () => meters.print(),
    findUnready: (what) => findUnready(opened, what, { ...state, isDatabaseAway: isDatabaseAway() }),
    docs: Object.assign(new DocsPage(), { policy: docsPolicy }),
  })
}

const pingTimeoutMs = 2_000

async function findUnready(
  { database }: OpenedDatabase,
  what: 'all' | 'links',
  { isStopping, isDatabaseAway }: State & { isDatabaseAway: boolean },
): Promise<string[]> {
  if (isStopping) return ['it is shutting down.']
  // Clicks are kept in the spool: links are answered all the same.
  if (what === 'links') return []
  // Known already: a silent database would only be waited for.
  if (isDatabaseAway) return ['the database does not answer.']
  try {
    await database.query('select 1', [], { timeoutMs: pingTimeoutMs })
    return []
  } catch {
    return ['the database does not answer.']
  }
}

async function listen(server: FastifyInstance, place: { host: string; port: number }): Promise<void> {
  try {
    await server.listen(place)
  } catch (error) {
    throw explainListen(error, place)
  }
}
