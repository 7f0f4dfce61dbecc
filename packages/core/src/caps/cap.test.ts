import assert from 'node:assert/strict'
import { test } from 'node:test'
import { capMeasures, capPeriods, isBeyond, weightOf } from './cap.ts'

test('a conversion weighs one, its revenue, or its payout', () => {
  const amounts = { revenueMicros: 30, payoutMicros: 20 }
  assert.deepEqual(
    capMeasures.map((measure) => [measure, weightOf(measure, amounts)]),
    [
      ['count', 1],
      ['revenue', 30],
      ['payout', 20],
    ],
  )
  assert.deepEqual([...capPeriods], ['daily', 'total'])
})

const cases: readonly (readonly [weight: number, limit: number, used: number, isBeyond: boolean])[] = [
  [1, 5, 4, false],
  [1, 5, 5, true],
  [2, 5, 4, true],
  [5, 5, 0, false],
  [6, 5, 0, true],
  [0, 5, 4, false],
  [0, 5, 5, true],
  [0, 5, 6, true],
  [0, 0, 0, true],
]
for (const [weight, limit, used, expected] of cases) {
  test(`${weight} more is ${expected ? '' : 'not '}beyond a limit of ${limit} of which ${used} are used`, () => {
    assert.equal(isBeyond(weight, { limit, used }), expected)
  })
}
