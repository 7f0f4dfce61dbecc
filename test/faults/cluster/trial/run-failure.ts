import { setTimeout as delay } from 'node:timers/promises'
import { Journal } from '../../support/journal.ts'
import type { Laboratory } from '../laboratory.ts'
import { bounded, waitFor } from '../wait-for.ts'
import { type Clients, startClients } from './clients.ts'
import type { Callers, Compared, Failure, Stage } from './failure.ts'
import { emptyOutcome, judge, type Outcome } from './outcome.ts'

export interface Pace {
  readonly visitors: number
  /** How long a failure lasts before it is healed. */
  readonly seconds: number
}

const beforeMs = 3_000
const afterMs = 3_000
const stepMaxMs = 120_000

/** Makes one failure under load, heals it, and compares what was acknowledged with what is there. */
export async function runFailure(laboratory: Laboratory, failure: Failure, pace: Pace): Promise<Outcome> {
  const missing = failure.missing?.(laboratory)
  if (missing !== undefined) return emptyOutcome(failure, { skipped: missing })
  await makeAllWhole(laboratory)
  const own: Stage = { installation: laboratory.installation, database: 'quoin' }
  const stage = (await failure.prepare?.(laboratory)) ?? own
  const journal = new Journal()
  const { ports } = laboratory.cluster
  const clients = startClients({
    installation: stage.installation,
    journal,
    visitors: pace.visitors,
    ports: { front: ports.quoin, a: ports.quoinA, b: ports.quoinB },
  })
  const faults: string[] = []
  const attempt = async <T>(what: string, work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await bounded(what, work(), stepMaxMs)
    } catch (error) {
      faults.push(error instanceof Error ? error.message : String(error))
      return undefined
    }
  }
  try {
    await delay(beforeMs)
    const heal = await attempt('the failure', async () => await failure.make(laboratory, { journal }))
    const madeMs = performance.now()
    await delay(Math.max(pace.seconds, failure.secondsMin ?? 0) * 1_000)
    const lastedSec = (performance.now() - madeMs) / 1_000
    await attempt('the healing', async () => await heal?.())
    const healedMs = performance.now()
    const back = attempt('the first report after it', async () => await untilServed(clients, healedMs))
    await attempt('the way back', async () => await makeAllWhole(laboratory))
    const backAfterHealSec = ((await back) ?? performance.now() - healedMs) / 1_000
    await delay(afterMs)
    await clients.stop()
    await attempt('the rest', async () => await settle(laboratory))
    const url = laboratory.cluster.urlByHosts(stage.database, [await laboratory.cluster.leader()])
    const compared = await attempt(
      'the comparison',
      async () => await compare(laboratory, failure, { journal, url }),
    )
    const { verdict = await journal.compare(url), note = null } = compared ?? {}
    await attempt('the clearing', async () => await failure.clear?.(laboratory))
    return judge({ failure, verdict, tallies: clients.tallies, lastedSec, backAfterHealSec, faults, note })
  } finally {
    await clients.stop()
  }
}

async function compare(
  laboratory: Laboratory,
  failure: Failure,
  given: Callers & { readonly url: string },
): Promise<Compared> {
  if (failure.compare !== undefined) return await failure.compare(laboratory, given)
  return { verdict: await given.journal.compare(given.url) }
}

/** Resolves to the milliseconds that it took. */
async function untilServed({ tallies }: Clients, sinceMs: number): Promise<number> {
  return await waitFor('a served network', () => {
    const lastMs = tallies.networks.lastTakenMs
    return lastMs > sinceMs ? lastMs - sinceMs : undefined
  })
}

/** Whatever was stopped runs, and follows. */
export async function makeAllWhole({ cluster, quoins }: Laboratory): Promise<void> {
  for (const quoin of quoins) quoin.start()
  await cluster.makeWhole()
  for (const quoin of quoins) await quoin.untilReady()
}

async function settle({ quoins }: Laboratory): Promise<void> {
  for (const quoin of quoins)
    await waitFor(`the spool of Quoin ${quoin.name}`, async () =>
      (await quoin.isSettled()) ? true : undefined,
    )
}
