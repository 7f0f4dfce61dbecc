// npm run bench:start [-- --rounds 5 --against ../other-checkout]: from `npm start` to the first answer, part by part.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { answers } from './quoin-server.ts'
import { median } from './report.ts'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, against: { type: 'string' } },
})
const port = 18_470
const told = '"start measured"'
const here = fileURLToPath(new URL('..', import.meta.url))
const checkouts = [...(values.against === undefined ? [] : [resolve(values.against)]), here]

/** Milliseconds since npm was called. */
interface Measured {
  readonly firstAnswer: number
  /** Moments of the process, as it tells them itself (`start-marks.ts`); an older checkout tells none. */
  readonly moments: ReadonlyMap<string, number>
}

async function measure(checkout: string, dataDir: string): Promise<Measured> {
  const startedMs = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: checkout,
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'debug' },
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  let log = ''
  child.stderr?.on('data', (text: Buffer) => {
    log += text.toString()
  })
  try {
    await answers(`http://127.0.0.1:${port}/readyz`, child)
    const firstAnswer = performance.now() - startedMs
    // The moments are told just after it, and by an older checkout not at all.
    for (let waits = 0; waits < 50 && !log.includes(told); waits++) await delay(10)
    return { firstAnswer, moments: readMoments(log, startedMs) }
  } finally {
    await end(child)
  }
}

/** A signal to npm alone would leave the server behind for a moment. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return
  const ended = once(child, 'close')
  process.kill(-child.pid, 'SIGTERM')
  await ended
}

function readMoments(log: string, startedMs: number): ReadonlyMap<string, number> {
  const line = log.split('\n').find((one) => one.includes(told))
  if (line === undefined) return new Map()
  const { ms, beganAtMs }: { ms: Record<string, number>; beganAtMs: number } = JSON.parse(line)
  // By the clock of the machine, which both processes have.
  const nodeMs = beganAtMs - (performance.timeOrigin + startedMs)
  const later = Object.entries(ms).map(([name, sinceMs]) => [name, nodeMs + sinceMs] as const)
  return new Map([['node begun', nodeMs], ...later])
}

function printMedians(title: string, measured: readonly Measured[]): void {
  const all = measured.map(({ firstAnswer }) => Math.round(firstAnswer))
  console.log(`${title}: first answer after ${median(all)} ms (${all.join(', ')})`)
  let before = 0
  for (const name of measured[0]?.moments.keys() ?? []) {
    const at = Math.round(median(measured.map(({ moments }) => moments.get(name) ?? Number.NaN)))
    console.log(`  ${name.padEnd(18)} ${String(at).padStart(6)} ms  +${at - before}`)
    before = at
  }
}

const firstEver = new Map<string, Measured[]>()
const again = new Map<string, Measured[]>()
for (let round = 0; round < Number(values.rounds); round++) {
  for (const checkout of round % 2 === 0 ? checkouts : checkouts.toReversed()) {
    const folder = await mkdtemp(join(tmpdir(), 'quoin-bench-start-'))
    // As root, PostgreSQL runs as another account, which must get through.
    await chmod(folder, 0o755)
    const dataDir = join(folder, 'data')
    firstEver.set(checkout, [...(firstEver.get(checkout) ?? []), await measure(checkout, dataDir)])
    again.set(checkout, [...(again.get(checkout) ?? []), await measure(checkout, dataDir)])
    await rm(folder, { recursive: true, force: true })
  }
}
for (const checkout of checkouts) {
  console.log(checkout)
  printMedians('first start ever', firstEver.get(checkout) ?? [])
  printMedians('start on a database that is there', again.get(checkout) ?? [])
}
