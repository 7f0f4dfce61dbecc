import assert from 'node:assert/strict'
import { test } from 'node:test'
import { learnWeights, type Outcome, sharesNamed } from './learn-weights.ts'
import { shippedWeights } from './weights.ts'

/** Users of an app of whom one sign says how they end; every fifth is held out. */
function usersOf(
  app: string,
  count: number,
  { sign, honestSign }: Readonly<Record<'sign' | 'honestSign', string>>,
): Outcome[] {
  return Array.from({ length: count }, (_, index) => {
    const isFraud = index % 2 === 0
    const shares = sharesNamed({ [isFraud ? sign : honestSign]: 1 })
    return { shares, isFraud, isHeldOut: index % 10 < 2, sources: [app, `network of ${app}`] }
  })
}
const version = 'learned'
const current = shippedWeights
const honest = { sign: 'gpu_mismatch', honestSign: 'vpn_address' }
const upsideDown = { sign: 'vpn_address', honestSign: 'gpu_mismatch' }

test('weights that all sources bear out are taken', () => {
  const outcomes = ['a', 'b', 'c'].flatMap((app) => usersOf(app, 200, honest))
  const { judgement } = learnWeights(outcomes, { version, current })
  assert.deepEqual([judgement.isBetter, judgement.worseWithout], [true, []])
})

test('an app that teaches most and teaches wrongly moves nothing: the others’ users are judged without it', () => {
  const outcomes = [
    ...usersOf('poisoner', 2_000, upsideDown),
    ...usersOf('b', 100, honest),
    ...usersOf('c', 100, honest),
  ]
  const { judgement } = learnWeights(outcomes, { version, current })
  assert.ok(judgement.candidate.brier < judgement.current.brier, 'by its own users it would be better')
  assert.deepEqual(judgement.isBetter, false)
  assert.ok(judgement.worseWithout.includes('poisoner'), judgement.worseWithout.join())
})

test('the users of a small source that teaches wrongly do not keep others from learning', () => {
  const outcomes = [
    ...usersOf('a', 400, honest),
    ...usersOf('b', 400, honest),
    ...usersOf('c', 20, upsideDown),
  ]
  assert.ok(learnWeights(outcomes, { version, current }).judgement.isBetter)
})
