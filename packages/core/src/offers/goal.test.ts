import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleGoal } from '../../../../test/support/sample-offer.ts'

import fc from 'fast-check'

import { countCases } from '../../../../test/support/count-cases.ts'
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
  return { ...sampleGoal, goal, isRetired: false, defaultEndsMs: [], ...changes }
}

/** As a report of a click of now. */
const resolve = (offer: GoalOffer, named: string) =>
  resolveGoal(offer, { named, timeMs: 100, place: undefined })

const install = goalOf('install', { externalId: 'Ev-77', isDefault: true })
const level = goalOf('level-10', { payoutMicros: 5 * usd, deadlineSec: 86_400, position: 2 })
const bought = goalOf('purchase', { isRepeatable: true, payoutShareBasisPoints: 5_000, position: 3 })
const game: GoalOffer = { ...plain, goals: [install, level, bought] }

test('an offer without goals has one that no name leads to, under its own terms', () => {
  for (const goals of [null, []]) {
    const offer = { ...plain, goals }
    assert.deepEqual(resolve(offer, ''), {
      goal: '',
      formerGoal: null,
      offer: { ...offer, deadlineSec: null },
    })
    assert.equal(resolve(offer, 'install'), undefined)
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
    assert.equal(resolve(game, named)?.goal, goal)
  })
}

test('the terms of the goal take the place of the offer’s', () => {
  const { payoutMicros, payoutShareBasisPoints, revenueMicros, isRepeatable, deadlineSec } =
    resolve(game, 'purchase')?.offer ?? assert.fail()
  assert.deepEqual(
    [payoutMicros, payoutShareBasisPoints, revenueMicros, isRepeatable, deadlineSec],
    [1 * usd, 5_000, 2 * usd, true, null],
  )
  assert.equal(resolve(game, 'level-10')?.offer.deadlineSec, 86_400)
})

test('a retired goal is known to reports and listed to nobody', () => {
  const offer = { ...plain, goals: [install, { ...level, isRetired: true }] }
  assert.equal(resolve(offer, 'level-10')?.offer.payoutMicros, 5 * usd)
  assert.deepEqual(goalKeys(offer), ['install'])
})

test('an id that a retired goal had belongs to the goal that has it now', () => {
  const old = goalOf('trial', { externalId: 'Ev-77', isRetired: true })
  assert.equal(resolve({ ...plain, goals: [old, install] }, 'ev-77')?.goal, 'install')
})

test('the default goal keeps its identity when an offer gains goals, and when it loses them', () => {
  assert.equal(resolve(game, '')?.formerGoal, '')
  assert.equal(resolve(game, 'install')?.formerGoal, '')
  assert.equal(resolve(game, 'level-10')?.formerGoal, null)
  const lost = { ...plain, goals: [install, level].map((goal) => ({ ...goal, isRetired: true })) }
  const { goal, formerGoal, offer } = resolve(lost, '') ?? assert.fail()
  assert.deepEqual([goal, formerGoal, offer.payoutMicros], ['', 'install', plain.payoutMicros])
})

test('a report without a goal is about the one that was the default when the click was made', () => {
  // install until 10, level-10 until 20, install again until 30, now purchase.
  const moved = {
    ...plain,
    goals: [
      { ...install, isDefault: false, defaultEndsMs: [10, 30] },
      { ...level, defaultEndsMs: [20] },
      { ...bought, isDefault: true },
    ],
  }
  const at = (clickedAtMs: number) => resolveGoal(moved, { named: '', timeMs: clickedAtMs, place: undefined })
  const times = [0, 9, 10, 19, 20, 29, 30, 99]
  assert.deepEqual(
    times.map((time) => at(time)?.goal),
    ['install', 'install', 'level-10', 'level-10', 'install', 'install', 'purchase', 'purchase'],
  )
  assert.ok(times.every((time) => at(time)?.formerGoal === ''))
  // By its name each is itself, and what the offer was called before it had goals is the default of the click.
  const named = (goal: string, clickedAtMs: number) =>
    resolveGoal(moved, { named: goal, timeMs: clickedAtMs, place: undefined })
  assert.deepEqual([named('install', 15)?.goal, named('install', 15)?.formerGoal], ['install', null])
  assert.equal(named('install', 5)?.formerGoal, '')
})

test('a click keeps its default goal also when that is retired, and when the offer has lost all of them', () => {
  const [old, other] = [
    { ...install, isRetired: true, defaultEndsMs: [10] },
    { ...level, isDefault: true },
  ]
  const one = { ...plain, goals: [old, other] }
  assert.equal(resolveGoal(one, { named: '', timeMs: 5, place: undefined })?.goal, 'install')
  assert.equal(resolveGoal(one, { named: '', timeMs: 10, place: undefined })?.goal, 'level-10')
  const lost = { ...plain, goals: [old, { ...level, isRetired: true }] }
  assert.equal(resolveGoal(lost, { named: '', timeMs: 5, place: undefined })?.goal, 'install')
  const whole = resolveGoal(lost, { named: '', timeMs: 10, place: undefined })
  assert.deepEqual([whole?.goal, whole?.formerGoal], ['', 'install'])
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
  const seen = countCases({ 'is a key': 0.1, 'is an id': 0.1, 'is no name': 0.03, 'is nothing': 0.03 })
  fc.assert(
    fc.property(cases, ({ goals, asked }) => {
      const found = resolve({ ...plain, goals }, asked)
      const low = asked.toLowerCase()
      const expected =
        low === '' ? goals[0] : goals.find(({ goal, externalId }) => goal === low || externalId === low)
      assert.equal(found?.goal, expected?.goal)
      if (found) assert.equal(found.offer.payoutMicros, expected?.payoutMicros)
      seen.note({
        'is a key': goals.some(({ goal }) => goal === low),
        'is an id': goals.some(({ externalId }) => externalId === low),
        'is no name': expected === undefined,
        'is nothing': low === '',
      })
    }),
  )
  seen.assertOften()
})
