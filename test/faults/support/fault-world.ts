import { readdirSync, readFileSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findPostmaster } from '../../../packages/server/src/adapters/embedded-postgres/postmaster.ts'
import { readDemoFile } from '../../../packages/server/src/serve/demo-file.ts'
import { type ServerOptions, type ServerProcess, startServerProcess } from '../../support/server-process.ts'
import { Journal } from './journal.ts'
import { type RunningLoad, startLoad } from './visitors.ts'

const settleTimeoutMs = 120_000

/** A server, its embedded database, and a client that keeps a journal. */
export interface FaultWorld {
  readonly journal: Journal
  readonly dataDir: string
  readonly port: number
  readonly apiKey: string
  readonly offerId: number
  /** The server that runs now. */
  server(): ServerProcess
  load(clients?: { visitors?: number; networks?: number }): RunningLoad
  killServer(): Promise<void>
  /** Ends PostgreSQL as a power cut would, every process of it at once. */
  killDatabase(): Promise<void>
  startServer(options?: ServerOptions): Promise<void>
  signalDatabase(signal: NodeJS.Signals): Promise<void>
  /** Resolves when the database is back and the spool is empty. */
  settle(): Promise<void>
  stop(): Promise<void>
}

export async function createFaultWorld(options: ServerOptions = {}): Promise<FaultWorld> {
  let current = await startServerProcess(options)
  const { dataDir } = current
  const port = Number(current.environment['PORT'])
  const { apiKey, apiSecret } = await credentialsOf(dataDir)
  const offerId = await findOffer(current.url, { apiKey, apiSecret })
  const journal = new Journal()
  const startServer = async (again: ServerOptions = options): Promise<void> => {
    const environment = { ...again.environment, PORT: String(port) }
    current = await startServerProcess({ ...again, environment, dataDir })
  }
  return {
    journal,
    dataDir,
    port,
    apiKey,
    offerId,
    server: () => current,
    load: ({ visitors = 24, networks = 8 } = {}) =>
      startLoad({ port, apiKey, offerId, journal, visitors, networks }),
    async killServer() {
      current.signal('SIGKILL')
      await current.ended
    },
    async killDatabase() {
      for (const pid of await databasePids(dataDir)) kill(pid, 'SIGKILL')
    },
    startServer,
    async signalDatabase(signal) {
      for (const pid of await databasePids(dataDir)) kill(pid, signal)
    },
    settle: () => settle(current),
    async stop() {
      await current.stop()
    },
  }
}

async function credentialsOf(dataDir: string): Promise<{ apiKey: string; apiSecret: string }> {
  const demo = await readDemoFile(dataDir)
  if (demo === undefined) throw new Error('the server has made no demo')
  return demo
}

/** Any offer that a link from here leads to. */
async function findOffer(url: string, { apiKey, apiSecret }: { apiKey: string; apiSecret: string }): Promise<number> {
  const response = await fetch(`${url}/api/v1/offers?userId=finder&limit=1`, {
    headers: { 'X-API-Key': apiKey, 'X-API-Secret': apiSecret },
  })
  const body = (await response.json()) as { data: { offer_id: number }[] } // the contract's list
  const offerId = body.data[0]?.offer_id
  if (offerId === undefined) throw new Error('the demo has no offer for us')
  return offerId
}

/** The postmaster first: it must not see its children die one by one. */
async function databasePids(dataDir: string): Promise<number[]> {
  const postmaster = await findPostmaster(await realpath(join(dataDir, 'postgres')))
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

/** The figures of /metrics that have no labels. */
export async function readFigures(url: string): Promise<Readonly<Record<string, number>>> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Object.fromEntries([...text.matchAll(/^([a-z_]+) ([0-9.e+-]+)$/gm)].map(([, name, value]) => [name, Number(value)]))
}
