import { hasWrk, saturate } from '../load.ts'
import { offersLoad, PostbackLoads, redirectLoad } from '../loads.ts'
import { median, printTable, rounded, type Series } from '../report.ts'
import { openViewers, type Seen } from './viewers.ts'

interface Served {
  readonly origin: string
  readonly databaseUrl: string
  readonly token: string
  /** The questions of the operators' pages. */
  readonly paths: readonly string[]
  /** The keys of an app without a limit. */
  readonly apiKey: string
  readonly apiSecret: string
}

const viewers = 5
const rounds = 5
const seconds = 5

/** Redirects, lists and postbacks alone and while people have the dashboard open, in turns. */
export async function measureHotPaths(served: Served): Promise<void> {
  const withWrk = await hasWrk()
  const offers = offersLoad(served)
  const redirect = await redirectLoad(served)
  const postbacks = new PostbackLoads(served)
  const loads = {
    redirect: async () => redirect,
    offers: async () => offers,
    postback: () => postbacks.next(seconds * 10_000),
  }
  const series = new Map<string, Series>()
  const seen: Seen = { timesMs: [], failures: 0 }
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, next] of Object.entries(loads)) {
      for (const isBeside of round % 2 === 0 ? [false, true] : [true, false]) {
        const load = await next()
        const open = isBeside ? openViewers(served, viewers) : undefined
        const { perSecond, p99Ms, failures } = await saturate(load, seconds, withWrk)
        await open?.leave()
        // The first round is for the compiler.
        if (round === 0) continue
        const row = seriesOf(series, isBeside ? `${name}, ${viewers} viewers` : name)
        row.perSecond.push(perSecond)
        row.p99Ms.push(p99Ms)
        row.failures += failures
        seen.timesMs.push(...(open?.seen.timesMs ?? []))
        seen.failures += open?.seen.failures ?? 0
      }
    }
  }
  console.log(printTable(series))
  const rate = (name: string): number => median(series.get(name)?.perSecond ?? [])
  for (const name of Object.keys(loads)) {
    console.log(`${name}: ${rounded(rate(`${name}, ${viewers} viewers`) / rate(name))} of its rate alone`)
  }
  const timesMs = seen.timesMs.sort((a, b) => a - b)
  const p95Ms = timesMs[Math.floor(timesMs.length * 0.95)] ?? 0
  console.log(
    `the viewers' ${timesMs.length} questions meanwhile: median ${Math.round(median(timesMs))} ms, ` +
      `p95 ${Math.round(p95Ms)} ms, ${seen.failures} failed`,
  )
}

function seriesOf(series: Map<string, Series>, name: string): Series {
  const row = series.get(name) ?? { perSecond: [], p99Ms: [], failures: 0 }
  series.set(name, row)
  return row
}
