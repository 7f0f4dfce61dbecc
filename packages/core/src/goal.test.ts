import assert from 'node:assert/strict'
import { test } from 'node:test'

import fc from 'fast-check'

import { type GoalOffer, goalKeys, type KnownGoal, resolveGoal } from './goal.ts'

const usd = 1_000_000

const plain: GoalOffer = {
  networkId: 3,
  payoutMicros: 10 * usd,
  payoutShareBasisPoints: 7_000,
  revenueMicros: 15 * usd,
  isRepeatable: true,
  attributionWindowSec: 30 * 86_400,
  goals: null,
}

function goalOf(goal: string, changes: Partial<KnownGoal> = {}): KnownGoal {
  return {
    goal,
    externalId: null,
    name: goal,
    payoutMicros: 1 * usd,
    payoutShareBasisPoints: null,
    revenueMicros: 2 * usd,
    position: 1,
    isRepeatable: false,
    deadlineSec: null,
    isDefault: false,
    isRetired: false,
    ...changes,
  }
}

const install = goalOf('install', { externalId: 'Ev-77', isDefault: true })
const level = goalOf('level-10', { payoutMicros: 5 * usd, deadlineSec: 86_400, position: 2 })
const bought = goalOf('purchase', { isRepeatable: true, payoutShareBasisPoints: 5_000, position: 3 })
const game: GoalOffer = { ...plain, goals: [install, level, bought] }

test('an offer without goals has one that no name leads to, under its own terms', () => {
  for (const goals of [null, []]) {
    const offer = { ...plain, goals }
    assert.deepEqual(resolveGoal(offer, ''), {
      goal: '',
      formerGoal: null,
      offer: { ...offer, deadlineSec: null },
    })
    assert.equal(resolveGoal(offer, 'install'), undefined)
  }
})

for (const [named, goal] of [
  ['', 'install'],
  ['  ', 'install'],
  ['INSTALL', 'install'],
  ['ev-77', 'install'],
  ['Level 10', 'level-10'],
  [' level-10 ', 'level-10'],
  ['level-11', undefined],
  ['purchase|install', undefined],
] as const) {
  test(`a report of ${JSON.stringify(named)} is about ${goal ?? 'no goal'}`, () => {
    assert.equal(resolveGoal(game, named)?.goal, goal)
  })
}

test('the terms of the goal take the place of the offer’s', () => {
  const { payoutMicros, payoutShareBasisPoints, revenueMicros, isRepeatable, deadlineSec } =
    resolveGoal(game, 'purchase')?.offer ?? assert.fail()
  assert.deepEqual(
    [payoutMicros, payoutShareBasisPoints, revenueMicros, isRepeatable, deadlineSec],
    [1 * usd, 5_000, 2 * usd, true, null],
  )
  assert.equal(resolveGoal(game, 'level-10')?.offer.deadlineSec, 86_400)
})

test('a retired goal is known to reports and listed to nobody', () => {
  const offer = { ...plain, goals: [install, { ...level, isRetired: true }] }
  assert.equal(resolveGoal(offer, 'level-10')?.offer.payoutMicros, 5 * usd)
  assert.deepEqual(goalKeys(offer), ['install'])
})

test('an id that a retired goal had belongs to the goal that has it now', () => {
  const old = goalOf('trial', { externalId: 'Ev-77', isRetired: true })
  assert.equal(resolveGoal({ ...plain, goals: [old, install] }, 'ev-77')?.goal, 'install')
})

test('the default goal keeps its identity when an offer gains goals, and when it loses them', () => {
  assert.equal(resolveGoal(game, '')?.formerGoal, '')
  assert.equal(resolveGoal(game, 'install')?.formerGoal, '')
  assert.equal(resolveGoal(game, 'level-10')?.formerGoal, null)
  const lost = { ...plain, goals: [install, level].map((goal) => ({ ...goal, isRetired: true })) }
  const { goal, formerGoal, offer } = resolveGoal(lost, '') ?? assert.fail()
  assert.deepEqual([goal, formerGoal, offer.payoutMicros], ['', 'install', plain.payoutMicros])
})

const keys = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'level-1', 'level-2'), { minLength: 1 })
const inAnyCase = (text: string) =>
  fc
    .array(fc.boolean(), { minLength: text.length, maxLength: text.length })
    .map((upper) => [...text].map((letter, at) => (upper[at] ? letter.toUpperCase() : letter)).join(''))

test('each goal is found by its key and its id in any case, and nothing else is', () => {
  const cases = keys.chain((names) =>
    fc.record({
      goals: fc.constant(
        names.map((name, index) => goalOf(name, { externalId: `x${index}`, isDefault: index === 0 })),
      ),
      asked: fc.constantFrom(...names, ...names.map((_, index) => `x${index}`), 'other', '').chain(inAnyCase),
    }),
  )
  fc.assert(
    fc.property(cases, ({ goals, asked }) => {
      const found = resolveGoal({ ...plain, goals }, asked)
      const low = asked.toLowerCase()
      const expected =
        low === '' ? goals[0] : goals.find(({ goal, externalId }) => goal === low || externalId === low)
      assert.equal(found?.goal, expected?.goal)
      if (found) assert.equal(found.offer.payoutMicros, expected?.payoutMicros)
    }),
  )
})
