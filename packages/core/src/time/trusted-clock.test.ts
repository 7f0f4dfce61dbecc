import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { countCases } from '../../../../test/support/count-cases.ts'
import { dayMs, hourMs } from './durations.ts'
import {
  beginTrusted,
  type ClockOutcome,
  dueTimeMs,
  isApart,
  lookAtClock,
  tellDoubt,
  type TrustedClock,
} from './trusted-clock.ts'

const startMs = Date.UTC(2026, 10, 21, 12)

/** Each look, after some hours and by a clock that is wrong by some hours. */
function lookAll(clock: TrustedClock, looks: readonly (readonly [afterHours: number, wrongHours: number])[]) {
  let trueMs = startMs
  const outcomes: ClockOutcome[] = []
  const dues: number[] = []
  for (const [afterHours, wrongHours] of looks) {
    trueMs += afterHours * hourMs
    const look = lookAtClock(clock, trueMs + wrongHours * hourMs)
    clock = look.clock
    outcomes.push(look.outcome)
    dues.push(dueTimeMs(clock))
  }
  return { clock, outcomes, dues, trueMs }
}

const far = 420 * 24

for (const [title, looks, outcomes] of [
  [
    'a clock that goes on is followed',
    [
      [1, 0],
      [23, 0],
    ],
    ['followed', 'followed'],
  ],
  [
    'an hour more or less is no doubt',
    [
      [1, 1],
      [1, -1],
    ],
    ['followed', 'followed'],
  ],
  [
    'a jump ahead is doubted until it is back',
    [
      [1, far],
      [1, far],
      [1, 0],
    ],
    ['doubted', 'doubtful', 'corrected'],
  ],
  [
    'a jump back is doubted until it is back',
    [
      [1, -720],
      [1, -720],
      [1, 0],
    ],
    ['doubted', 'doubtful', 'corrected'],
  ],
  [
    'a year in which it was off is a doubt of seven days',
    [[far, 0], ...Array(7).fill([23, 0]), [23, 0]],
    ['doubted', ...Array(6).fill('doubtful'), 'believed', 'followed'],
  ],
  [
    'days that were jumped to count for nothing',
    [[1, far], ...Array.from({ length: 20 }, (_, n) => [1, far + 48 * (n + 1)])],
    ['doubted', ...Array(20).fill('doubtful')],
  ],
] as [string, [number, number][], ClockOutcome[]][])
  test(title, () => assert.deepEqual(lookAll(beginTrusted(startMs), looks).outcomes, outcomes))

test('in doubt the trusted time goes on by what elapses, and a time that was put back is due at once', () => {
  const { dues } = lookAll(beginTrusted(startMs), [
    [1, 0],
    [1, far],
    [2, far],
    [1, -720],
    [1, 0],
  ])
  const hours = dues.map((dueMs) => (dueMs - startMs) / hourMs)
  assert.deepEqual(hours, [1, 1, 3, 5 - 720, 6])
})

test('nothing is due before its time whatever the clock says, and all of it when the clock is right again', () => {
  const cases = countCases({
    'was doubted': 0.5,
    'was corrected': 0.08,
    'was off for days': 0.2,
    'believed a right clock after days': 0.2,
  })
  const step = fc.tuple(
    fc.oneof({ weight: 6, arbitrary: fc.integer({ min: 0, max: 20 }) }, fc.integer({ min: 25, max: 9_000 })),
    fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.constantFrom(1, -1, 8 * 24, far, -30 * 24)),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (looks) => {
      let clock = beginTrusted(startMs)
      let trueMs = startMs
      const seen = new Set<ClockOutcome>()
      let lived = 0
      for (const [afterHours, wrongHours] of looks) {
        trueMs += afterHours * hourMs
        const before = clock
        const { clock: after, outcome } = lookAtClock(before, trueMs + wrongHours * hourMs)
        clock = after
        seen.add(outcome)
        // A wrong clock that was lived with for a week is believed: no rule can know better.
        if (outcome === 'believed' && wrongHours !== 0) return
        if (outcome === 'believed') lived += 1
        assert.ok(dueTimeMs(clock) <= trueMs + hourMs, 'it is due too early')
        assert.ok(dueTimeMs(clock) <= clock.seenMs)
        if (outcome !== 'believed') assert.ok(clock.trustedMs >= before.trustedMs, 'trusted time goes back')
      }
      const end = Array.from({ length: 14 }, () => [20, 0] as const)
      let outcome: ClockOutcome = 'followed'
      for (const [afterHours] of end) {
        trueMs += afterHours * hourMs
        const look = lookAtClock(clock, trueMs)
        clock = look.clock
        outcome = look.outcome
        seen.add(outcome)
        if (outcome === 'believed') lived += 1
      }
      assert.deepEqual([outcome, dueTimeMs(clock), clock.doubt], ['followed', trueMs, null])
      cases.note({
        'was doubted': seen.has('doubted'),
        'was corrected': seen.has('corrected'),
        'was off for days': looks.some(([afterHours]) => afterHours > 24),
        'believed a right clock after days': lived > 0,
      })
    }),
    { numRuns: 1_000 },
  )
  cases.assertOften()
})

test('a doubt is told by its days and its side', () => {
  assert.equal(
    tellDoubt({ seenMs: startMs + 420 * dayMs, trustedMs: startMs, doubt: null }),
    '420 days ahead',
  )
  assert.equal(tellDoubt({ seenMs: startMs - dayMs, trustedMs: startMs, doubt: null }), '1 day behind')
})

test('a minute of difference between two clocks is agreement', () => {
  assert.deepEqual(
    [isApart(60_000), isApart(-60_000), isApart(60_001), isApart(-61_000)],
    [false, false, true, true],
  )
})
