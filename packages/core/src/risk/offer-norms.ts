import { slotEndsSec } from '../stats/credit-times.ts'
import { findUsualStep, type StepCounts, type UsualStep } from './usual-steps.ts'

/** An offer over all apps, in the last weeks. */
interface OfferCounts {
  readonly clicks: number
  readonly conversions: number
  /** The conversions that were reversed or rejected. */
  readonly lost: number
  /** The payouts of all conversions together, in whatever unit; 0 where none is known. */
  readonly paid: number
  /** Conversions by the time from click to credit, in the slots of core/stats/credit-times.ts. */
  readonly bySlot: ReadonlyMap<number, number>
}

/** The norms of an offer: its own rates where there is enough of it, those of all offers where there is little. */
export interface OfferNorm {
  /** Conversions of a click. */
  readonly conversionRate: number
  /** The share of conversions that is reversed or rejected. */
  readonly lostRate: number
  /**
   * The mean earning of a click on it against one on all offers, as a natural logarithm; 0 where no payout is known.
   */
  readonly worth: number
  /** For each slot, the share of conversions that came sooner; who is in the slot counts a half. */
  readonly soonerBySlot: readonly number[]
}

/** Undefined where too little is known of any offer: then nobody is compared. */
export interface OfferNorms {
  findNorm(offerId: number): OfferNorm | undefined
  /** The step that nearly all have who reach the goal of the offer. */
  readonly findStep: (offerId: number, goal: string) => UsualStep | undefined
}

/** By offer and goal: the goals before it, the nearest first. */
export type GoalCounts = ReadonlyMap<number, ReadonlyMap<string, readonly StepCounts[]>>

export const noNorms: OfferNorms = { findNorm: () => undefined, findStep: () => undefined }

/** With fewer of all offers together nothing is usual yet. */
const conversionsMin = 100
/** How much of all offers an offer begins with: clicks, conversions, and timed conversions. */
const clicksBefore = 20
const conversionsBefore = 10
const timesBefore = 20
/** Payouts differ by offer much more than rates do, and are known by the first. */
const payoutsBefore = 1
/**
 * An app's clicks count against the rate of an offer as far as these come to a conversion each: who clicks without
 * an end cannot make everybody else look as if they converted too well.
 */
export const clicksPerConversionMax = 50
export const conversionsGranted = 4

/** The clicks of one app on one offer that count. */
export function countedClicks({ clicks, conversions }: Pick<OfferCounts, 'clicks' | 'conversions'>): number {
  return Math.min(clicks, clicksPerConversionMax * (conversions + conversionsGranted))
}

/** The prior share of lost conversions, where hardly any are known. */
const lostRateMin = 0.01

const slots = slotEndsSec.length + 1

/** Empirical Bayes: each offer's counts on top of what all offers together would have in their place. */
export function makeOfferNorms(
  counts: ReadonlyMap<number, OfferCounts>,
  goals: GoalCounts = new Map(),
): OfferNorms {
  const all = sumOf(counts.values())
  if (all.conversions < conversionsMin || all.clicks === 0) return noNorms
  const base = {
    conversionRate: Math.min(1, all.conversions / all.clicks),
    lostRate: Math.max(lostRateMin, all.lost / all.conversions),
    payout: all.paid / all.conversions,
    shares: sharesOf(all.bySlot),
  }
  const made = new Map<number, OfferNorm>()
  const steps = usualSteps(goals)
  const usual = normOf({ clicks: 0, conversions: 0, lost: 0, paid: 0, bySlot: new Map() }, base)
  return {
    findNorm(offerId) {
      const known = made.get(offerId)
      if (known !== undefined) return known
      const own = counts.get(offerId)
      if (own === undefined) return usual
      const norm = normOf(own, base)
      made.set(offerId, norm)
      return norm
    },
    findStep: (offerId, goal) => steps.get(offerId)?.get(goal),
  }
}

function usualSteps(goals: GoalCounts): ReadonlyMap<number, ReadonlyMap<string, UsualStep>> {
  const known = [...goals].map(([offerId, counted]) => {
    const steps = [...counted].flatMap(([goal, counts]): [string, UsualStep][] => {
      const usual = findUsualStep(counts)
      return usual === undefined ? [] : [[goal, usual]]
    })
    return [offerId, new Map(steps)] as const
  })
  return new Map(known)
}

interface Base {
  readonly conversionRate: number
  readonly lostRate: number
  /** The mean payout of one conversion. */
  readonly payout: number
  readonly shares: readonly number[]
}

function normOf({ clicks, conversions, lost, paid, bySlot }: OfferCounts, base: Base): OfferNorm {
  const timed = [...bySlot.values()].reduce((sum, count) => sum + count, 0)
  let before = 0
  const soonerBySlot = base.shares.map((share, slot) => {
    const here = ((bySlot.get(slot) ?? 0) + timesBefore * share) / (timed + timesBefore)
    before += here
    return before - here / 2
  })
  const conversionRate = Math.min(
    1,
    (conversions + clicksBefore * base.conversionRate) / (clicks + clicksBefore),
  )
  const payout = (paid + payoutsBefore * base.payout) / (conversions + payoutsBefore)
  return {
    conversionRate,
    lostRate: Math.min(1, (lost + conversionsBefore * base.lostRate) / (conversions + conversionsBefore)),
    worth: payout > 0 ? Math.log((conversionRate * payout) / (base.conversionRate * base.payout)) : 0,
    soonerBySlot,
  }
}

function sharesOf(bySlot: ReadonlyMap<number, number>): number[] {
  const timed = [...bySlot.values()].reduce((sum, count) => sum + count, 0)
  return Array.from({ length: slots }, (_, slot) =>
    timed === 0 ? 1 / slots : (bySlot.get(slot) ?? 0) / timed,
  )
}

function sumOf(counts: Iterable<OfferCounts>): OfferCounts {
  const bySlot = new Map<number, number>()
  const sum = { clicks: 0, conversions: 0, lost: 0, paid: 0, bySlot }
  for (const one of counts) {
    sum.clicks += one.clicks
    sum.conversions += one.conversions
    sum.lost += one.lost
    sum.paid += one.paid
    for (const [slot, count] of one.bySlot) bySlot.set(slot, (bySlot.get(slot) ?? 0) + count)
  }
  return sum
}

/** The slot of a time from click to credit. */
export function slotOf(sec: number): number {
  let low = 0
  let high = slotEndsSec.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sec < (slotEndsSec[middle] ?? 0)) high = middle
    else low = middle + 1
  }
  return low
}
