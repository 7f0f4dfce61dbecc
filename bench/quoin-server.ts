import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { generateCsv } from '../examples/generate-offers.ts'
import { findRunningEmbeddedPostgres } from '../packages/embedded-postgres/src/embedded-postgres.ts'
import { processorMs } from './processor-time.ts'

const run = promisify(execFile)
const quoin = fileURLToPath(new URL('../packages/server/bin/quoin.js', import.meta.url))
const startTimeoutMs = 60_000

/** The real server on a real embedded database of its own, with a generated catalogue. */
export interface QuoinServer {
  readonly origin: string
  readonly databaseUrl: string
  readonly apiKey: string
  readonly apiSecret: string
  readonly pid: number
  /** From the start of the process to its first answer, on a database that was there. */
  readonly coldStartMs: number
  rssMb(): number
  /** A command of Quoin on its database; its output. */
  command(...words: string[]): Promise<string>
  /** A file with a text beside its data; its path. */
  keepText(text: string): Promise<string>
  /** Processor time of the server process until now; the kernel's clock ticks a hundred times a second. */
  processorMs(): number
  stop(): Promise<void>
}

interface CatalogueParts {
  readonly withGoals?: boolean
  /** The number of offers in a hundred that pay by country. */
  readonly pricedPercent?: number
}

interface ServerParts extends CatalogueParts {
  readonly keptDir?: string
  readonly environment?: Readonly<Record<string, string>>
}

export async function startQuoin(
  offers: number,
  port: number,
  { withGoals = false, pricedPercent = 0, keptDir, environment: more }: ServerParts = {},
): Promise<QuoinServer> {
  const dataDir = keptDir ?? (await mkdtemp(join(tmpdir(), 'quoin-bench-data-')))
  // As root, PostgreSQL runs as another account, which must get through.
  await chmod(dataDir, 0o755)
  const environment = {
    ...process.env,
    DATA_DIR: dataDir,
    DEMO: 'off',
    PORT: String(port),
    LOG_LEVEL: 'warn',
    ...more,
  }
  const origin = `http://127.0.0.1:${port}`
  // Its first start makes the database that the commands work on.
  await end(await serve(environment, origin))
  const command: Command = async (...words) =>
    (await run(process.execPath, [quoin, ...words], { env: environment, maxBuffer: 1 << 24 })).stdout
  // A folder that is kept has those of the runs before.
  const network = `bench-${Date.now()}`
  await command('networks', 'create', network, '--name', 'Bench', '--proof', 'none')
  const { appId, live } = await createApp(command)
  // A callback row is written with each conversion; nobody is there to send it to, and that is not measured here.
  const set = await command('callbacks', 'set', `${appId}`, '--url', 'https://publisher.example/callbacks')
  const { endpointId }: { endpointId: number } = JSON.parse(set)
  await command('callbacks', 'disable', `${endpointId}`)
  const file = join(dataDir, 'offers.csv')
  await writeFile(file, [...generateCsv(offers, 1, { withGoals, pricedPercent })].join(''))
  await command('offers', 'import', file, '--network', network)
  const startedMs = performance.now()
  const child = await serve(environment, origin)
  const coldStartMs = performance.now() - startedMs
  const databaseUrl = await findRunningEmbeddedPostgres(dataDir)
  if (child.pid === undefined || databaseUrl === undefined) throw new Error('the server did not start')
  return {
    origin,
    databaseUrl,
    ...live,
    pid: child.pid,
    coldStartMs,
    rssMb: () => residentMb(child.pid ?? 0),
    command,
    async keepText(text) {
      const path = join(dataDir, 'kept.txt')
      await writeFile(path, text)
      return path
    },
    processorMs: () => processorMs(child.pid ?? 0),
    async stop() {
      await end(child)
      if (keptDir === undefined) await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** As `npm start` does; resolves when everything is answered: the port is open before. */
async function serve(environment: NodeJS.ProcessEnv, origin: string): Promise<ChildProcess> {
  const flags = ['--max-semi-space-size=16', '--no-parallel-scavenge']
  const child = spawn(process.execPath, [...flags, quoin, 'serve'], {
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await answers(`${origin}/readyz`, child)
  return child
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

type Command = (...words: string[]) => Promise<string>

/** Its limit is beyond what any benchmark asks for. */
async function createApp(
  command: Command,
): Promise<{ appId: number; live: { apiKey: string; apiSecret: string } }> {
  const currency = ['--currency-name', 'Coins', '--currency-rate', '1000']
  const printed = await command('apps', 'create', '--name', 'Bench', ...currency, '--rate-limit', '1000000')
  return JSON.parse(printed) // what the command prints, as docs/run.md says
}

/** Waits until something answers there. */
export async function answers(url: string, child: ChildProcess): Promise<void> {
  const untilMs = performance.now() + startTimeoutMs
  while (performance.now() < untilMs) {
    if (child.exitCode !== null) throw new Error(`${url}: the process ended with ${child.exitCode}`)
    const isThere = await fetch(url, { redirect: 'manual' }).then(
      async (response) => {
        await response.body?.cancel()
        return response.status < 500
      },
      () => false,
    )
    if (isThere) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error(`${url} did not answer in ${startTimeoutMs / 1000} s`)
}

function residentMb(pid: number): number {
  const match = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(match?.[1] ?? 0) / 1024
}
