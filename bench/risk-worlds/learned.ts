import { worstOf, type LabelledUser } from '@quoin/core/risk/backtest/back-test.ts'
import { type Ending, labelOutcome, reversedLoss } from '@quoin/core/risk/learning/label-outcome.ts'
import { fitToOutcomes } from '@quoin/core/risk/learning/learn-weights.ts'
import { type Outcome, partCount } from '@quoin/core/risk/learning/outcome.ts'
import type { Weights } from '@quoin/core/risk/weights.ts'
import { hashOf } from '@quoin/core/risk/behaviour/recent-counts.ts'
import { openChance } from './chance.ts'

/** The conversions of a user: on which offer each was. */
export type Earnings = ReadonlyMap<string, readonly number[]>

/** The share of a fraud's conversions that a network takes back or refuses. */
const fraudLoss = 0.6
/** The same of honest users, offer by offer: 2 to 13 in a hundred, 7.5 in the mean. */
const honestLoss = { min: 0.02, max: 0.13 }
const usualBefore = 20

/**
 * Learns from so many users as a server would: their conversions end by chance, those of frauds mostly badly and those of
 * honest users as their offers lose, and labels are made of these alone.
 */
export function learnFrom(
  users: readonly LabelledUser[],
  earnings: Earnings,
  { current, labels, seed }: { readonly current: Weights; readonly labels: number; readonly seed: number },
): Weights {
  const outcomes = endingsOf(users, earnings, seed).flatMap(([user, ending], index): Outcome[] => {
    const label = labelOutcome(ending)
    return label ? [{ ...label, shares: worstOf(user, current), part: index % partCount }] : []
  })
  return fitToOutcomes(outcomes.slice(0, labels), { version: 'learned', current })
}

type Ended = readonly [LabelledUser, Ending]

function endingsOf(users: readonly LabelledUser[], earnings: Earnings, seed: number): readonly Ended[] {
  const chance = openChance(seed)
  const rates = new Map<number, number>()
  const offers = new Map<number, { loss: number; count: number }>()
  const all = { loss: 0, count: 0 }
  const rateOf = (offer: number): number => {
    const rate = rates.get(offer) ?? chance.between(honestLoss.min, honestLoss.max)
    rates.set(offer, rate)
    return rate
  }
  // As a server draws them: who is learned from first depends on nothing that their names tell.
  const ended = users
    .toSorted((one, other) => hashOf(one.userId, seed) - hashOf(other.userId, seed))
    .flatMap((user) => {
      const conversions = (earnings.get(user.userId) ?? []).map((offer) => {
        const isLost = chance.happens(user.isFraud ? fraudLoss : rateOf(offer))
        const isReversed = isLost && chance.happens(0.5)
        return { offer, isLost, isReversed, loss: isReversed ? reversedLoss : Number(isLost) }
      })
      return conversions.length === 0 ? [] : [{ user, conversions }]
    })
  for (const { offer, loss } of ended.flatMap(({ conversions }) => conversions)) {
    const sums = offers.get(offer) ?? { loss: 0, count: 0 }
    offers.set(offer, { loss: sums.loss + loss, count: sums.count + 1 })
    all.loss += loss
    all.count += 1
  }
  return ended.map(({ user, conversions }): Ended => {
    const usual = (offer: number): number => {
      const own = conversions.filter((one) => one.offer === offer)
      const { loss = 0, count = 0 } = offers.get(offer) ?? {}
      const others = count - own.length
      const lossOfOthers = loss - own.reduce((sum, one) => sum + one.loss, 0)
      return (lossOfOthers + usualBefore * (all.loss / all.count)) / (others + usualBefore)
    }
    const rejected = conversions.filter(({ isLost, isReversed }) => isLost && !isReversed).length
    const reversed = conversions.filter(({ isReversed }) => isReversed).length
    return [
      user,
      {
        rejected,
        reversed,
        standing: conversions.length - rejected - reversed,
        usualLoss: conversions.reduce((sum, { offer }) => sum + usual(offer), 0),
        networksAgainst: 1,
        decision: null,
      },
    ]
  })
}
