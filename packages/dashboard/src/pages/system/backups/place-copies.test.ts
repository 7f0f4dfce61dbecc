import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isWhole } from './backup-report.ts'
import { placeCopies } from './place-copies.ts'
import { testCopy, testMoment } from './test-report.ts'

const nowSec = testMoment(12, 0)

function read(moments: readonly number[], keep: string): readonly (readonly [string, readonly number[]])[] {
  const copies = moments.map((at) => testCopy(at)).filter(isWhole)
  return placeCopies({ copies, keep, nowSec }).map(({ name, copies: placed }) => [
    name,
    placed.map(({ share }) => Math.round(share * 100)),
  ])
}

test('the last days, counted back from the newest copy, have an axis of their own', () => {
  const moments = [testMoment(0, 0), testMoment(0, 0, 20), testMoment(0, 0, 17), testMoment(0, 0, 3)]
  assert.deepEqual(read(moments, '7d,4w'), [
    ['2 older copies', [0, 100]],
    ['2 copies of the last 7 days', [0, 89]],
  ])
})

test('one axis is enough where one of them would be empty', () => {
  assert.deepEqual(read([testMoment(0, 0), testMoment(12, 0, 22)], '7d'), [['2 copies', [0, 75]]])
  assert.deepEqual(read([testMoment(0, 0), testMoment(12, 0, 22)], '4w'), [['2 copies', [0, 75]]])
  assert.deepEqual(read([testMoment(11, 0)], '7d'), [['1 copy', [0]]])
  assert.deepEqual(read([], '7d'), [])
})
