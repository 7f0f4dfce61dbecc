import assert from 'node:assert/strict'
import { test } from 'node:test'
import { estimateFraudShare } from './fraud-share.ts'

/** Scores of users who are told apart as well as the given distance, calibrated to the supposed share. */
function scoresOf(share: number, supposed: number, apart: number): number[] {
  const count = 2_000
  const prior = Math.log(supposed / (1 - supposed))
  return Array.from({ length: count }, (_, index) => {
    const isFraud = index < share * count
    // Even steps through a logistic distribution: no draw, no noise.
    const place = isFraud
      ? (index + 0.5) / (share * count)
      : (index - share * count + 0.5) / ((1 - share) * count)
    const value = Math.log(place / (1 - place)) + (isFraud ? apart : 0)
    // The likelihood ratio of two logistic distributions that lie apart by it.
    const ratio = apart + 2 * (Math.log1p(Math.exp(-value)) - Math.log1p(Math.exp(-(value - apart))))
    return 1 / (1 + Math.exp(-(prior + ratio)))
  })
}

test('the share of fraud is found by the scores alone, wherever the weights were made', () => {
  for (const share of [0.03, 0.1, 0.3]) {
    for (const supposed of [0.05, 0.14, 0.25]) {
      const found = estimateFraudShare(scoresOf(share, supposed, 3), supposed)
      assert.ok(Math.abs(found - share) < 0.01, `${share} of ${supposed}: ${found}`)
    }
  }
})

test('of nobody nothing is known, and a share stays within its bounds', () => {
  assert.equal(estimateFraudShare([], 0.14), 0.14)
  assert.ok(estimateFraudShare([0.99, 0.99], 0.14) <= 0.9)
  assert.ok(estimateFraudShare([0.01, 0.01], 0.14) >= 0.001)
})
