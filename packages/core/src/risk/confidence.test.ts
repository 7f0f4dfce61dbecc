import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayMs, hourMs } from '../time/durations.ts'
import { confidenceOf } from './confidence.ts'

const startMs = Date.UTC(2026, 10, 27, 12)

for (const [life, { ownClicks = 0, conversions = 0, agedMs }, confidence] of [
  ['somebody new', { agedMs: 0 }, 'first_sight'],
  ['somebody who asks every day and never clicks', { agedMs: 30 * dayMs }, 'first_sight'],
  ['a first click', { ownClicks: 1, agedMs: 0 }, 'some_activity'],
  ['any number of clicks without a conversion', { ownClicks: 200, agedMs: 13 * dayMs }, 'some_activity'],
  [
    'conversions within the first day',
    { ownClicks: 9, conversions: 9, agedMs: 23 * hourMs },
    'some_activity',
  ],
  ['a conversion, and a day between', { ownClicks: 1, conversions: 1, agedMs: dayMs }, 'history'],
  [
    'a conversion that stands longer than its click counts',
    { conversions: 1, agedMs: 60 * dayMs },
    'history',
  ],
  ['a conversion of somebody of no known device', { conversions: 1, agedMs: undefined }, 'some_activity'],
] as const satisfies readonly (readonly [
  string,
  { ownClicks?: number; conversions?: number; agedMs: number | undefined },
  string,
])[]) {
  test(`${life}: ${confidence}`, () => {
    const firstSeenAtMs = agedMs === undefined ? undefined : startMs - agedMs
    const known = { activity: { ownClicks, conversions }, firstSeenAtMs, seenAtMs: startMs }
    assert.equal(confidenceOf(known), confidence)
  })
}
