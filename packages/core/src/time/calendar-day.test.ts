import assert from 'node:assert/strict'
import { test } from 'node:test'

import fc from 'fast-check'

import { countCases } from '../../../../test/support/count-cases.ts'
import { dayIn, dayOf, isTimeZone } from './calendar-day.ts'

test('the day of a moment is its UTC day, from 1970 to 9999', () => {
  const last = Date.UTC(9999, 11, 31, 23, 59, 59, 999)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: last }), (timeMs) => {
      assert.equal(dayOf(timeMs), new Date(timeMs).toISOString().slice(0, 10))
    }),
    { numRuns: 5_000 },
  )
  assert.equal(dayOf(Date.UTC(2024, 1, 29, 23, 59, 59, 999)), '2024-02-29')
  assert.equal(dayOf(Date.UTC(2100, 2, 1)), '2100-03-01')
})

/** Berlin changed to summer time on 29 March 2026 at 01:00 UTC and back on 25 October at 01:00 UTC. */
for (const [what, zone, timeMs, day] of [
  [
    'Berlin in winter, before midnight',
    'Europe/Berlin',
    Date.UTC(2026, 2, 28, 22, 59, 59, 999),
    '2026-03-28',
  ],
  ['Berlin in winter, at midnight', 'Europe/Berlin', Date.UTC(2026, 2, 28, 23), '2026-03-29'],
  ['Berlin, the end of the day of 23 hours', 'Europe/Berlin', Date.UTC(2026, 2, 29, 21, 59), '2026-03-29'],
  ['Berlin in summer, at midnight', 'Europe/Berlin', Date.UTC(2026, 2, 29, 22), '2026-03-30'],
  ['Berlin, the start of the day of 25 hours', 'Europe/Berlin', Date.UTC(2026, 9, 24, 22), '2026-10-25'],
  ['Berlin, the end of the day of 25 hours', 'Europe/Berlin', Date.UTC(2026, 9, 25, 22, 59), '2026-10-25'],
  ['Berlin in winter again', 'Europe/Berlin', Date.UTC(2026, 9, 25, 23), '2026-10-26'],
  ['a zone of half an hour', 'Asia/Kolkata', Date.UTC(2026, 10, 21, 18, 30), '2026-11-22'],
  ['a zone that skipped a day', 'Pacific/Apia', Date.UTC(2011, 11, 30, 10), '2011-12-31'],
  ['the last zone', 'Etc/GMT+12', Date.UTC(2026, 0, 1, 11, 59), '2025-12-31'],
] as const) {
  test(`the day of a zone: ${what}`, () => assert.equal(dayIn(zone, timeMs), day))
}

test('in every zone the day is that of the clock on its wall, and time never goes back a day', () => {
  const zones = Intl.supportedValuesOf('timeZone')
  const seen = countCases({ 'is another day than in UTC': 0.05, 'ends within the time': 0.02 })
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2040, 0, 1) }),
      fc.integer({ min: 1, max: 3 * 3_600_000 }),
      (zone, timeMs, laterMs) => {
        const wall = new Date(timeMs).toLocaleDateString('sv-SE', { timeZone: zone })
        assert.equal(dayIn(zone, timeMs), wall)
        assert.ok(dayIn(zone, timeMs + laterMs) >= wall)
        seen.note({
          'is another day than in UTC': wall !== dayOf(timeMs),
          'ends within the time': dayIn(zone, timeMs + laterMs) > wall,
        })
      },
    ),
    { numRuns: 3_000 },
  )
  seen.assertOften()
})

test('a time zone is a name of the IANA database', () => {
  for (const name of ['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Etc/GMT+12']) {
    assert.ok(isTimeZone(name), name)
  }
  for (const name of ['', 'Berlin', 'Europe/Nowhere', '+02:00', '../etc/passwd', 'x'.repeat(100)]) {
    assert.ok(!isTimeZone(name), name)
  }
})
