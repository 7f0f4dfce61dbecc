// A peak against a database that takes fewer clicks than the server: with the spool as overflow, and without.
import { openDatabase } from '../packages/server/src/store/pg/database.ts'
import { holdOpen } from './open-loop.ts'
import { redirectLoad } from './loads.ts'
import { startQuoin } from './quoin-server.ts'
import { rounded } from './report.ts'

/** A group of 500 clicks takes as long, as on a disk or over a line that is slow; two are written at a time. */
const slowMs = 250
const slowly = `
  create function slow_clicks() returns trigger language plpgsql as $$
    begin perform pg_sleep(${slowMs / 1000}); return null; end $$;
  create trigger slow_clicks before insert on fresh_clicks for each statement execute function slow_clicks();`
/** Links a second in the calm times and in the peak. */
const calm = 1_500
const peak = 7_500
const calmSec = 5
const peakSec = 20
const afterSec = 25
const drainMaxMs = 180_000

interface Peak {
  readonly overflow_sec: number
  readonly asked: number
  /** Shares of what was asked in the peak. */
  readonly accepted: number
  readonly refused: number
  readonly unsent: number
  readonly accepted_p99_ms: number
  readonly overflowed: number
  /** For how long something waited on the disk. */
  readonly spooled_s: number
  readonly stored: number
}

/** One peak, on a server of its own. */
export async function measurePeak(overflowSec: number): Promise<Peak> {
  const environment = { SPOOL_OVERFLOW_SEC: String(overflowSec) }
  const server = await startQuoin(1_000, 18_455, { environment })
  const db = await openDatabase({
    url: server.databaseUrl,
    connectionsMax: 1,
    statementTimeoutMs: 60_000,
  })
  try {
    await db.query(slowly)
    const drained = watchSpool(server.origin)
    const { seconds, phases } = await holdOpen({
      load: await redirectLoad(server),
      connections: 6_000,
      settleSec: 1,
      phases: [
        { seconds: calmSec, perSecond: calm },
        { seconds: peakSec, perSecond: peak },
        { seconds: afterSec, perSecond: calm },
      ],
    })
    const spooledSec = await drained()
    const during = seconds.slice(calmSec, calmSec + peakSec)
    const sum = (part: 'accepted' | 'refused' | 'unsent'): number =>
      during.reduce((all, one) => all + one[part], 0)
    const asked = peak * peakSec
    const [row] = await db.query<{ stored: number }>('select count(*)::integer as stored from clicks')
    return {
      overflow_sec: overflowSec,
      asked,
      accepted: rounded(sum('accepted') / asked),
      refused: rounded(sum('refused') / asked),
      unsent: rounded(sum('unsent') / asked),
      accepted_p99_ms: rounded(phases[1]?.acceptedP99Ms ?? Number.NaN, 1),
      overflowed: (await figuresOf(server.origin))['quoin_clicks_overflowed_total'] ?? 0,
      spooled_s: spooledSec,
      stored: row?.stored ?? Number.NaN,
    }
  } finally {
    await db.close()
    await server.stop()
  }
}

/** Looks every quarter of a second; how many seconds there was something on the disk. */
function watchSpool(origin: string): () => Promise<number> {
  let waitedMs = 0
  let lastMs = performance.now()
  let isEmpty = true
  const timer = setInterval(() => {
    void figuresOf(origin).then((figures) => {
      isEmpty = (figures['quoin_spool_bytes'] ?? 0) === 0
      if (!isEmpty) waitedMs += performance.now() - lastMs
      lastMs = performance.now()
    })
  }, 250)
  return async () => {
    const endMs = performance.now() + drainMaxMs
    while (!isEmpty && performance.now() < endMs) await new Promise((resolve) => setTimeout(resolve, 250))
    clearInterval(timer)
    return rounded(waitedMs / 1000, 1)
  }
}

async function figuresOf(origin: string): Promise<Readonly<Record<string, number>>> {
  const text = await (await fetch(`${origin}/metrics`)).text()
  return Object.fromEntries(
    [...text.matchAll(/^([a-z_]+) ([0-9.e+-]+)$/gm)].map(([, name, value]) => [name, Number(value)]),
  )
}
