import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isQuiet } from './quiet-hours.ts'

for (const [from, to, timeZone, at, quiet] of [
  [0, 0, 'UTC', '00:00', false],
  [60, 120, 'UTC', '00:59', false],
  [60, 120, 'UTC', '01:00', true],
  [60, 120, 'UTC', '01:59', true],
  [60, 120, 'UTC', '02:00', false],
  [22 * 60, 6 * 60, 'UTC', '23:30', true],
  [22 * 60, 6 * 60, 'UTC', '05:59', true],
  [22 * 60, 6 * 60, 'UTC', '06:00', false],
  [22 * 60, 6 * 60, 'Europe/Berlin', '21:00', true],
  [22 * 60, 6 * 60, 'Europe/Berlin', '05:00', false],
] as const) {
  test(`from minute ${from} to ${to} in ${timeZone}, at ${at} UTC: ${quiet ? 'quiet' : 'not quiet'}`, () => {
    const hours = { quietFrom: from, quietTo: to, timeZone }
    assert.equal(isQuiet(hours, Date.parse(`2026-11-21T${at}:00Z`)), quiet)
  })
}
