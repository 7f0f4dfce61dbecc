import { hasWrk, type Load, saturate } from '../load.ts'
import { offersLoad, PostbackLoads, redirectLoad } from '../loads.ts'
import { holdOpen } from '../open-loop.ts'
import { median, printTable, rounded, type Series } from '../report.ts'
import { Costs, type Spent } from './processors.ts'
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
  /** The processor time of Quoin and its databases until now. */
  readonly spent: () => Spent
}

const viewers = 5
const rounds = Number(process.env['ROUNDS'] ?? 5)
/** Whoever opens the dashboard asks first for what it asks again each half minute: short windows have too much of that. */
const seconds = Number(process.env['SECONDS'] ?? 5)

const besideOf = (name: string): string => `${name}, ${viewers} viewers`

/** Redirects, lists and postbacks alone and while people have the dashboard open, in turns. */
export async function measureHotPaths(served: Served): Promise<void> {
  const withWrk = await hasWrk()
  const loads = await loadsOf(served)
  const series = new Map<string, Series>()
  const costs = new Costs()
  const seen: Seen = { timesMs: [], failures: 0 }
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, next] of Object.entries(loads)) {
      for (const isBeside of round % 2 === 0 ? [false, true] : [true, false]) {
        const load = await next()
        const open = isBeside ? openViewers(served, viewers) : undefined
        const before = served.spent()
        const { perSecond, p99Ms, failures } = await saturate(load, seconds, withWrk)
        const after = served.spent()
        await open?.leave()
        // The first round is for the compiler.
        if (round === 0) continue
        const told = isBeside ? besideOf(name) : name
        const row = seriesOf(series, told)
        costs.note(told, perSecond * seconds, [before, after])
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
    const perProcessorSec = costs.perProcessorSec(besideOf(name)) / costs.perProcessorSec(name)
    console.log(
      `${name}: ${rounded(rate(besideOf(name)) / rate(name))} of its rate alone, and ${rounded(perProcessorSec)} of its ` +
        `requests for each second that Quoin and its primary have the processor`,
    )
  }
  console.table(Object.fromEntries([...series.keys()].map((name) => [name, costs.row(name)])))
  const timesMs = seen.timesMs.sort((a, b) => a - b)
  const p95Ms = timesMs[Math.floor(timesMs.length * 0.95)] ?? 0
  console.log(
    `the viewers' ${timesMs.length} questions meanwhile: median ${Math.round(median(timesMs))} ms, ` +
      `p95 ${Math.round(p95Ms)} ms, ${seen.failures} failed`,
  )
}

/**
 * How long each waits at half of what the server takes alone, while people have the dashboard open and while nobody
 * has: a server that is asked for all that it can do has nothing left for pages.
 */
export async function measureHalfLoad(served: Served): Promise<void> {
  const withWrk = await hasWrk()
  const rows: Record<string, object> = {}
  for (const [name, next] of Object.entries(await loadsOf(served))) {
    await saturate(await next(), seconds, withWrk)
    const perSecond = (await saturate(await next(), seconds, withWrk)).perSecond / 2
    const p99Ms: Record<'alone' | 'beside', number[]> = { alone: [], beside: [] }
    const refused = { alone: 0, beside: 0 }
    const unsent = { alone: 0, beside: 0 }
    for (let round = 0; round < rounds; round += 1) {
      for (const which of round % 2 === 0 ? (['alone', 'beside'] as const) : (['beside', 'alone'] as const)) {
        const load = await next()
        const open = which === 'beside' ? openViewers(served, viewers) : undefined
        const { phases, seconds: shown } = await holdOpen({
          load,
          connections: 2_000,
          settleSec: 1,
          phases: [{ seconds, perSecond }],
        })
        await open?.leave()
        p99Ms[which].push(phases[0]?.acceptedP99Ms ?? Number.NaN)
        refused[which] += shown.reduce((sum, one) => sum + one.refused + one.errors, 0)
        unsent[which] += shown.reduce((sum, one) => sum + one.unsent, 0)
      }
    }
    const shareOf = (count: number): number => rounded(count / (perSecond * seconds * rounds))
    rows[name] = {
      'per second': Math.round(perSecond),
      'p99 alone, ms': rounded(median(p99Ms.alone), 1),
      [`p99 with ${viewers} viewers, ms`]: rounded(median(p99Ms.beside), 1),
      'refused alone': shareOf(refused.alone),
      'refused beside them': shareOf(refused.beside),
      'not sent alone': shareOf(unsent.alone),
      'not sent beside them': shareOf(unsent.beside),
    }
  }
  console.table(rows)
}

async function loadsOf(served: Served): Promise<Record<string, () => Promise<Load>>> {
  const offers = offersLoad(served)
  const redirect = await redirectLoad(served)
  const postbacks = new PostbackLoads(served)
  return {
    redirect: async () => redirect,
    offers: async () => offers,
    postback: () => postbacks.next(seconds * 10_000),
  }
}

function seriesOf(series: Map<string, Series>, name: string): Series {
  const row = series.get(name) ?? { perSecond: [], p99Ms: [], failures: 0 }
  series.set(name, row)
  return row
}
