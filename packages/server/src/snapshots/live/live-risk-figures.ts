import type { OfferFigures, SourceFigures } from '@quoin/core/risk/behaviour/conversion-signs.ts'
import { type GoalCounts, makeOfferNorms, noNorms, type OfferNorms } from '@quoin/core/risk/offer-norms.ts'
import { type PeerFacts, peerKinds } from '@quoin/core/risk/peers.ts'
import { creditTimeSec, slotEndsSec } from '@quoin/core/stats/credit-times.ts'
import { latelyDays, type StepCounts } from '@quoin/core/risk/usual-steps.ts'
import type { UsualTimes } from '@quoin/core/tickets/diagnose-reward.ts'
import { dayMs } from '@quoin/core/time/durations.ts'
import type { Clock, KnownPeers, Log, RiskFigures } from '../../ports/ports.ts'
import type { Database } from '../../store/pg/database.ts'
import { listGoalSteps } from '../../store/risk/goal-steps.ts'
import { listOfferFigures, listSourceFigures } from '../../store/risk/risk-figures.ts'
import { listPeers } from '../../store/risk/risk-peers.ts'
import { readEvery } from './read-every.ts'

interface FiguresNeeds {
  readonly db: Database
  readonly clock: Pick<Clock, 'nowMs'>
  readonly log: Log
}

/** Norms change slowly, and reading them goes through weeks of statistics. */
const everyMs = 5 * 60_000
const windowMs = 30 * dayMs
const offersMax = 50_000
const sourcesMax = 100_000
const goalStepsMax = 100_000
/** Some 40 MB. */
const peersMax = 100_000
const stepPeers = 500

/**
 * The norms of offers and sources. Until they were read, and while they cannot be, nothing is known: nobody is
 * accused.
 */
export class LiveRiskFigures implements RiskFigures {
  readonly #needs: FiguresNeeds
  #offers: ReadonlyMap<number, OfferFigures> = new Map()
  #sources: ReadonlyMap<string, SourceFigures> = new Map()
  #norms: OfferNorms = noNorms
  #usual: ReadonlyMap<number, UsualTimes> = new Map()
  #peers: ReadonlyMap<string, KnownPeers> = new Map()

  constructor(needs: FiguresNeeds) {
    this.#needs = needs
  }

  findOffer(offerId: number): OfferFigures | undefined {
    return this.#offers.get(offerId)
  }

  findSource(appId: number, offerId: number, subId: string | null): SourceFigures | undefined {
    return this.#sources.get(keyOf(appId, offerId, subId))
  }

  findUsualTimes(offerId: number): UsualTimes | undefined {
    return this.#usual.get(offerId)
  }

  norms(): OfferNorms {
    return this.#norms
  }

  findPeers(user: string): KnownPeers | undefined {
    return this.#peers.get(user)
  }

  async refresh(): Promise<void> {
    const { db, clock } = this.#needs
    const sinceMs = clock.nowMs() - windowMs
    const offers = await listOfferFigures(db, { sinceMs, limit: offersMax })
    const sources = await listSourceFigures(db, { sinceMs, limit: sourcesMax })
    this.#offers = new Map(
      offers.map(({ offerId, fastSlot, clicks, conversions }) => [
        offerId,
        // The lower end of its slot: a rounded figure must accuse nobody.
        { clicks, conversions, fastSec: fastSlot === null ? undefined : (slotEndsSec[fastSlot - 1] ?? 0) },
      ]),
    )
    this.#norms = makeOfferNorms(
      new Map(
        offers.map(({ offerId, bySlot, counted, ...counts }) => [
          offerId,
          { ...counts, clicks: counted, bySlot: readSlots(bySlot) },
        ]),
      ),
      await this.#readGoals(sinceMs),
    )
    this.#usual = new Map(
      offers.flatMap(({ offerId, bySlot }) => {
        const usual = usualTimes(readSlots(bySlot))
        return usual ? [[offerId, usual] as const] : []
      }),
    )
    this.#sources = new Map(
      sources.map(({ appId, offerId, subId, ...figures }) => [keyOf(appId, offerId, subId), figures]),
    )
    const rows = await listPeers(db, { nowMs: clock.nowMs(), limit: peersMax })
    const peers = new Map<string, KnownPeers>()
    for (const { user, facts, scoreTenths } of rows) {
      peers.set(user, { facts: namePeers(facts), scoreTenths })
      // Requests are answered meanwhile.
      if (peers.size % stepPeers === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    this.#peers = peers
  }

  async #readGoals(sinceMs: number): Promise<GoalCounts> {
    const { db, clock } = this.#needs
    const latelyMs = clock.nowMs() - (latelyDays - 1) * dayMs
    const goals = new Map<number, Map<string, StepCounts[]>>()
    const rows = await listGoalSteps(db, { sinceMs, latelyMs, limit: goalStepsMax })
    for (const { offerId, goal, ...counts } of rows) {
      const ofOffer = goals.get(offerId) ?? new Map<string, StepCounts[]>()
      const steps = ofOffer.get(goal) ?? []
      steps.push(counts)
      goals.set(offerId, ofOffer.set(goal, steps))
    }
    return goals
  }

  follow(): () => Promise<void> {
    return readEvery(
      everyMs,
      () => this.refresh(),
      (error) => this.#needs.log.warn({ err: error }, 'risk figures could not be read'),
    )
  }
}

/** In hundredths, as they are kept. */
function namePeers(hundredths: readonly number[]): PeerFacts {
  const entries = peerKinds.map((kind, index) => [kind, (hundredths[index] ?? 0) / 100] as const)
  return Object.fromEntries(entries) as unknown as PeerFacts // one of each kind
}

/** Fewer credits say nothing about how long it takes. */
const creditsMin = 30

function usualTimes(bySlot: ReadonlyMap<number, number>): UsualTimes | undefined {
  const credits = [...bySlot.values()].reduce((sum, count) => sum + count, 0)
  if (credits < creditsMin) return undefined
  const times = new Map([...bySlot].map(([slot, count]) => [slot, BigInt(count)]))
  return { halfSec: creditTimeSec(times, 50) ?? 0, mostSec: creditTimeSec(times, 90) ?? 0, credits }
}

function readSlots(text: string | null): ReadonlyMap<number, number> {
  const pairs = text?.split(' ') ?? []
  return new Map(
    pairs.map((pair): [number, number] => [Number(pair.split(':')[0]), Number(pair.split(':')[1])]),
  )
}

function keyOf(appId: number, offerId: number, subId: string | null): string {
  return `${appId} ${offerId} ${subId ?? ''}`
}
