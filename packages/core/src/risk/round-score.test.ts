import assert from 'node:assert/strict'
import { test } from 'node:test'
import { roundScore } from './round-score.ts'

test('a score is rounded to the nearest ten, and only the allow-listed have 0 and the blocked 100', () => {
  for (const [score, rounded] of [
    [0, 0],
    [1, 10],
    [5.2, 10],
    [14.9, 10],
    [15, 20],
    [50.4, 50],
    [84.9, 80],
    [85, 90],
    [99, 90],
    [100, 100],
  ] as const) {
    assert.equal(roundScore(score), rounded, String(score))
  }
})

test('a higher score is never rounded to a lower one, and there are eleven answers in all', () => {
  const rounded = Array.from({ length: 1_001 }, (_, tenths) => roundScore(tenths / 10))
  assert.deepEqual(
    rounded,
    rounded.toSorted((a, b) => a - b),
  )
  assert.equal(new Set(rounded).size, 11)
})
