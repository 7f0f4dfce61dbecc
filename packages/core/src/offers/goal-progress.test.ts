import assert from 'node:assert/strict'
import { test } from 'node:test'

import fc from 'fast-check'

import { formatId } from '../tracking/click-id.ts'
import { conversionStatuses } from '../conversions/status.ts'
import type { Goal } from './goal.ts'
import { type GoalConversion, isExhausted, listProgress } from './goal-progress.ts'
import { countCases } from '../../../../test/support/count-cases.ts'
import { sampleGoal } from '../../../../test/support/sample-offer.ts'

const dayMs = 86_400_000
const nowMs = Date.UTC(2026, 10, 21, 12)
const time = { attributionWindowSec: 30 * 86_400, nowMs }
const clickAt = (agoDays: number) => formatId(nowMs - agoDays * dayMs, new Uint8Array(8))

function goalOf(goal: string, changes: Partial<Goal> = {}): Goal {
  return { ...sampleGoal, goal, ...changes }
}

const install = goalOf('install', { isDefault: true })
const level = goalOf('level-10', { deadlineSec: 7 * 86_400 })
const bought = goalOf('purchase', { isRepeatable: true })

function did(goal: string, status: GoalConversion['status'], agoDays = 1): GoalConversion {
  return { goal, status, clickId: clickAt(agoDays) }
}

for (const [title, lastClick, conversions, expected] of [
  ['nothing was done', null, [], ['not_started', 'not_started', 'not_started']],
  ['a click starts every goal', 1, [], ['started', 'started', 'started']],
  ['after its deadline a goal is expired', 8, [], ['started', 'expired', 'started']],
  ['without one it is after the attribution window', 31, [], ['expired', 'expired', 'expired']],
  ['a reported goal shows', 1, [did('install', 'approved')], ['completed', 'started', 'started']],
  ['a waiting goal shows', 1, [did('level-10', 'pending')], ['started', 'pending', 'started']],
  ['a reversed goal shows', 1, [did('install', 'reversed')], ['reversed', 'started', 'started']],
  ['a new click is a new try', 1, [did('install', 'reversed', 2)], ['started', 'started', 'started']],
  ['a rejection leaves a goal open', 1, [did('install', 'rejected')], ['started', 'started', 'started']],
  [
    'approved by any click is completed',
    1,
    [did('install', 'approved', 60)],
    ['completed', 'started', 'started'],
  ],
  [
    'a click that is gone lives on',
    null,
    [did('install', 'approved', 8)],
    ['completed', 'expired', 'started'],
  ],
  ['before there were goals', 1, [did('', 'approved')], ['completed', 'started', 'started']],
  [
    'once more and reversed is still completed',
    1,
    [did('purchase', 'approved', 2), did('purchase', 'reversed')],
    ['started', 'started', 'completed'],
  ],
] as const) {
  test(`progress: ${title}`, () => {
    const history = { lastClickId: lastClick === null ? null : clickAt(lastClick), conversions }
    assert.deepEqual(listProgress([install, level, bought], history, time), expected)
  })
}

for (const [title, goals, earned, expected] of [
  ['nothing earned', [install, level], [], false],
  ['one of two', [install, level], [did('install', 'approved')], false],
  ['both', [install, level], [did('install', 'approved'), did('level-10', 'pending')], true],
  ['one, and the other is too late', [install, level], [did('install', 'approved', 8)], true],
  ['one by a new click', [install, level], [did('install', 'approved', 8), did('', 'approved')], false],
  ['all but what never ends', [install, bought], [did('install', 'approved', 90)], false],
  ['a reward from before there were goals', [install], [did('', 'approved')], true],
  ['a goal that is gone', [install], [did('tutorial', 'approved')], false],
] as const) {
  test(`used up: ${title}`, () => assert.equal(isExhausted(goals, earned, time), expected))
}

test('at the very second of its deadline a goal is still open, a millisecond later it is expired', () => {
  const history = { lastClickId: clickAt(7), conversions: [] }
  const at = (lateMs: number) => listProgress([level], history, { ...time, nowMs: nowMs + lateMs })
  assert.deepEqual([at(-1), at(0), at(1)], [['started'], ['started'], ['expired']])
  const earned = [did('install', 'approved', 7)]
  const isDone = (lateMs: number) => isExhausted([install, level], earned, { ...time, nowMs: nowMs + lateMs })
  assert.deepEqual([isDone(0), isDone(1)], [false, true])
})

const goals = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1 }).chain((names) =>
  fc.tuple(
    ...names.map((name, index) =>
      fc
        .record({
          isRepeatable: fc.boolean(),
          deadlineSec: fc.option(fc.integer({ min: 1, max: 40 * 86_400 }), { nil: null }),
        })
        .map((drawn) => goalOf(name, { ...drawn, isDefault: index === 0 })),
    ),
  ),
)
const conversions = fc.array(
  fc
    .tuple(
      fc.constantFrom('a', 'b', 'c', 'd', ''),
      fc.constantFrom(...conversionStatuses),
      fc.integer({ min: 0, max: 50 }),
    )
    .map((drawn) => did(...drawn)),
  { maxLength: 8 },
)

test('an offer leaves the list when, and only when, no goal can change any more', () => {
  const seen = countCases({
    'has left the list': 0.05,
    'has earned, and is there': 0.2,
    'has earned nothing': 0.1,
  })
  fc.assert(
    fc.property(goals, conversions, (offered, done) => {
      const earned = done.filter(({ status }) => status === 'approved' || status === 'pending')
      const progress = listProgress(offered, { lastClickId: null, conversions: earned }, time)
      const isOver = offered.every(
        ({ isRepeatable }, index) =>
          !isRepeatable && ['completed', 'pending', 'expired'].includes(progress[index] ?? ''),
      )
      assert.equal(isExhausted(offered, earned, time), earned.length > 0 && isOver)
      seen.note({
        'has left the list': earned.length > 0 && isOver,
        'has earned, and is there': earned.length > 0 && !isOver,
        'has earned nothing': earned.length === 0,
      })
    }),
  )
  seen.assertOften()
})

test('a goal that a user has earned shows, whatever else happened', () => {
  const seen = countCases({ completed: 0.2, pending: 0.1, not_started: 0.02, started: 0.1, expired: 0.05 })
  fc.assert(
    fc.property(
      goals,
      conversions,
      fc.option(fc.integer({ min: 0, max: 50 }), { nil: null }),
      (offered, done, ago) => {
        const history = { lastClickId: ago === null ? null : clickAt(ago), conversions: done }
        const shown: readonly string[] = listProgress(offered, history, time)
        seen.note({
          completed: shown.includes('completed'),
          pending: shown.includes('pending'),
          not_started: shown.includes('not_started'),
          started: shown.includes('started'),
          expired: shown.includes('expired'),
        })
        for (const [index, progress] of shown.entries()) {
          const names = offered[index]?.isDefault ? ['', offered[index].goal] : [offered[index]?.goal]
          const own = done.filter(({ goal }) => names.includes(goal)).map(({ status }) => status)
          assert.equal(progress === 'completed', own.includes('approved'))
          assert.equal(progress === 'pending', !own.includes('approved') && own.includes('pending'))
          assert.equal(progress === 'not_started', ago === null && done.length === 0)
        }
      },
    ),
  )
  seen.assertOften()
})
