import assert from 'node:assert/strict'
import { test } from 'node:test'

import { capKeys, countedDay } from './caps.ts'
import type { Conversion } from './conversion.ts'

test('counters are named by offer, day and all days', () => {
  assert.deepEqual(capKeys(12, '2026-11-21'), { daily: 'offer:12:day:2026-11-21', total: 'offer:12:total' })
})

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
  test(`caps: ${what}`, () => assert.equal(countedDay({ ...counting, ...given }, '2026-11-21'), day))
}
