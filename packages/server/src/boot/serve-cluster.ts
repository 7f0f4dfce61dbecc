import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { answerMetricsQuestions } from '../adapters/metrics/cluster-metrics.ts'
import { answerRateQuestions } from '../adapters/rate-limiter/primary-rate-limiter.ts'
import { systemClock } from '../adapters/system-clock.ts'
import type { Settings } from '../settings/config.ts'
import { givenVariables, namesGiven } from '../settings/tell-settings.ts'
import { openPorts } from './ports/open-ports.ts'
import type { Log } from '../ports/ports.ts'
import { startDemoTraffic } from './demo/demo-traffic.ts'
import { type Demo, keepDemo } from './demo/keep-demo.ts'
import { keepSetUp, warnOfDoubtfulOperators } from './keep-set-up.ts'
import { randomBytes } from 'node:crypto'
import { openNewId } from '../adapters/crypto/new-id.ts'
import { store } from '../store/index.ts'
import type { OpenedDatabase } from './open-database.ts'
import { findKeptBy, openServicesOnce } from './begin-start.ts'
import type { EarlyStart } from './early-start.ts'
import { findMasterSecret } from './master-secret.ts'
import { openWhenThere } from './open-when-there.ts'
import { answerDatabaseQuestions, tellComplete, untilServing, whenServing } from './primary-database.ts'
import type { Serving } from './serve.ts'
import { beginAfterRestore } from '../features/backups/begin-after-restore.ts'
import { leaveSettings } from './leave-settings.ts'
import type { Variables } from './shared-settings.ts'
import { version } from '../version.ts'
import { composeWelcome } from './compose-welcome.ts'

/** A worker that dies is replaced after this, longer each time in a row, so that a broken start does not spin. */
const respawnMinMs = 200
const respawnMaxMs = 10_000

/**
 * Several processes on one port (WORKERS=n). The primary owns the database, the periodic work and the rate limits;
 * its workers answer. They share the database, so each of them may answer any request.
 */
export async function serveCluster(
  early: EarlyStart,
  environment: Variables,
  stopping: AbortSignal,
): Promise<Serving> {
  const { log, settings, late } = early
  const stops = new AsyncDisposableStack()
  try {
    const openServices = openServicesOnce(early, stops)
    const known = await findMasterSecret(settings)
    const canWait = known !== undefined && (await findKeptBy(known, settings, log)) !== undefined
    const opening = openWhenThere(openServices, { late, canWait, stopping, log })
    // Whoever waits for it hears of a failure; nobody may be waiting in the moment.
    opening.catch(() => {})
    answerRateQuestions(systemClock)
    answerMetricsQuestions()
    const tellOpened = answerDatabaseQuestions(late.reason)
    // The first start of all makes its secret with its database.
    const secret = known ?? (await opening).secret
    const workerPool = new WorkerPool({
      environment: {
        ...workerEnvironment(settings, secret),
        [givenVariables]: namesGiven(environment).join(','),
      },
      log,
    })
    // Stopped when the workers are.
    const works = new AsyncDisposableStack()
    stops.defer(() => works.disposeAsync())
    stops.defer(() => workerPool.stop())
    const serving = workerPool.start(settings.workers)
    serving.catch(() => {})
    // A worker that ends before it serves ends the start, however long the database takes.
    const services = await Promise.race([opening, serving.then(() => opening)])
    const { opened, countApps } = services
    const kept = opened.isEmbedded ? await keepDemoOnce({ settings, secret, opened, log }) : undefined
    const demo = kept?.demo
    if (kept) works.defer(() => kept.close())
    tellOpened(opened.url)
    await serving
    if (kept) stops.defer(await kept.startTraffic())
    await leaveSettings({ environment, settings, opened, clock: systemClock, log })
    await warnOfDoubtfulOperators({ db: opened.database, store, clock: systemClock, log })
    log.info({ port: settings.port, version, workers: settings.workers }, 'serving')
    services.beginPeriodicWork()
    const people = {
      db: opened.database,
      store,
      clock: systemClock,
      random: randomBytes,
      newId: openNewId(settings.cell),
      settings,
    }
    return {
      welcome: await composeWelcome({
        settings,
        demo,
        countApps,
        log,
        afterRestore: (facts) => beginAfterRestore(people, facts),
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
  const world = {
    settings,
    secret,
    db: opened.database,
    databaseUrl: () => opened.url,
    clock: systemClock,
    log,
  }
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
function workerEnvironment(settings: Settings, secret: string): Record<string, string> {
  return {
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
  /** Those that have served, and their replacements. */
  readonly #served = new Set<Worker>()
  #isStopping = false
  #deathsInARow = 0

  constructor({ environment, log }: { environment: Record<string, string>; log: Log }) {
    this.#environment = environment
    this.#log = log
  }

  /** Resolves when all of them serve. */
  async start(count: number): Promise<void> {
    cluster.on('exit', (worker) => {
      if (this.#served.delete(worker)) this.#replace(worker)
    })
    // A worker listens before it serves: one that ends in between was no success.
    const serving = Promise.all(Array.from({ length: count }, () => this.#startOne()))
    whenServing((worker) => {
      this.#deathsInARow = 0
      serving.then(
        () => tellComplete(worker),
        () => {}, // The start fails, and says why.
      )
    })
    await serving
  }

  /** One that was killed is replaced, as later: the others send visitors on. One that ends by itself has said why. */
  async #startOne(): Promise<void> {
    const worker = cluster.fork(this.#environment)
    try {
      await untilServing(worker)
      this.#served.add(worker)
    } catch (error) {
      if (this.#isStopping || !isKilled(worker)) throw error
      await delay(this.#noteEnd(worker), undefined, { ref: false })
      if (this.#isStopping) throw error
      await this.#startOne()
    }
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
    const waitMs = this.#noteEnd(worker)
    setTimeout(() => {
      if (!this.#isStopping) this.#served.add(cluster.fork(this.#environment))
    }, waitMs)
  }

  /** Returns how long to wait for its replacement. */
  #noteEnd(worker: Worker): number {
    this.#deathsInARow += 1
    const waitMs = Math.min(respawnMinMs * 2 ** this.#deathsInARow, respawnMaxMs)
    this.#log.error({ pid: worker.process.pid, waitMs }, 'worker ended; its replacement was scheduled')
    return waitMs
  }
}

/** By a crash or by the system, and not by whoever stops us: they tell all of us. */
function isKilled({ process: { signalCode } }: Worker): boolean {
  return signalCode !== null && !['SIGTERM', 'SIGINT', 'SIGHUP'].includes(signalCode)
}
