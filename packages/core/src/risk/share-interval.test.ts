import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { shareInterval } from './share-interval.ts'

const rounded = (hits: number, cases: number) =>
  shareInterval(hits, cases).map((end) => Math.round(end * 1000))

test('an interval is as Wilson has it', () => {
  assert.deepEqual(rounded(2, 2), [342, 1000])
  assert.deepEqual(rounded(0, 10), [0, 278])
  assert.deepEqual(rounded(50, 100), [404, 596])
  assert.deepEqual(rounded(0, 0), [0, 1000])
})

test('an interval holds the share itself, and is narrower with more cases', () => {
  let compared = 0
  fc.assert(
    fc.property(fc.nat(500), fc.nat(500), (hits, others) => {
      const cases = hits + others
      fc.pre(cases > 0)
      const [from, to] = shareInterval(hits, cases)
      const share = hits / cases
      assert.ok(from <= share + 1e-12 && share <= to + 1e-12 && from >= 0 && to <= 1)
      const [tenFrom, tenTo] = shareInterval(hits * 10, cases * 10)
      assert.ok(tenTo - tenFrom < to - from)
      compared += 1
    }),
  )
  assert.ok(compared > 50)
})
