import assert from 'node:assert/strict'
import { test } from 'node:test'
import { probabilityOf } from '../score.ts'
import { sharesNamed } from '../shares-by-name.ts'
import { shippedWeights } from '../weights.ts'
import type { FloorWorld } from './judge-by-worlds.ts'
import { type LabelKind, labelOf } from './label-outcome.ts'
import { learnWeights } from './learn-weights.ts'
import { type Outcome, partCount } from './outcome.ts'

interface Made {
  readonly frauds: LabelKind
  readonly honest: LabelKind
  /** The sign that frauds have, and the one that honest users have. */
  readonly sign: string
  readonly honestSign: string
}

/** Users of whom one sign says how they end. */
function usersOf(count: number, { frauds, honest, sign, honestSign }: Made): Outcome[] {
  return Array.from({ length: count }, (_, index) => {
    const isFraud = index % 2 === 0
    const shares = sharesNamed({ [isFraud ? sign : honestSign]: 1 })
    return { ...labelOf(isFraud ? frauds : honest), shares, part: (index >> 1) % partCount }
  })
}
const told = { sign: 'headless_screen', honestSign: 'vpn_address' }
const upsideDown = { sign: 'vpn_address', honestSign: 'headless_screen' }
const byPeople = { frauds: 'refused', honest: 'confirmed' } as const
const byNetworks = { frauds: 'taken_back', honest: 'kept' } as const
const world: FloorWorld = {
  name: 'a world',
  users: Array.from({ length: 400 }, (_, index) => {
    const isFraud = index % 8 === 0
    // One fraud in four has the sign of honest users here.
    const sign = isFraud === index % 32 < 24 ? 'platform_mismatch' : 'vpn_address'
    return { isFraud, shares: sharesNamed({ [sign]: 1 }) }
  }),
}
const learn = (outcomes: readonly Outcome[], worlds: readonly FloorWorld[] = [world]) =>
  learnWeights({ outcomes, version: 'learned', current: shippedWeights, worlds })

test('weights that people’s decisions bear out are let through, and the gate says why', () => {
  const { judgement, weights, labels } = learn([
    ...usersOf(60, { ...byPeople, ...told }),
    ...usersOf(300, { ...byNetworks, ...told }),
  ])
  assert.equal(judgement.passes, true, judgement.sentence)
  assert.match(judgement.sentence, /^The gate lets them pass: .*\(\d\.\d{3} → \d\.\d{3}\)/)
  assert.ok((weights.points['headless_screen'] ?? 0) > (shippedWeights.points['headless_screen'] ?? 0))
  assert.deepEqual(
    labels.map(({ kind, users }) => [kind, users]),
    [
      ['refused', 30],
      ['confirmed', 30],
      ['taken_back', 150],
      ['kept', 150],
    ],
  )
})

test('networks that teach the opposite of what people decided move nothing, however many users they have', () => {
  const { judgement } = learn([
    ...usersOf(60, { ...byPeople, ...told }),
    ...usersOf(3_000, { ...byNetworks, ...upsideDown }),
  ])
  assert.equal(judgement.passes, false)
  assert.match(judgement.sentence, /agree less with people’s decisions/)
})

test('without decisions of people nothing judges, and the gate says how many are missing', () => {
  const { judgement } = learn(usersOf(3_000, { ...byNetworks, ...told }))
  assert.deepEqual([judgement.passes, judgement.decisions.auc], [false, null])
  assert.match(judgement.sentence, /too few decisions of people to judge them by, 0 of 30/)
})

test('people who decided all in one way judge nothing', () => {
  const refusedOnly = usersOf(120, { ...byPeople, ...told }).filter(({ isFraud }) => isFraud)
  const { judgement } = learn([...refusedOnly, ...usersOf(300, { ...byNetworks, ...told })])
  assert.match(judgement.sentence, /nearly all in one way/)
})

test('a built-in world that loses more than it may refuses weights that people would let pass, and is named', () => {
  const people = usersOf(200, { ...byPeople, sign: 'vpn_address', honestSign: 'platform_mismatch' })
  const { judgement } = learn([
    ...people,
    ...usersOf(2_000, { ...byNetworks, sign: 'vpn_address', honestSign: 'platform_mismatch' }),
  ])
  assert.equal(judgement.decisions.isNoWorse, true)
  assert.equal(judgement.passes, false)
  assert.match(judgement.sentence, /a world loses/)
})

test('a decision is judged by a fit that never saw it: what one part alone says does not help itself', () => {
  // Each part has a sign of its own that tells its frauds: a fit without it knows nothing of it.
  const signs = ['webdriver', 'stealth_gpu', 'software_gpu', 'universal_time', 'tor_address']
  const outcomes = signs.flatMap((sign, part) =>
    usersOf(40, { ...byPeople, sign, honestSign: sign }).map((one) => ({ ...one, part })),
  )
  const { decisions } = learn(outcomes).judgement
  assert.ok(decisions.auc !== null && decisions.auc.candidate <= 0.55, JSON.stringify(decisions))
})

test('labels teach what signs mean, and not how many users are frauds', () => {
  const outcomes = usersOf(600, { ...byPeople, ...told })
  const { weights } = learn(outcomes)
  const meanBy = (by: typeof weights) =>
    outcomes.reduce((sum, { shares }) => sum + probabilityOf(shares, by), 0) / outcomes.length
  assert.ok(Math.abs(meanBy(weights) - meanBy(shippedWeights)) < 0.002)
  assert.deepEqual([weights.base, weights.fraudShare], [shippedWeights.base, shippedWeights.fraudShare])
})

test('a candidate that was in the shadow is judged in place of a new fit', () => {
  const outcomes = usersOf(60, { ...byPeople, ...told })
  const candidate = { ...shippedWeights, version: 'waited' }
  const { weights } = learnWeights({
    outcomes,
    version: 'waited',
    current: shippedWeights,
    candidate,
    worlds: [world],
  })
  assert.equal(weights, candidate)
})
