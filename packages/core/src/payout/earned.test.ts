import assert from 'node:assert/strict'
import { test } from 'node:test'

import fc from 'fast-check'

import { earn } from './earned.ts'

const plain = { rateMicros: 1_000_000, decimals: 6, rounding: 'half_up' } as const
const usd = 1_000_000

test('a fixed payout is earned whatever the network pays', () => {
  const terms = { ...plain, payoutMicros: 1.5 * usd, shareBasisPoints: null }
  for (const revenueMicros of [0, 1, 9 * usd]) {
    const earned = { revenueMicros, payoutMicros: 1.5 * usd, payoutLocalMicros: 1.5 * usd }
    assert.deepEqual(earn(terms, revenueMicros), earned)
  }
})

test('a share is exact down to the micro, and never more than its part', () => {
  const amounts = fc.integer({ min: 0, max: 10_000 * usd })
  fc.assert(
    fc.property(amounts, fc.integer({ min: 0, max: 10_000 }), (revenueMicros, shareBasisPoints) => {
      const { payoutMicros } = earn({ ...plain, payoutMicros: 7, shareBasisPoints }, revenueMicros)
      assert.equal(BigInt(payoutMicros), (BigInt(revenueMicros) * BigInt(shareBasisPoints)) / 10_000n)
    }),
    { numRuns: 5_000 },
  )
})

test("an earned amount is converted by the app's own rate, decimals and rounding", () => {
  const coins = { rateMicros: 1_000 * usd, decimals: 0, rounding: 'floor' } as const
  const earned = earn({ ...coins, payoutMicros: 0, shareBasisPoints: 6_667 }, 1_230_000)
  assert.deepEqual(earned, { revenueMicros: 1_230_000, payoutMicros: 820_041, payoutLocalMicros: 820 * usd })
})
