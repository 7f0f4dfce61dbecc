import assert from 'node:assert/strict'
import { test } from 'node:test'
import { byPayout, epsilonGreedy, recommended } from '../bench/ranking/policies.ts'
import {
  earningOf,
  makeWorld,
  type Policy,
  type Run,
  type SimulatedWorld,
  simulate,
} from '../bench/ranking/simulated-audience.ts'

/** Smaller than the worlds of `npm run bench:ranking`, whose figures are in docs/performance.md. */
const lateOffers = 6
const worlds = ['one', 'two'].map((seed) => ({
  ...makeWorld(seed, { offers: 60, late: lateOffers }),
  batches: 60,
  visitsPerBatch: 400,
}))

function regretOf({ regret, best }: Run): number {
  return regret.reduce((sum, one) => sum + one, 0) / best
}

function meanRegret(policy: Policy): number {
  return worlds.reduce((sum, world) => sum + regretOf(simulate(world, policy, 'visits')), 0) / worlds.length
}

test('the recommended order earns more than payout order and epsilon-greedy, in worlds that it does not know', () => {
  const ours = meanRegret(recommended('seed'))
  const others = {
    payout: meanRegret(byPayout),
    'epsilon 0.05': meanRegret(epsilonGreedy(0.05, 'seed')),
    'epsilon 0.1': meanRegret(epsilonGreedy(0.1, 'seed')),
    'epsilon 0.2': meanRegret(epsilonGreedy(0.2, 'seed')),
  }
  for (const [name, regret] of Object.entries(others))
    assert.ok(ours < regret, `${ours.toFixed(3)} of the best is missed; by ${name} ${regret.toFixed(3)}`)
})

test('the same seed makes the same journey', () => {
  const [world] = worlds
  assert.ok(world)
  const short: SimulatedWorld = { ...world, batches: 8 }
  assert.deepEqual(
    simulate(short, recommended('seed'), 'visits'),
    simulate(short, recommended('seed'), 'visits'),
  )
})

test('every offer that comes later is shown, and one that earns most is soon shown like one', () => {
  const [world] = worlds
  assert.ok(world)
  const audience = 'US ios'
  const bestKnown = Math.max(...world.offers.map((offer) => earningOf(offer, audience)))
  const since = world.batches / 2
  const offers = world.offers.map((offer, index) => {
    const isLate = index >= world.offers.length - lateOffers
    if (!isLate) return { ...offer, sinceBatch: 0 }
    if (index < world.offers.length - 1) return { ...offer, sinceBatch: since }
    // The last of them converts so well that it earns most of all.
    const rates = Object.fromEntries(
      Object.keys(offer.rates).map((name) => [name, { click: 0.12, convert: 0.4 }]),
    )
    const payoutMicros = Math.ceil(((bestKnown * 1.5) / 0.048) * 1_000_000)
    return { ...offer, payoutMicros, rates, sinceBatch: since }
  })
  const { seen } = simulate({ ...world, offers }, recommended('seed'), 'visits')
  for (const { id } of offers.filter(({ sinceBatch }) => sinceBatch > 0)) {
    const shown = (seen.get(id) ?? []).slice(since).reduce((sum, one) => sum + one, 0)
    assert.ok(shown >= 50, `offer ${id} was seen ${shown} times`)
  }
  const star = seen.get(offers.at(-1)?.id ?? 0) ?? []
  const soon = star.slice(since + 10).reduce((sum, one) => sum + one, 0) / star.slice(since + 10).length
  assert.ok(soon > world.visitsPerBatch * 0.7, `${soon} of ${world.visitsPerBatch} visitors see it`)
})
