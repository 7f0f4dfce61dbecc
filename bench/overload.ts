// npm run bench:overload: twice what the server can do, asked for a minute, by who does not wait for answers; three times.
// Then peaks against a slow database, with the spool as overflow and without (--peaks: these alone).
import { holdOpen, type ShownSecond } from './open-loop.ts'
import type { Load } from './load.ts'
import { PostbackLoads, redirectLoad } from './loads.ts'
import { type QuoinServer, startQuoin } from './quoin-server.ts'
import { measurePeak } from './overload-peak.ts'
import { median, rounded } from './report.ts'

const isQuick = process.argv.includes('--quick')
const overloadSec = isQuick ? 15 : 60
const rounds = isQuick ? 1 : 3
const capacitySec = 6
/** A second: as many for each tick of the sender as it has connections. */
const alwaysDue = 256_000
const beforeSec = 3
const afterSec = 10
const settleSec = 2
const isVerbose = process.argv.includes('--verbose')
const connections = Number(process.env['CONNS'] ?? 4_000)

/** One kind of request: what it can do is measured before and after each time that twice as much is asked. */
interface Subject {
  readonly name: string
  /** The load to send; where a repetition would be cheaper, as many requests as given, none of them one. */
  next(count: number): Promise<Load>
  /** More than it answers in a second. */
  readonly perSecondMax: number
}

interface Round {
  readonly capacity: number
  readonly asked: number
  readonly accepted: number
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
  /** More than was looked at when it was never normal again. */
  readonly recovered_after_s: number
  readonly rss_mb: number
}

const isPeaksAlone = process.argv.includes('--peaks')
let server: QuoinServer

/**
 * By the same program, which takes as much of the machine for each request: so many connections that ask again within a
 * millisecond of their answer, since always more is due than they can send. Nobody may be refused then.
 */
async function capacityOf({ name, next, perSecondMax }: Subject): Promise<number> {
  const { seconds } = await holdOpen({
    load: await next(capacitySec * perSecondMax),
    connections: 256,
    settleSec: 1,
    phases: [{ seconds: capacitySec, perSecond: alwaysDue }],
  })
  const during = seconds.slice(1, capacitySec)
  const failed = seconds.reduce((sum, { refused, errors }) => sum + refused + errors, 0)
  const capacity = during.reduce((sum, { accepted }) => sum + accepted, 0) / during.length
  if (failed > 0 || capacity === 0)
    throw new Error(`${name}: ${failed} were refused while capacity was measured`)
  return capacity
}

/**
 * The machine is not the same from one minute to the next: a minute is compared with what is just before and after
 * it.
 */
async function measure(subject: Subject): Promise<Round[]> {
  await capacityOf(subject)
  const done: Round[] = []
  let before = await capacityOf(subject)
  for (let round = 1; round <= rounds; round += 1) {
    const held = await overload(subject, before)
    const after = await capacityOf(subject)
    const capacity = (before + after) / 2
    done.push({ ...held, capacity: Math.round(capacity), goodput: rounded(held.accepted / capacity) })
    console.error(`${subject.name} ${round}: ${JSON.stringify(done.at(-1))}`)
    before = after
  }
  return done
}

async function overload({ next }: Subject, capacity: number): Promise<Omit<Round, 'capacity' | 'goodput'>> {
  const load = await next(Math.ceil(capacity * (2 * overloadSec + (beforeSec + afterSec) / 2)))
  let mostMb = 0
  const watch = setInterval(() => {
    mostMb = Math.max(mostMb, server.rssMb())
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
      { seconds: beforeSec, perSecond: capacity / 2 },
      { seconds: overloadSec, perSecond: capacity * 2 },
      { seconds: afterSec, perSecond: capacity / 2 },
    ],
  })
  clearInterval(watch)
  if (isVerbose) for (const second of shown) console.error(JSON.stringify(second))
  const during = shown.slice(beforeSec + settleSec, beforeSec + overloadSec)
  const after = shown.slice(beforeSec + overloadSec, beforeSec + overloadSec + afterSec)
  const sum = (part: (second: ShownSecond) => number): number =>
    during.reduce((all, one) => all + part(one), 0)
  const isNormal = ({ refused, acceptedP99Ms, errors }: ShownSecond): boolean =>
    refused === 0 && errors === 0 && acceptedP99Ms < 250
  return {
    accepted: Math.round(sum(({ accepted }) => accepted) / during.length),
    asked: Math.round(sum(({ sent, unsent }) => sent + unsent) / during.length),
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
    recovered_after_s: after.findIndex(isNormal) + 1 || afterSec + 1,
    rss_mb: Math.round(mostMb),
  }
}

/** The median of each figure over its rounds; the worst for figures that must stay low in every round. */
function middle(done: readonly Round[]): Round {
  const [first] = done
  if (first === undefined) throw new Error('there was no round')
  const all = (name: keyof Round): number[] => done.map((one) => one[name])
  const names = Object.keys(first) as (keyof Round)[] // its own keys
  const worst = new Set<keyof Round>(['errors', 'recovered_after_s', 'rss_mb'])
  const figures = names.map((name) => [
    name,
    worst.has(name) ? Math.max(...all(name)) : rounded(median(all(name))),
  ])
  return Object.fromEntries(figures) as Round // the same keys
}

async function measureOverload(): Promise<void> {
  server = await startQuoin(10_000, 18_450)
  try {
    const redirect = await redirectLoad(server)
    const postbacks = new PostbackLoads(server)
    const subjects: Subject[] = [
      { name: 'postbacks', next: (count) => postbacks.next(count), perSecondMax: 15_000 },
      { name: 'redirects', next: () => Promise.resolve(redirect), perSecondMax: 60_000 },
    ]
    for (const subject of subjects) {
      const done = await measure(subject)
      const goodputs = done.map(({ goodput }) => goodput)
      console.log(JSON.stringify({ name: subject.name, rounds, ...middle(done), goodputs }))
    }
  } finally {
    await server.stop()
  }
}

if (!isPeaksAlone) await measureOverload()
for (let round = 1; round <= rounds; round += 1) {
  for (const overflowSec of [0, 60]) {
    console.log(JSON.stringify({ name: 'peak', round, ...(await measurePeak(overflowSec)) }))
  }
}
