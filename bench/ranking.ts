import { byPayout, epsilonGreedy, recommended, spreadOnWall } from './ranking/policies.ts'
import { makeWorld, type Policy, simulate } from './ranking/simulated-audience.ts'

/** Prints what each order misses of the best possible earnings, in audiences that it does not know. */
const policies: Readonly<Record<string, Policy>> = {
  payout: byPayout,
  recommended: recommended('seed'),
  'recommended, for newcomers': spreadOnWall('seed'),
  'epsilon 0.05': epsilonGreedy(0.05, 'seed'),
  'epsilon 0.1': epsilonGreedy(0.1, 'seed'),
  'epsilon 0.2': epsilonGreedy(0.2, 'seed'),
}

const lastBatches = 20
const sum = (list: readonly number[]): number => list.reduce((total, one) => total + one, 0)
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`

console.log('| offers | world | order | missed | missed in the last fifth |\n| --- | --- | --- | --- | --- |')
for (const offers of [60, 400]) {
  for (const world of ['w0', 'w1', 'w2']) {
    const made = makeWorld(world, { offers, late: 6 })
    for (const [name, policy] of Object.entries(policies)) {
      const { regret, best } = simulate(made, policy, 'v')
      const lastBest = (best * lastBatches) / made.batches
      const missed = [sum(regret) / best, sum(regret.slice(-lastBatches)) / lastBest]
      console.log(`| ${[offers, world, name, ...missed.map(percent)].join(' | ')} |`)
    }
  }
}
