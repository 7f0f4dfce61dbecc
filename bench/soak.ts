// npm run bench:soak [-- --minutes 30]: memory and handles of the server under a steady load.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { holdRate, type Load } from './load.ts'
import { offersLoad, PostbackLoads, redirectLoad } from './loads.ts'
import { type QuoinServer, startQuoin } from './quoin-server.ts'
import { median, rounded } from './report.ts'

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' } } })
const minutes = Number(values.minutes)
/** About a sixth of the server's capacity for each kind: half of its capacity together. */
const perSecond = { redirects: 4_000, lists: 4_500, postbacks: 1_000 }
/** Each part of the load is given in portions, so that no list of paths is longer than memory likes. */
const portionSec = 60
const sampleMs = 5_000

interface Sample {
  readonly minute: number
  readonly rssMb: number
  readonly handles: number
}

/** Least squares: how much a figure grows in a minute. */
function slope(samples: readonly Sample[], figure: (sample: Sample) => number): number {
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, one) => sum + one, 0) / values.length
  const at = mean(samples.map(({ minute }) => minute))
  const level = mean(samples.map(figure))
  const over = samples.reduce((sum, sample) => sum + (sample.minute - at) * (figure(sample) - level), 0)
  return over / samples.reduce((sum, { minute }) => sum + (minute - at) ** 2, 0)
}

/** Files, pipes, sockets: all but the connections of callers, which come anew with each portion. */
function handlesOf({ pid, origin }: QuoinServer): number {
  const port = Number(new URL(origin).port).toString(16).toUpperCase().padStart(4, '0')
  const isCaller = (line: string): boolean => {
    const [, local = '', , state] = line.trim().split(/\s+/)
    return local.endsWith(`:${port}`) && state === established
  }
  const tables = ['tcp', 'tcp6'].map((name) => `/proc/${pid}/net/${name}`).filter((path) => existsSync(path))
  const lines = tables.flatMap((path) => readFileSync(path, 'utf8').split('\n'))
  return readdirSync(`/proc/${pid}/fd`).length - lines.filter(isCaller).length
}

/** As the kernel writes it. Whose caller has gone and is still kept counts as a handle. */
const established = '01'

const server = await startQuoin(100_000, 18_460)
try {
  const startedMs = performance.now()
  const samples: Sample[] = []
  const sampling = setInterval(() => {
    samples.push({
      minute: (performance.now() - startedMs) / 60_000,
      rssMb: server.rssMb(),
      handles: handlesOf(server),
    })
  }, sampleMs)
  const redirect = await redirectLoad(server)
  const postbacks = new PostbackLoads(server)
  let failures = 0
  const prepare = (): Promise<Load> => postbacks.next(perSecond.postbacks * portionSec, { isBeside: true })
  let reports = await prepare()
  for (let portion = 0; portion * portionSec < minutes * 60; portion += 1) {
    // The clicks of the next portion are written meanwhile, so that the load never pauses.
    const coming = prepare()
    const measured = await Promise.all([
      holdRate(redirect, portionSec, perSecond.redirects),
      holdRate(offersLoad(server), portionSec, perSecond.lists),
      holdRate(reports, portionSec, perSecond.postbacks),
    ])
    reports = await coming
    failures += measured.reduce((sum, one) => sum + one.failures, 0)
    const last = samples.at(-1)
    console.error(
      `minute ${portion + 1}: ${last?.rssMb.toFixed(0)} MB, ${last?.handles} handles, failures ${failures}`,
    )
  }
  clearInterval(sampling)
  // The first third is for the compiler, the caches and the database to fill.
  const settled = samples.slice(Math.floor(samples.length / 3))
  console.log(
    JSON.stringify({
      minutes,
      ...perSecond,
      rss_mb: Math.round(settled.at(-1)?.rssMb ?? 0),
      rss_max_mb: Math.round(Math.max(...samples.map(({ rssMb }) => rssMb))),
      rss_slope_mb_per_min: rounded(slope(settled, ({ rssMb }) => rssMb)),
      handles_median: median(settled.map(({ handles }) => handles)),
      handles_slope_per_min: rounded(slope(settled, ({ handles }) => handles)),
      failures,
    }),
  )
} finally {
  await server.stop()
}
