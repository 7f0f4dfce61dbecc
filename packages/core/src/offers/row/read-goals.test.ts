import assert from 'node:assert/strict'
import { test } from 'node:test'

import { readOfferRow } from '../offer-row.ts'
import { readGoals } from './read-goals.ts'

const row = {
  external_id: 'g-1',
  name: 'Emberhold',
  destination_url: 'https://go.example/?click_id={click_id}',
}
const install = { goal: 'install', name: 'Install', payout: '0.50', revenue: '0.80' }
const level = {
  goal: 'Level 10',
  name: 'Reach level 10',
  payout: 4,
  revenue: 6,
  deadline: '7d',
  external_id: 77,
}

function goalsOf(goals: unknown) {
  const reading = readOfferRow({ ...row, goals })
  assert.ok(reading.ok, JSON.stringify(reading))
  return reading.offer
}

test('goals are read alike from JSON and from a cell that holds JSON', () => {
  const offer = goalsOf([install, level])
  assert.deepEqual(goalsOf(JSON.stringify([install, level])), offer)
  assert.deepEqual(offer.goals, [
    {
      goal: 'install',
      name: 'Install',
      payoutMicros: 500_000,
      payoutShareBasisPoints: null,
      revenueMicros: 800_000,
      prices: [],
      isRepeatable: false,
      deadlineSec: null,
      externalId: null,
      position: 1,
      isDefault: true,
    },
    {
      goal: 'level-10',
      name: 'Reach level 10',
      payoutMicros: 4_000_000,
      payoutShareBasisPoints: null,
      revenueMicros: 6_000_000,
      prices: [],
      isRepeatable: false,
      deadlineSec: 7 * 86_400,
      externalId: '77',
      position: 2,
      isDefault: false,
    },
  ])
})

test('an offer pays what its goals pay, unless its row says something else', () => {
  const { payoutMicros, revenueMicros } = goalsOf([install, level])
  assert.deepEqual([payoutMicros, revenueMicros], [4_500_000, 6_800_000])
  const reading = readOfferRow({ ...row, payout: '5', revenue: '7', goals: [install, level] })
  assert.ok(
    reading.ok && reading.offer.payoutMicros === 5_000_000 && reading.offer.revenueMicros === 7_000_000,
  )
  assert.ok(!readOfferRow(row).ok && !readOfferRow({ ...row, goals: [] }).ok)
})

test('a goal that is wrong is the only problem of an offer that pays what its goals pay', () => {
  const reading = readOfferRow({ ...row, goals: [install, { ...level, payout: '7' }] })
  assert.ok(!reading.ok)
  assert.deepEqual(
    reading.problems.map(({ field, at }) => [field, at?.row, at?.member]),
    [['goals', 2, 'payout']],
  )
})

test('a goal is repeatable as its offer is, unless it says something else', () => {
  const reading = readOfferRow({
    ...row,
    repeatable: 'yes',
    goals: [install, { ...level, repeatable: 'no' }],
  })
  assert.ok(reading.ok)
  assert.deepEqual(
    reading.offer.goals.map(({ isRepeatable }) => isRepeatable),
    [true, false],
  )
})

test('the order is theirs where it is given, and one may be marked the default', () => {
  const { goals } = goalsOf([
    { ...level, order: 20, default: 'yes' },
    { ...install, order: '10' },
  ])
  assert.deepEqual(
    goals.map(({ goal, position, isDefault }) => [goal, position, isDefault]),
    [
      ['install', 1, false],
      ['level-10', 2, true],
    ],
  )
})

for (const [goals, message] of [
  ['install|level-10', /must be a list of objects/],
  ['{"goal":"install"}', /must be a list/],
  [[7], /goal 1: must be an object/],
  [[{ name: 'Install', payout: 1, revenue: 2 }], /goal 1: goal is required/],
  [[install, { ...level, payout: undefined }], /goal 2: payout is required/],
  [[{ ...install, goal: 'überlevel' }], /goal 1: goal must be 1 to 64 letters/],
  [[{ ...install, payout: '1,5' }], /goal 1: payout "1,5" has a comma/],
  [[{ ...install, deadline: 7 }], /goal 1: deadline must be a time with its unit/],
  [[{ ...install, deadline: '0d' }], /goal 1: deadline must be a time with its unit/],
  [[{ ...install, deadline: '400d' }], /goal 1: deadline must be at most 366d/],
  [[{ ...install, order: 1.5 }], /goal 1: order must be a whole number/],
  [[install, { ...level, goal: 'Install' }], /names the goal "install" twice/],
  [[install, { ...level, external_id: 'INSTALL' }], /names the goal "install" twice/],
  [
    [
      { ...install, default: 1 },
      { ...level, default: true },
    ],
    /more than one default goal/,
  ],
  [Array.from({ length: 51 }, (_, index) => ({ ...install, goal: `g${index}` })), /has 51 goals; at most 50/],
] as const) {
  test(`goals such as ${JSON.stringify(goals).slice(0, 70)} are refused`, () => {
    const reading = readGoals(goals)
    assert.ok('problem' in reading)
    assert.match(reading.problem, message)
  })
}

test('a share of what is reported may be paid for a goal', () => {
  const { goals } = goalsOf([{ ...install, payout: '0.80', payout_share: '65%', revenue: '0.70' }])
  assert.equal(goals[0]?.payoutShareBasisPoints, 6_500)
})
