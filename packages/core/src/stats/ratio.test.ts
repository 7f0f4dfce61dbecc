import assert from 'node:assert/strict'
import { test } from 'node:test'
import { perPieceMicros, ratioMicros } from './ratio.ts'

for (const [part, whole, millionths] of [
  [2n, 3n, 666_667n],
  [1n, 3n, 333_333n],
  [1n, 2_000_000n, 1n],
  [-1n, 2_000_000n, -1n],
  [1n, 2_000_001n, 0n],
  [0n, 7n, 0n],
  [5n, 0n, undefined],
] as const) {
  test(`${part} of ${whole} are ${millionths} millionths`, () =>
    assert.equal(ratioMicros(part, whole), millionths))
}

test('an amount per piece is exact beyond the safe integers', () => {
  assert.equal(perPieceMicros(9_007_199_254_740_993_000n, 1_000n), 9_007_199_254_740_993n)
})
