// npm run bench [-- --quick --json --full FOLDER]: the real server against its baselines, in one run and in turns; beside it
// one on a folder that `npm run bench:wal` has filled.
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '../packages/server/src/store/pg/database.ts'
import { answers, type QuoinServer, startQuoin } from './quoin-server.ts'
import { offersLoad, PostbackLoads, redirectLoad } from './loads.ts'
import { hasWrk, holdRate, type Load, type Measured, saturate } from './load.ts'
import { median, printTable, rounded, type Series } from './report.ts'

const isQuick = process.argv.includes('--quick')
const isJson = process.argv.includes('--json')
const fullDir = process.argv[process.argv.indexOf('--full') + 1 || process.argv.length]
const seconds = isQuick ? 2 : 5
const rounds = 5
const basePort = 18_400

const say = (text: string): void => void (isJson ? console.error(text) : console.log(text))

async function startBaselines(
  bytes: Buffer,
  databaseUrl: string,
): Promise<{ origin: string; stop(): Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), 'quoin-bench-'))
  const file = join(directory, 'bytes.json')
  await writeFile(file, bytes)
  const port = basePort + 9
  const script = fileURLToPath(new URL('./baselines.ts', import.meta.url))
  const child = spawn(process.execPath, [script, String(port), file, databaseUrl], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const origin = `http://127.0.0.1:${port}`
  await answers(`${origin}/302`, child)
  await rm(directory, { recursive: true })
  return { origin, stop: async () => void child.kill('SIGTERM') }
}

/** The servers that run, so that none is left behind when a step fails. */
const running: { stop(): Promise<void> }[] = []

async function started<Server extends { stop(): Promise<void> }>(starting: Promise<Server>): Promise<Server> {
  const server = await starting
  running.push(server)
  return server
}

const series = new Map<string, Series>()

function note(name: string, measured: Measured): void {
  const row = series.get(name) ?? { perSecond: [], p99Ms: [], failures: 0 }
  row.perSecond.push(measured.perSecond)
  row.p99Ms.push(measured.p99Ms)
  row.failures += measured.failures
  series.set(name, row)
}

function rate(name: string): number {
  return median(series.get(name)?.perSecond ?? [])
}

const withWrk = await hasWrk()

/** Each load in turn, round after round; the first seconds of a process are for its compiler. */
async function takeTurns(loads: Readonly<Record<string, Load | (() => Promise<Load>)>>): Promise<void> {
  for (const load of Object.values(loads)) {
    if (typeof load !== 'function') await saturate(load, 1, withWrk)
  }
  for (let round = 1; round <= rounds; round += 1) {
    say(`round ${round}`)
    for (const [name, load] of Object.entries(loads)) {
      note(name, await saturate(typeof load === 'function' ? await load() : load, seconds, withWrk))
    }
  }
}

async function main(): Promise<void> {
  say(`load by ${withWrk ? 'wrk' : 'autocannon'}, 256 connections, ${rounds} rounds of ${seconds} s`)
  const coldStartMs = await measureHotPaths()
  report({ coldStartMs, ...(await measureSizes()) })
}

/** One server and what it is compared with; no other server's timers disturb them. */
async function measureHotPaths(): Promise<number> {
  const server = await started(startQuoin(10_000, basePort))
  const offers = offersLoad(server)
  const sample = await fetch(server.origin + offers.paths[0], { headers: offers.headers })
  const baseline = await started(startBaselines(Buffer.from(await sample.arrayBuffer()), server.databaseUrl))
  const bare = (path: string): Load => ({
    origin: baseline.origin,
    method: 'GET',
    paths: [path],
    headers: {},
  })
  const redirect = await redirectLoad(server)
  const postbacks = new PostbackLoads(server)
  const full = await fullLoads()
  await takeTurns({
    'bare 302': bare('/302'),
    redirect,
    ...full,
    'bare bytes': bare('/bytes'),
    'offers, 10,000': offers,
    'offers, recommended': offersLoad(server, 'recommended'),
    'bare JSON': bare('/json'),
    // More clicks than can be reported in the time: a second report would be a cheaper duplicate.
    postback: () => postbacks.next(seconds * 15_000),
  })
  const half = rate('redirect') / 2
  for (let round = 1; round <= (isQuick ? 3 : 5); round += 1) {
    note('bare 302, fixed rate', await holdRate(bare('/302'), seconds, half))
    note('redirect, fixed rate', await holdRate(redirect, seconds, half))
  }
  // It leaves the database busy for a while, which would disturb whoever comes next.
  const sqlPaths = offers.paths.map((path) => path.replace('/api/v1/offers', '/sql-offers'))
  await takeTurns({ 'offers by plain SQL': { ...bare(''), paths: sqlPaths } })
  await stopAll()
  return server.coldStartMs
}

/** The loads of a server whose tables of clicks are full. */
async function fullLoads(): Promise<Readonly<Record<string, Load | (() => Promise<Load>)>>> {
  if (fullDir === undefined) return {}
  const server = await started(startQuoin(10_000, basePort + 4, { keptDir: fullDir }))
  const postbacks = new PostbackLoads(server)
  return {
    'redirect, full': await redirectLoad(server),
    'postback, full': () => postbacks.next(seconds * 15_000),
  }
}

/** How the cost of a list grows with the catalogue. */
async function measureSizes(): Promise<Omit<Single, 'coldStartMs'>> {
  const small = await started(startQuoin(1_000, basePort + 1))
  const large = await started(startQuoin(100_000, basePort + 2))
  const priced = await started(startQuoin(100_000, basePort + 5, { pricedPercent: 20 }))
  const inSteps = isQuick ? undefined : await started(startQuoin(10_000, basePort + 3, { withGoals: true }))
  await takeTurns({
    'offers, 1,000': offersLoad(small),
    'offers, 100,000': offersLoad(large),
    'offers, 100,000, a fifth with 8 prices': offersLoad(priced),
    ...(inSteps ? { 'offers, 10,000, with goals': offersLoad(inSteps) } : {}),
  })
  const reloadPauseMs = await measureReload(large)
  const pricedReloadPauseMs = await measureReload(priced)
  const rssMb = large.rssMb()
  const pricedRssMb = priced.rssMb()
  await stopAll()
  return { rssMb, pricedRssMb, reloadPauseMs, pricedReloadPauseMs }
}

async function stopAll(): Promise<void> {
  for (const server of running.splice(0)) await server.stop()
}

/** The longest wait of a steady caller while a catalogue of 100,000 offers is loaded anew. */
async function measureReload(server: QuoinServer): Promise<number> {
  const db = await openDatabase({ url: server.databaseUrl, connectionsMax: 1, statementTimeoutMs: 60_000 })
  const gaps: number[] = []
  let isDone = false
  const caller = (async () => {
    while (!isDone) {
      const startedMs = performance.now()
      await (await fetch(`${server.origin}/livez`)).arrayBuffer()
      gaps.push(performance.now() - startedMs)
    }
  })()
  await db.query("update snapshot_versions set version = version + 1 where name = 'catalogue'", [])
  await db.query("select pg_notify('quoin_snapshots', 'catalogue')", [])
  await new Promise((resolve) => setTimeout(resolve, 8_000))
  isDone = true
  await caller
  await db.close()
  return Math.max(...gaps)
}

interface Single {
  readonly coldStartMs: number
  readonly rssMb: number
  readonly pricedRssMb: number
  readonly reloadPauseMs: number
  readonly pricedReloadPauseMs: number
}

function report({ coldStartMs, rssMb, pricedRssMb, reloadPauseMs, pricedReloadPauseMs }: Single): void {
  say(`\n${printTable(series)}\n`)
  const p99 = (name: string): number => median(series.get(name)?.p99Ms ?? [])
  const figures = {
    redirect_ratio: rounded(rate('redirect') / rate('bare 302')),
    redirect_per_s: Math.round(rate('redirect')),
    redirect_p99_ratio: rounded(p99('redirect, fixed rate') / p99('bare 302, fixed rate')),
    offers_ratio: rounded(rate('offers, 10,000') / rate('bare bytes')),
    offers_per_s: Math.round(rate('offers, 10,000')),
    offers_recommended_ratio: rounded(rate('offers, recommended') / rate('offers, 10,000')),
    offers_scaling: rounded(rate('offers, 100,000') / rate('offers, 1,000')),
    offers_priced: rounded(rate('offers, 100,000, a fifth with 8 prices') / rate('offers, 100,000')),
    offers_vs_sql: rounded(rate('offers, 10,000') / rate('offers by plain SQL'), 1),
    postback_ratio: rounded(rate('postback') / rate('bare JSON')),
    postbacks_per_s: Math.round(rate('postback')),
    ...(fullDir === undefined
      ? {}
      : {
          redirect_full: rounded(rate('redirect, full') / rate('redirect')),
          postback_full: rounded(rate('postback, full') / rate('postback')),
        }),
    rss_mb: Math.round(rssMb),
    priced_rss_mb: Math.round(pricedRssMb),
    reload_pause_ms: rounded(reloadPauseMs, 1),
    priced_reload_pause_ms: rounded(pricedReloadPauseMs, 1),
    cold_start_ms: Math.round(coldStartMs),
    failures: [...series.values()].reduce((sum, row) => sum + row.failures, 0),
  }
  console.log(JSON.stringify(figures))
}

try {
  await main()
} finally {
  await stopAll()
}
