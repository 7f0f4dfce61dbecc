import assert from 'node:assert/strict'
import { test } from 'node:test'

import fc from 'fast-check'

import { capKeys, countedDay, dayOf, isCapFull, isCapped } from './caps.ts'
import type { Conversion } from './conversion.ts'

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

test('counters are named by offer, day and all days', () => {
  assert.deepEqual(capKeys(12, '2026-11-21'), { daily: 'offer:12:day:2026-11-21', total: 'offer:12:total' })
})

test('a cap is full when it is reached, and a cap of zero always', () => {
  const none = { daily: 0, total: 0 }
  assert.equal(isCapFull({ dailyCap: null, totalCap: null }, { daily: 9, total: 9 }), false)
  assert.equal(isCapFull({ dailyCap: 2, totalCap: null }, { daily: 1, total: 9 }), false)
  assert.equal(isCapFull({ dailyCap: 2, totalCap: null }, { daily: 2, total: 2 }), true)
  assert.equal(isCapFull({ dailyCap: null, totalCap: 3 }, { daily: 0, total: 3 }), true)
  assert.equal(isCapFull({ dailyCap: 0, totalCap: null }, none), true)
  assert.equal(isCapped({ dailyCap: 0, totalCap: null }), true)
  assert.equal(isCapped({ dailyCap: null, totalCap: null }), false)
})

const noonMs = Date.UTC(2026, 10, 21, 12)

type Counting = Pick<Conversion, 'status' | 'reason' | 'isTest' | 'countedOn'>
const counting: Counting = { status: 'approved', reason: null, isTest: false, countedOn: null }

for (const [what, given, day] of [
  ['an approved conversion counts today', {}, '2026-11-21'],
  ['a pending one counts', { status: 'pending' }, '2026-11-21'],
  ['a held one counts', { status: 'pending', reason: 'bot' }, '2026-11-21'],
  ['a claim does not', { status: 'pending', reason: 'claim' }, null],
  ['a test does not', { isTest: true }, null],
  ['once counted it stays on its day', { countedOn: '2026-11-02' }, '2026-11-02'],
  ['a rejected one releases its day', { status: 'rejected', countedOn: '2026-11-02' }, null],
  ['a reversed one releases its day', { status: 'reversed', countedOn: '2026-11-02' }, null],
] as const) {
  test(`caps: ${what}`, () => assert.equal(countedDay({ ...counting, ...given }, noonMs), day))
}
