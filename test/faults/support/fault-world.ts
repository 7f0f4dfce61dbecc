import { readdirSync, readFileSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { findPostmaster } from '../../../packages/embedded-postgres/src/postmaster.ts'
import { readDemoFile } from '../../../packages/server/src/boot/demo/demo-file.ts'
import { runCommandHere } from '../../support/run-command.ts'
import {
  makeDataDir,
  type ServerOptions,
  type ServerProcess,
  startServerProcess,
} from '../../support/server-process.ts'
import { type Credentials, findOffer, makeInstallation } from './installation.ts'
import { databaseOf, Journal, type Verdict } from './journal.ts'
import { makeTables, type OwnDatabase } from './own-database.ts'
import { readFigures } from './read-figures.ts'
import { type Load, type RunningLoad, startLoad } from './visitors.ts'

const settleTimeoutMs = 120_000

export interface FaultOptions extends ServerOptions {
  /** Instead of the embedded one. */
  readonly database?: OwnDatabase
}

/** A server, its database, and a client that keeps a journal; all of it ends with the test. */
export interface FaultWorld {
  readonly journal: Journal
  readonly dataDir: string
  readonly port: number
  readonly apiKey: string
  readonly apiSecret: string
  readonly offerId: number
  /** The server that runs now. */
  server(): ServerProcess
  load(clients?: Partial<Pick<Load, 'visitors' | 'networks' | 'isRelentless'>>): RunningLoad
  killServer(): Promise<void>
  /** Ends PostgreSQL as a power cut would, every process of it at once. */
  killDatabase(): Promise<void>
  /** Again, on the same port and data directory. */
  startServer(options?: ServerOptions): Promise<void>
  signalDatabase(signal: NodeJS.Signals): Promise<void>
  /** PostgreSQL's processes, the first one first. */
  databasePids(): Promise<number[]>
  /** Resolves when the database is back and the spool is empty. */
  settle(): Promise<void>
  /** The fate of all that was acknowledged. */
  judge(): Promise<Verdict>
}

export async function createFaultWorld(t: TestContext, given: FaultOptions = {}): Promise<FaultWorld> {
  const { database } = given
  const options: FaultOptions & { readonly credentials?: Credentials } =
    database === undefined ? given : await prepareOwn(given, database)
  let current = await startServerProcess(options)
  const { dataDir } = current
  const databaseDir = database?.dataDir ?? dataDir
  const port = Number(current.environment['PORT'])
  const { apiKey, apiSecret } = options.credentials ?? (await demoOf(dataDir))
  const offerId = await findOffer(current.url, { apiKey, apiSecret })
  const journal = new Journal()
  const loads: RunningLoad[] = []
  // Also when the test fails: a stopped PostgreSQL would never end, a client would go on for ever.
  t.after(async () => {
    for (const pid of await databasePids(databaseDir)) kill(pid, 'SIGCONT')
    await Promise.all(loads.map((load) => load.stop()))
    await current.stop()
  })
  return {
    journal,
    dataDir,
    port,
    apiKey,
    apiSecret,
    offerId,
    server: () => current,
    load(clients = {}) {
      const load = startLoad({ port, apiKey, offerId, journal, visitors: 24, networks: 8, ...clients })
      loads.push(load)
      return load
    },
    async killServer() {
      current.signal('SIGKILL')
      await current.ended
    },
    async killDatabase() {
      for (const pid of await databasePids(databaseDir)) kill(pid, 'SIGKILL')
    },
    async startServer(again = {}) {
      const environment = { ...options.environment, ...again.environment, PORT: String(port) }
      current = await startServerProcess({ ...options, ...again, environment, dataDir })
    },
    async signalDatabase(signal) {
      for (const pid of await databasePids(databaseDir)) kill(pid, signal)
    },
    databasePids: () => databasePids(databaseDir),
    settle: () => settle(current),
    judge: async () => await journal.compare(database?.url ?? (await databaseOf(dataDir))),
  }
}

/** There is no demo on a database of one's own: a network, an app and an offer are made as operators make them. */
async function prepareOwn(
  given: FaultOptions,
  { url }: OwnDatabase,
): Promise<FaultOptions & { readonly credentials: Credentials }> {
  const dataDir = given.dataDir ?? (await makeDataDir())
  const secret = { DATABASE_URL: url, QUOIN_SECRET: 'a-secret-of-the-fault-tests-0123456789' }
  const environment = { ...secret, DATA_DIR: dataDir, ...given.environment }
  // Commands work with what a server has made.
  await makeTables(url)
  const credentials = await makeInstallation((words) => runCommandHere(words, environment), dataDir)
  return { ...given, dataDir, environment, credentials }
}

async function demoOf(dataDir: string): Promise<Credentials> {
  const demo = await readDemoFile(dataDir)
  if (demo === undefined) throw new Error('the server has made no demo')
  return demo
}

/** The postmaster first: it must not see its children die one by one. */
export async function databasePids(dataDir: string): Promise<number[]> {
  const cluster = await realpath(join(dataDir, 'postgres')).catch(() => undefined)
  const postmaster = cluster === undefined ? undefined : await findPostmaster(cluster)
  if (postmaster === undefined) return []
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === postmaster.pid)
    .map(Number)
  return [postmaster.pid, ...children]
}

function parentOf(pid: string): number | undefined {
  try {
    // After the name, which is in brackets and may hold anything: the state, then the parent.
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/s, '').trim().split(' ')[1])
  } catch {
    return undefined
  }
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended by itself in the meantime.
  }
}

async function settle({ url }: ServerProcess): Promise<void> {
  const untilMs = performance.now() + settleTimeoutMs
  while (performance.now() < untilMs) {
    const figures = await readFigures(url).catch(() => undefined)
    if (figures?.['quoin_database_away'] === 0 && figures['quoin_spool_bytes'] === 0) return
    await delay(50)
  }
  throw new Error('the server did not come to rest')
}
