import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasWrk, holdRate, saturate } from '../load.ts'
import { redirectLoad } from '../loads.ts'
import { childrenOf, processorMs } from '../processor-time.ts'
import type { QuoinServer } from '../quoin-server.ts'
import { median } from '../report.ts'

export interface Service {
  /** Links a second that one process answers here, where all share the machine. */
  readonly perSecond: number
  /** Processor time of a link in the process, and of its click in PostgreSQL. */
  readonly linkMs: number
  readonly clickMs: number
  /** The wait of a commit beyond the processor time of its clicks. */
  readonly commitMs: number
  /** One group of clicks on the local disk. */
  readonly spoolMs: number
  /** At half of what it answers. */
  readonly halfP50Ms: number
  readonly halfP99Ms: number
}

const seconds = 6
/** A second: each commit has one click or two. */
const fewPerSecond = 100

/** The time that a link takes, by processors and by disks; medians of rounds. */
export async function measureService(server: QuoinServer, rounds: number): Promise<Service> {
  const load = await redirectLoad(server)
  const withWrk = await hasWrk()
  await saturate(load, seconds, withWrk)
  const found: Service[] = []
  for (let round = 0; round < rounds; round += 1) {
    const before = takeStock(server)
    const full = await saturate(load, seconds, withWrk)
    const after = takeStock(server)
    const links = full.perSecond * seconds
    const clickMs = (after.databaseMs - before.databaseMs) / links
    const few = await flushesDuring(server, () => holdRate(load, seconds, fewPerSecond))
    const half = await holdRate(load, seconds, Math.round(full.perSecond / 2))
    found.push({
      perSecond: full.perSecond,
      linkMs: (after.serverMs - before.serverMs) / links,
      clickMs,
      commitMs: Math.max(0, few.ms - few.rows * clickMs),
      spoolMs: measureSpool(),
      halfP50Ms: half.p50Ms,
      halfP99Ms: half.p99Ms,
    })
  }
  const middle = (part: keyof Service): number => median(found.map((one) => one[part]))
  return {
    perSecond: middle('perSecond'),
    linkMs: middle('linkMs'),
    clickMs: middle('clickMs'),
    commitMs: middle('commitMs'),
    spoolMs: middle('spoolMs'),
    halfP50Ms: middle('halfP50Ms'),
    halfP99Ms: middle('halfP99Ms'),
  }
}

interface Stock {
  readonly serverMs: number
  readonly databaseMs: number
}

/** Sessions of the pool live on, so that their processor time can be compared. */
function takeStock(server: QuoinServer): Stock {
  const databaseMs = childrenOf(server.pid).reduce((sum, pid) => sum + processorMs(pid), 0)
  return { serverMs: server.processorMs(), databaseMs }
}

/** The mean time of a group of clicks, and how many it had. */
async function flushesDuring(
  { origin }: QuoinServer,
  work: () => Promise<unknown>,
): Promise<{ readonly ms: number; readonly rows: number }> {
  const before = await flushesOf(origin)
  await work()
  const after = await flushesOf(origin)
  const flushes = after.flushes - before.flushes
  return {
    ms: ((after.seconds - before.seconds) * 1000) / flushes,
    rows: (after.rows - before.rows) / flushes,
  }
}

async function flushesOf(origin: string) {
  const text = await (await fetch(`${origin}/metrics`)).text()
  const of = (name: string): number =>
    Number(new RegExp(`^quoin_${name}\\{queue="clicks"\\} (.*)$`, 'm').exec(text)?.[1] ?? 0)
  return { seconds: of('flush_seconds_sum'), flushes: of('flush_seconds_count'), rows: of('flush_rows_sum') }
}

/** The median time of a group of a hundred clicks with its fdatasync, on the disk of temporary files. */
function measureSpool(): number {
  const path = join(tmpdir(), `quoin-bench-spool-${process.pid}`)
  const lines = Buffer.alloc(100 * 500, 'x')
  const file = openSync(path, 'a', 0o600)
  try {
    const times = Array.from({ length: 101 }, () => {
      const startedMs = performance.now()
      writeSync(file, lines)
      fdatasyncSync(file)
      return performance.now() - startedMs
    })
    return median(times)
  } finally {
    closeSync(file)
    rmSync(path)
  }
}
