import assert from 'node:assert/strict'
import { test } from 'node:test'

import fc from 'fast-check'

import { isPastRetention, weekOf, weeksAround, weeksWith } from './click-partitions.ts'

const monday = Date.UTC(2026, 10, 16)
const weekMs = 7 * 86_400_000

test('a week runs from Monday to before the next Monday, UTC', () => {
  for (const timeMs of [monday, monday + 1, monday + weekMs - 1]) {
    assert.deepEqual(weekOf(timeMs), { fromMs: monday, toMs: monday + weekMs })
  }
  assert.equal(weekOf(monday - 1).toMs, monday)
})

test('every moment lies in exactly one week, and weeks leave no gap', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1_577_836_800_000, max: 4_102_444_800_000 }), (timeMs) => {
      const week = weekOf(timeMs)
      assert.ok(week.fromMs <= timeMs && timeMs < week.toMs)
      assert.equal(new Date(week.fromMs).getUTCDay(), 1)
      assert.equal(week.fromMs % 86_400_000, 0)
      assert.equal(weekOf(week.toMs).fromMs, week.toMs)
    }),
  )
})

test('the weeks around a moment are the last, this one and those ahead', () => {
  const weeks = weeksAround(monday + 5, { before: 1, after: 4 })
  assert.deepEqual(
    weeks.map(({ fromMs }) => fromMs),
    [-1, 0, 1, 2, 3, 4].map((step) => monday + step * weekMs),
  )
  for (const { fromMs, toMs } of weeks) assert.equal(toMs, fromMs + weekMs)
})

test('the weeks of some moments are each named once, in order', () => {
  const starts = weeksWith([monday + weekMs + 5, monday, monday + 9, monday + weekMs]).map(
    ({ fromMs }) => fromMs,
  )
  assert.deepEqual(starts, [monday, monday + weekMs])
})

test('a week goes when its last click is older than the retention, and not a moment sooner', () => {
  const week = weekOf(monday)
  const lastKept = week.toMs + 400 * 86_400_000
  assert.equal(isPastRetention(week, lastKept - 1, 400), false)
  assert.equal(isPastRetention(week, lastKept, 400), true)
})
