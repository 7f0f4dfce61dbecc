import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { manageOperations } from '@quoin/contract/manage/operations.ts'
import { operatorOperations } from '@quoin/contract/operator/operations.ts'
import type { Operation } from '@quoin/contract/operation.ts'
import {
  findRunningEmbeddedPostgres,
  startEmbeddedPostgres,
} from '../packages/embedded-postgres/src/embedded-postgres.ts'
import { openDatabase } from '../packages/server/src/store/pg/database.ts'
import { migrate, migrationsDirectory } from '../packages/server/src/store/pg/migrate.ts'
import { type Amounts, fill } from './dashboard/fill.ts'
import { measureHalfLoad, measureHotPaths } from './dashboard/hot-paths.ts'
import { copyAsReplica, startReplica, tellReads } from './dashboard/replica.ts'
import { watchProcessors } from './dashboard/processors.ts'
import { findKnown, makePublisherToken } from './dashboard/known.ts'
import { type Known, questionsOf } from './dashboard/questions.ts'

/**
 * How long the data of the dashboard's pages takes on a large database: every GET of the operators' and the publishers' API, with
 * what the pages ask. `npm run bench:dashboard`; with a number its amounts are divided by it, with KEEP=1 the database
 * stays for the next run, with ONLY=reportStats only questions with this in their name are asked. With HOT_PATHS=1 it
 * measures in their place how redirects, lists and postbacks fare while people have the dashboard open, with
 * HOT_PATHS=half at half of what the server takes, in ROUNDS of SECONDS each. With REPLICA=1 pages are read from a standby, whose processes have only the
 * time that nobody else wants, as if they were on another machine.
 */
const divisor = Number(process.argv[2] ?? 1)
const amounts: Amounts = {
  clicks: 5_000_000 / divisor,
  conversions: 250_000 / divisor,
  offers: 20_000 / divisor,
  endpoints: 2_000 / divisor,
}
const rounds = Number(process.env['ROUNDS'] ?? 20)
const only = process.env['ONLY'] ?? ''
const budgetMs = 300
const port = 18_990
const token = 'an-operator-token-of-the-bench-0123456789'
const secret = 'a-secret-of-the-dashboard-bench-0123456789'
const quoin = fileURLToPath(new URL('../packages/server/bin/quoin.js', import.meta.url))

const folder = join(tmpdir(), `quoin-bench-dashboard-${divisor}`)
const dataDir = join(folder, 'data')

function say(text: string): void {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`)
}

await makeDatabase()
const { known, publisherToken, url } = await learn()
const replica =
  process.env['REPLICA'] === undefined ? undefined : await copyAsReplica(url, { dataDir, folder })
const server = await serve()
const standby = replica && (await startReplica(replica, dataDir))
try {
  await (process.env['HOT_PATHS'] === undefined ? measure() : measureBeside())
  if (standby) await tellReads(`http://127.0.0.1:${port}`)
} finally {
  server.kill('SIGTERM')
  await once(server, 'exit')
  await standby?.stop()
  if (process.env['KEEP'] === undefined) await rm(folder, { recursive: true, force: true })
}

async function onDatabase<Result>(work: (url: string) => Promise<Result>): Promise<Result> {
  const embedded = await startEmbeddedPostgres({ dataDir })
  try {
    return await work(embedded.url)
  } finally {
    await embedded.stop()
  }
}

async function open(url: string) {
  return await openDatabase({ url, connectionsMax: 2, statementTimeoutMs: 0 })
}

async function makeDatabase(): Promise<void> {
  if (existsSync(join(folder, 'filled'))) {
    // The database may be of an older version.
    await onDatabase(async (url) => {
      const db = await open(url)
      await migrate(db, migrationsDirectory).finally(() => db.close())
    })
    return
  }
  await rm(folder, { recursive: true, force: true })
  await mkdir(dataDir, { recursive: true })
  // As root, PostgreSQL runs as another account, which must get through.
  await chmod(folder, 0o755)
  await onDatabase(async (url) => {
    const db = await open(url)
    try {
      await migrate(db, migrationsDirectory)
      await fill(db, amounts, say)
    } finally {
      await db.close()
    }
  })
  await writeFile(join(folder, 'filled'), '')
  await writeFile(join(dataDir, 'secret'), secret, { mode: 0o600 })
}

interface Learnt {
  /** The database's address of that moment. */
  readonly url: string
  readonly known: Known
  /** A program's token of the publisher who has the app with the most traffic. */
  readonly publisherToken: string
}

async function learn(): Promise<Learnt> {
  return await onDatabase(async (url) => {
    const db = await open(url)
    try {
      return { url, known: await findKnown(db), publisherToken: await makePublisherToken(db) }
    } finally {
      await db.close()
    }
  })
}

async function serve() {
  const flags = ['--max-semi-space-size=16', '--no-parallel-scavenge']
  const environment = {
    DATA_DIR: dataDir,
    DEMO: 'off',
    PORT: String(port),
    LOG_LEVEL: 'error',
    OPERATOR_TOKEN: token,
    // Its lag is that of a machine that has nothing left: it is read from all the same.
    ...(replica && { DATABASE_REPLICA_URL: replica.url, DATABASE_REPLICA_LAG: '3600' }),
  }
  const child = spawn(process.execPath, [...flags, quoin, 'serve'], {
    env: { ...process.env, ...environment, QUOIN_SECRET: secret },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  for (let tries = 0; tries < 600; tries += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
    if (answer?.ok) return child
    await sleep(200)
  }
  throw new Error('the server did not start')
}

interface Measured {
  readonly name: string
  readonly medianMs: number
  readonly p95Ms: number
  readonly status: number
  readonly kB: number
}

async function measure(): Promise<void> {
  const results = [
    ...(await askAll('operators', operatorOperations, token)),
    ...(await askAll('publishers', manageOperations, publisherToken)),
  ]
  const over = results.filter(({ p95Ms }) => p95Ms > budgetMs).length
  console.log(`${results.length} questions, ${over} over ${budgetMs} ms; ${amounts.clicks} clicks`)
}

async function measureBeside(): Promise<void> {
  const databaseUrl = await findRunningEmbeddedPostgres(dataDir)
  if (databaseUrl === undefined) throw new Error('the database does not run')
  const origin = `http://127.0.0.1:${port}`
  const paths = questionsOf(operatorOperations, known).map(({ path }) => path)
  const measureLoads = process.env['HOT_PATHS'] === 'half' ? measureHalfLoad : measureHotPaths
  const spent = await watchProcessors({
    serverPid: server.pid ?? 0,
    primaryDir: dataDir,
    standbyDir: replica?.dataDir,
  })
  await measureLoads({ origin, databaseUrl, token, paths, spent, ...(await createApp()) })
}

/** Its limit is beyond what the bench asks for. */
async function createApp(): Promise<{ apiKey: string; apiSecret: string }> {
  const words = ['apps', 'create', '--name', 'Bench', '--currency-name', 'Coins', '--currency-rate', '1000']
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [quoin, ...words, '--rate-limit', '1000000'],
    { env: { ...process.env, DATA_DIR: dataDir, QUOIN_SECRET: secret } },
  )
  const printed: { live: { apiKey: string; apiSecret: string } } = JSON.parse(stdout)
  // The running server hears of it within a second.
  await sleep(2_000)
  return printed.live
}

async function askAll(who: string, operations: readonly Operation[], bearer: string): Promise<Measured[]> {
  const asked = questionsOf(operations, known).filter(({ name }) => name.includes(only))
  const results: Measured[] = []
  for (const { name, path } of asked) results.push(await ask({ name, path, bearer }))
  results.sort((a, b) => b.p95Ms - a.p95Ms)
  console.log(`The data of ${who}' pages:`)
  for (const { name, medianMs, p95Ms, status, kB } of results) {
    const mark = status !== 200 ? `  status ${status}` : p95Ms > budgetMs ? '  over the budget' : ''
    console.log(`${name.padEnd(52)} median ${pad(medianMs)} ms   p95 ${pad(p95Ms)} ms   ${pad(kB)} kB${mark}`)
  }
  return results
}

function pad(figure: number): string {
  return figure.toFixed(figure < 10 ? 1 : 0).padStart(6)
}

interface Question {
  readonly name: string
  readonly path: string
  readonly bearer: string
}

async function ask({ name, path, bearer }: Question): Promise<Measured> {
  const times: number[] = []
  let status = 0
  let bytes = 0
  for (let round = 0; round < rounds + 2; round += 1) {
    const startedMs = performance.now()
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { authorization: `Bearer ${bearer}` },
    })
    bytes = (await answer.arrayBuffer()).byteLength
    status = answer.status
    if (status === 429) {
      await sleep(Number(answer.headers.get('retry-after') ?? 1) * 1_000)
      round -= 1
      continue
    }
    // The first two warm up what a page that is looked at has warm.
    if (round >= 2) times.push(performance.now() - startedMs)
    if (round === 3 && (times[0] ?? 0) > 10_000) break
  }
  times.sort((a, b) => a - b)
  const at = (share: number): number =>
    times[Math.min(times.length - 1, Math.ceil(times.length * share) - 1)] ?? 0
  return { name, medianMs: at(0.5), p95Ms: at(0.95), status, kB: bytes / 1024 }
}
