import { formatMicros, readMicros } from '@quoin/core/payout/money.ts'
import type { Dice, GeneratedOffer } from './generate-offers.ts'

/** How many of a hundred games are done in steps. */
const stepsPercent = 25
/** Below it the steps would be worth less than a cent. */
const payoutMinMicros = 1_000_000
const microsPerCent = 10_000

/** The shares of an offer's payout for the steps before the last one, in percent. */
const earlySharesPercent = [5, 30] as const

/** The goals of a made-up offer as a CSV cell has them: three steps of some games, which together pay what it pays. */
export function generateGoals(dice: Dice, offer: Omit<GeneratedOffer, 'goals'>): string {
  // Thrown for every offer, so that one offer's goals do not hang on another's category.
  const isInSteps = dice.percent(stepsPercent)
  const level = dice.between(2, 8) * 5
  const days = dice.between(3, 10)
  const payoutMicros = readMicros(offer.payout) ?? 0
  const isGame = offer.categories.split('|')[0] === 'games'
  const isPlain = offer.payout_share === '' && offer.repeatable === 'no'
  if (!isInSteps || !isGame || !isPlain || payoutMicros < payoutMinMicros) return ''
  const payouts = split(payoutMicros)
  const revenues = split(readMicros(offer.revenue) ?? 0)
  const steps = [
    { goal: 'install', name: 'Install and open' },
    { goal: `level-${level}`, name: `Reach level ${level}`, deadline: `${days}d` },
    { goal: `level-${level * 2}`, name: `Reach level ${level * 2}`, deadline: `${days * 2}d` },
  ]
  const goals = steps.map(({ goal, name, ...deadline }, index) => ({
    goal,
    name,
    payout: formatMicros(payouts[index] ?? 0),
    revenue: formatMicros(revenues[index] ?? 0),
    ...deadline,
  }))
  return JSON.stringify(goals)
}

/** In whole cents, the rest to the last step. */
function split(micros: number): number[] {
  const early = earlySharesPercent.map(
    (percent) => Math.floor((micros * percent) / 100 / microsPerCent) * microsPerCent,
  )
  return [...early, micros - early.reduce((sum, part) => sum + part, 0)]
}
