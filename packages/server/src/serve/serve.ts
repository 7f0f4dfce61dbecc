import { createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { DocsPage, docsPolicy } from '../adapters/docs-page.ts'
import { openLog } from '../adapters/log.ts'
import { readOfferFile } from '../adapters/offer-files.ts'
import { systemClock } from '../adapters/system-clock.ts'
import { buildApp } from '../app.ts'
import { type GivenSettings, type Settings, withAddresses } from '../config.ts'
import { createDemo } from '../features/demo/create-demo.ts'
import { type OpenPorts, openPorts } from '../open-ports.ts'
import type { Log } from '../ports.ts'
import { isUnavailable } from '../store/database.ts'
import { store } from '../store/index.ts'
import { version } from '../version.ts'
import { keepHouse } from '../workers/keep-house.ts'
import { exampleOffers, readDemoFile, writeDemoFile } from './demo-file.ts'
import { openMasterSecret } from './master-secret.ts'
import { type OpenedDatabase, openServerDatabase } from './open-database.ts'
import { printWelcome } from './welcome.ts'

/** A started server, and how it ends. */
export interface Serving {
  readonly url: string
  /** Answers what is under way, writes what waits, then stops; nothing acknowledged is lost. */
  stop(): Promise<void>
}

/** Starts everything: database, demo, snapshots, routes, port. */
export async function serve(given: GivenSettings): Promise<Serving> {
  const log = openLog(given.logLevel)
  const port = given.port === 0 ? await findFreePort(given.host) : given.port
  const settings = withAddresses(given, port)
  const opened = await openServerDatabase(settings)
  try {
    const secret = await openMasterSecret(settings)
    // Before the first click there must be a partition for it.
    const house = await keepHouse({ db: opened.database, store, log, clock: systemClock, settings })
    const open = await openPorts({ settings, secret, db: opened.database, databaseUrl: opened.url, clock: systemClock, log })
    if (opened.isEmbedded && settings.demo) await createDemoOnce(open, settings, opened)
    await open.follow()
    const state = { isStopping: false }
    const server = await buildApp(open.ports, {
      version,
      isUnavailable,
      printMetrics: () => open.meters.print(),
      findUnready: () => findUnready(opened, state),
      docs: Object.assign(new DocsPage(), { policy: docsPolicy }),
    })
    await listen(server, settings, port)
    log.info({ port, version }, 'serving')
    console.log(await printWelcome(settings, opened.isEmbedded ? await readDemoFile(settings.dataDir) : undefined))
    const parts = { server, open, opened, log, settings, state, house }
    return { url: `http://${settings.host}:${port}`, stop: () => stop(parts) }
  } catch (error) {
    await opened.close()
    throw error
  }
}

async function createDemoOnce({ ports }: OpenPorts, settings: Settings, { database }: OpenedDatabase): Promise<void> {
  const isEmpty = (await ports.store.apps.listApps(database)).length === 0
  if (!isEmpty || (await ports.store.offers.countOffers(database)) > 0) return
  const { credentials, report } = await createDemo(ports, readOfferFile(exampleOffers))
  await writeDemoFile(settings.dataDir, credentials)
  ports.log.info({ offers: report.created, refused: report.refused }, 'demo data created')
}

const pingTimeoutMs = 2_000

async function findUnready({ database }: OpenedDatabase, state: { isStopping: boolean }): Promise<string[]> {
  if (state.isStopping) return ['it is shutting down.']
  try {
    await database.query('select 1', [], { timeoutMs: pingTimeoutMs })
    return []
  } catch {
    return ['the database does not answer.']
  }
}

async function listen(server: FastifyInstance, { host }: Settings, port: number): Promise<void> {
  try {
    await server.listen({ host, port })
  } catch (error) {
    const isBusy = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    if (!isBusy) throw error
    throw new StartError(`Port ${port} is in use. Stop the other program, or start with PORT=8081 npm start.`)
  }
}

/** Why the server cannot start, in one sentence for a person. */
export class StartError extends Error {}

interface Parts {
  readonly server: FastifyInstance
  readonly open: OpenPorts
  readonly opened: OpenedDatabase
  readonly log: Log & { flush(): void }
  readonly settings: Settings
  readonly state: { isStopping: boolean }
  readonly house: { stop(): Promise<void> }
}

/** Readiness off → wait for the load balancer → drain requests → flush writes → database. */
async function stop({ server, open, opened, log, settings, state, house }: Parts): Promise<void> {
  if (state.isStopping) return
  state.isStopping = true
  log.info({}, 'stopping')
  await new Promise((resolve) => setTimeout(resolve, settings.drainMs))
  await server.close()
  await house.stop()
  await open.close()
  await opened.close()
  log.info({}, 'stopped')
  log.flush()
}

/** The addresses of the service are known before it listens, so a free port is found first. */
function findFreePort(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, host, () => {
      const address = probe.address()
      const port = typeof address === 'object' && address ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}
