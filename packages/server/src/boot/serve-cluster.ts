import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { openLog } from '../adapters/log/log.ts'
import { answerMetricsQuestions } from '../adapters/metrics/cluster-metrics.ts'
import { answerRateQuestions } from '../adapters/rate-limiter/primary-rate-limiter.ts'
import { systemClock } from '../adapters/system-clock.ts'
import { type GivenSettings, type Settings, withAddresses } from '../settings/config.ts'
import { givenVariables, namesGiven } from '../settings/tell-settings.ts'
import { openPorts } from './ports/open-ports.ts'
import type { Log } from '../ports/ports.ts'
import { choosePort } from './process/choose-port.ts'
import { startDemoTraffic } from './demo/demo-traffic.ts'
import { type Demo, keepDemo } from './demo/keep-demo.ts'
import { keepSetUp, warnOfDoubtfulOperators } from './keep-set-up.ts'
import { randomBytes } from 'node:crypto'
import { newId } from '../adapters/crypto/new-id.ts'
import { store } from '../store/index.ts'
import type { OpenedDatabase } from './open-database.ts'
import { openSharedServices } from './open-shared-services.ts'
import type { Serving } from './serve.ts'
import { leaveSettings } from './server-file.ts'
import type { Variables } from './shared-settings.ts'
import { StartError } from './process/start-error.ts'
import { composeWelcome } from './compose-welcome.ts'

/** A worker that dies is replaced after this, longer each time in a row, so that a broken start does not spin. */
const respawnMinMs = 200
const respawnMaxMs = 10_000

/**
 * Several processes on one port (WORKERS=n). The primary owns the database, the periodic work and the rate limits;
 * its workers answer. They share the database, so each of them may answer any request.
 */
export async function serveCluster(given: GivenSettings, environment: Variables): Promise<Serving> {
  const log = openLog(given.logLevel)
  const port = await choosePort(given)
  const settings = { ...withAddresses(given, port), port }
  const stops = new AsyncDisposableStack()
  try {
    const { opened, secret, countApps } = await openSharedServices(settings, log, stops)
    const kept = opened.isEmbedded ? await keepDemoOnce({ settings, secret, opened, log }) : undefined
    const demo = kept?.demo
    if (kept) stops.defer(() => kept.close())
    answerRateQuestions(systemClock)
    answerMetricsQuestions()
    const workerPool = new WorkerPool({
      environment: {
        ...workerEnvironment(settings, secret, opened.url),
        [givenVariables]: namesGiven(environment).join(','),
      },
      log,
    })
    stops.defer(() => workerPool.stop())
    await workerPool.start(settings.workers)
    if (kept) stops.defer(await kept.startTraffic())
    await leaveSettings({ environment, settings, opened, clock: systemClock, log })
    await warnOfDoubtfulOperators({ db: opened.database, store, clock: systemClock, log })
    const people = { db: opened.database, store, clock: systemClock, random: randomBytes, newId, settings }
    return {
      welcome: await composeWelcome({
        ...{ settings, demo, countApps, log },
        makeSetUp: () => keepSetUp(people, { isDemo: demo !== undefined, isEmbedded: opened.isEmbedded }),
      }),
      async stop() {
        log.info({}, 'stopping')
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

interface DemoNeeds {
  readonly settings: Settings
  readonly secret: string
  readonly opened: OpenedDatabase
  readonly log: Log
}

interface KeptDemo {
  readonly demo: Demo | undefined
  /** The primary alone makes its traffic; returns what stops it. */
  startTraffic(): Promise<() => Promise<void>>
  close(): Promise<void>
}

/** The workers are to find it made. */
async function keepDemoOnce({ settings, secret, opened, log }: DemoNeeds): Promise<KeptDemo> {
  const world = { settings, secret, db: opened.database, databaseUrl: opened.url, clock: systemClock, log }
  const open = await openPorts(world)
  try {
    const demo = await keepDemo(open.ports)
    return {
      demo,
      async startTraffic() {
        if (demo === undefined || !settings.demoMonth) return async () => {}
        await open.follow()
        const traffic = startDemoTraffic(open.ports)
        return () => traffic.stop()
      },
      close: () => open.close(),
    }
  } catch (error) {
    await open.close()
    throw error
  }
}

/** The environment of a worker: everything the primary has worked out, so that it works out nothing by itself. */
function workerEnvironment(settings: Settings, secret: string, databaseUrl: string): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    QUOIN_SECRET: secret,
    PORT: String(settings.port),
    BASE_URL: settings.baseUrl,
    TRACK_URL: settings.trackUrl,
    POSTBACK_URL: settings.postbackUrl,
  }
}

/** The workers of a primary: replaced when one dies, stopped together. */
class WorkerPool {
  readonly #environment: Record<string, string>
  readonly #log: Log
  #isStopping = false
  #deathsInARow = 0

  constructor({ environment, log }: { environment: Record<string, string>; log: Log }) {
    this.#environment = environment
    this.#log = log
  }

  /** Resolves when all of them listen. */
  async start(count: number): Promise<void> {
    const workers = Array.from({ length: count }, () => cluster.fork(this.#environment))
    await Promise.all(workers.map(untilListening))
    cluster.on('exit', (worker) => this.#replace(worker))
    cluster.on('listening', () => {
      this.#deathsInARow = 0
    })
  }

  /** Each drains by itself; whoever has been told already by the terminal does not mind. */
  async stop(): Promise<void> {
    this.#isStopping = true
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    await Promise.all(
      workers.map(async (worker) => {
        if (worker.isDead()) return
        const ended = once(worker, 'exit')
        worker.process.kill('SIGTERM')
        await ended
      }),
    )
  }

  #replace(worker: Worker): void {
    if (this.#isStopping) return
    this.#deathsInARow += 1
    const waitMs = Math.min(respawnMinMs * 2 ** this.#deathsInARow, respawnMaxMs)
    this.#log.error({ pid: worker.process.pid, waitMs }, 'worker ended; its replacement was scheduled')
    setTimeout(() => {
      if (!this.#isStopping) cluster.fork(this.#environment)
    }, waitMs)
  }
}

async function untilListening(worker: Worker): Promise<void> {
  const ended = once(worker, 'exit').then(() => {
    throw new StartError('A worker ended before it listened: see its words above')
  })
  await Promise.race([once(worker, 'listening'), ended])
}
