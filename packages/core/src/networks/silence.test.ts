import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hourMs, minuteMs } from '../time/durations.ts'
import { isSilent, usualGapMs } from './silence.ts'

/** Eleven reports, one an hour, the last one at 10 h. */
const hourly = { firstAtMs: 0, lastAtMs: 10 * hourMs, count: 11 }

for (const [what, reports, sinceLastMs, silent] of [
  ['after three usual gaps', hourly, 3 * hourMs, false],
  ['after more than four', hourly, 4 * hourMs + 1, true],
  [
    'after some minutes, where reports come every second',
    { firstAtMs: 0, lastAtMs: 49_000, count: 50 },
    minuteMs,
    false,
  ],
  ['after a quarter of an hour there', { firstAtMs: 0, lastAtMs: 49_000, count: 50 }, 16 * minuteMs, true],
  ['after few reports', { ...hourly, count: 9 }, 100 * hourMs, false],
] as const) {
  test(`a network is ${silent ? '' : 'not '}silent ${what}`, () =>
    assert.equal(isSilent(reports, reports.lastAtMs + sinceLastMs), silent))
}

test('a network that never reported is not silent', () => {
  assert.equal(isSilent({ firstAtMs: null, lastAtMs: null, count: 0 }, hourMs), false)
  assert.equal(usualGapMs(hourly), hourMs)
})
