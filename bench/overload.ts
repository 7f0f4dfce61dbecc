// npm run bench:overload: twice what the server can do, asked for a minute, by who does not wait for answers.
import { holdOpen, type ShownSecond } from './open-loop.ts'
import { hasWrk, type Load, saturate } from './load.ts'
import { PostbackLoads, redirectLoad } from './loads.ts'
import { startQuoin } from './quoin-server.ts'
import { rounded } from './report.ts'

const isQuick = process.argv.includes('--quick')
const overloadSec = isQuick ? 15 : 60
const afterSec = 10
const settleSec = 2
const isVerbose = process.argv.includes('--verbose')
const connections = Number(process.env['CONNS'] ?? 4_000)

interface Outcome {
  readonly name: string
  readonly capacity: number
  readonly asked: number
  /** Accepted per second, against the capacity. */
  readonly goodput: number
  readonly accepted_p99_ms: number
  readonly refused_p99_ms: number
  readonly errors: number
  /** Was due when all connections waited for an answer. */
  readonly unsent_share: number
  /** How late the generator was with what it sent, and how much of a processor it took. */
  readonly sender_late_p99_ms: number
  readonly sender_cpu: number
  readonly recovered_after_s: number
  readonly rss_mb: number
}

interface Asked {
  readonly name: string
  readonly capacity: number
  readonly load: Load
  readonly rssMb: () => number
}

async function overload({ name, capacity, load, rssMb }: Asked): Promise<Outcome> {
  let mostMb = 0
  const watch = setInterval(() => {
    mostMb = Math.max(mostMb, rssMb())
  }, 500)
  const {
    seconds: shown,
    phases,
    cpuShare,
  } = await holdOpen({
    load,
    connections,
    // For the queue to fill.
    settleSec,
    phases: [
      { seconds: 3, perSecond: capacity / 2 },
      { seconds: overloadSec, perSecond: capacity * 2 },
      { seconds: afterSec, perSecond: capacity / 2 },
    ],
  })
  clearInterval(watch)
  if (isVerbose) for (const second of shown) console.log(JSON.stringify(second))
  const during = shown.slice(3 + settleSec, 3 + overloadSec)
  const after = shown.slice(3 + overloadSec, 3 + overloadSec + afterSec)
  const sum = (part: (second: ShownSecond) => number): number =>
    during.reduce((all, one) => all + part(one), 0)
  const isNormal = ({ refused, acceptedP99Ms, errors }: ShownSecond): boolean =>
    refused === 0 && errors === 0 && acceptedP99Ms < 250
  return {
    name,
    capacity: Math.round(capacity),
    asked: Math.round(sum(({ sent }) => sent) / during.length),
    goodput: rounded(sum(({ accepted }) => accepted) / during.length / capacity),
    accepted_p99_ms: rounded(phases[1]?.acceptedP99Ms ?? Number.NaN, 1),
    refused_p99_ms: rounded(phases[1]?.refusedP99Ms ?? Number.NaN, 1),
    errors: sum(({ errors }) => errors),
    unsent_share: rounded(
      sum(({ unsent }) => unsent) /
        Math.max(
          1,
          sum(({ unsent, sent }) => unsent + sent),
        ),
    ),
    sender_late_p99_ms: rounded(phases[1]?.lateP99Ms ?? Number.NaN, 1),
    sender_cpu: rounded(cpuShare, 2),
    recovered_after_s: after.findIndex(isNormal) + 1,
    rss_mb: Math.round(mostMb),
  }
}

const server = await startQuoin(10_000, 18_450)
try {
  const withWrk = await hasWrk()
  const seconds = 5
  const redirect = await redirectLoad(server)
  await saturate(redirect, 2, withWrk)
  const redirects = (await saturate(redirect, seconds, withWrk)).perSecond
  const postbacks = new PostbackLoads(server)
  await saturate(await postbacks.next(20_000), 2, withWrk)
  const reports = (await saturate(await postbacks.next(seconds * 12_000), seconds, withWrk)).perSecond
  const count = Math.ceil(reports * (2 * overloadSec + afterSec + 3))
  const asked: Asked[] = [
    { name: 'postbacks', capacity: reports, load: await postbacks.next(count), rssMb: () => server.rssMb() },
    { name: 'redirects', capacity: redirects, load: redirect, rssMb: () => server.rssMb() },
  ]
  for (const one of asked) console.log(JSON.stringify(await overload(one)))
} finally {
  await server.stop()
}
