import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareWith } from './comparison.ts'
import type { StatsRow } from './stats-figures.ts'

const range = { from: '2026-10-01', to: '2026-10-28' }
const rowsOf = (...days: readonly string[]) =>
  days.map((day) => ({ local_time: `2026-10-${day}T00:00` })) as unknown as StatsRow[] // all that is read of them

for (const [days, has, note] of [
  [[], false, 'Nothing before 29 Oct 2026 to compare with.'],
  [['20', '22'], false, 'Only 9 of the 28 days before have figures.'],
  [['28'], false, 'Only 1 of the 28 days before have figures.'],
  [['01', '28'], true, ''],
] as const)
  test(`figures of the days ${days.join(', ') || 'none'} before: ${note || 'compared'}`, () => {
    const told = compareWith(rowsOf(...days), range, '2026-10-29')
    assert.equal(told.before !== undefined, has)
    assert.equal(told.note, note)
  })

test('nothing is said before the time before is known', () => {
  assert.deepEqual(compareWith(undefined, range, '2026-10-29'), { before: undefined, note: '' })
})
