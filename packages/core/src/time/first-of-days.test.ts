import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstOfDays } from './first-of-days.ts'

for (const [now, days, first] of [
  ['2026-03-15T00:00:00.000Z', 1, '2026-03-15'],
  ['2026-03-15T23:59:59.999Z', 1, '2026-03-15'],
  ['2026-03-15T12:00:00.000Z', 7, '2026-03-09'],
  ['2026-03-15T12:00:00.000Z', 30, '2026-02-14'],
] as const)
  test(`the last ${days} days at ${now} begin with ${first}`, () =>
    assert.equal(firstOfDays(days, Date.parse(now)), Date.parse(first) / 1000))
