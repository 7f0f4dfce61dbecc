import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameDay, readAuditRange, tellDays, tellRange } from './audit-range.ts'

const now = new Date(2026, 10, 24, 16, 52).getTime() / 1000
const start = (month: number, day: number) => new Date(2026, month - 1, day).getTime() / 1000

test('a range is whole days of the viewer, today among them', () => {
  const read = (range: string, from = '', to = '') => readAuditRange({ range, from, to }, now)
  assert.deepEqual(read('7d'), { from: start(11, 18) })
  assert.deepEqual(read('today'), { from: start(11, 24) })
  assert.deepEqual(read('all'), {})
  assert.deepEqual(read('own', '2026-11-03', '2026-11-03'), { from: start(11, 3), to: start(11, 4) })
  assert.deepEqual(read('own'), { from: start(11, 18) })
})

test('it is told in words', () => {
  assert.equal(tellRange({ from: start(11, 18) }, now), '18 to 24 Nov')
  assert.equal(tellRange({ from: start(10, 26) }, now), '26 Oct to 24 Nov')
  assert.equal(tellRange({ from: start(11, 24) }, now), 'on 24 Nov')
  assert.equal(tellRange({}, now), 'all time')
  assert.equal(tellDays({ range: '7d' }), 'in these 7 days')
  assert.deepEqual(
    [nameDay(now, now), nameDay(now - 86_400, now), nameDay(now - 2 * 86_400, now)],
    ['Today', 'Yesterday', ''],
  )
})
