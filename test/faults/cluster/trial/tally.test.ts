import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Tally } from './tally.ts'

test('the time after the callers have ended is no gap', () => {
  let nowMs = 0
  const tally = new Tally(() => nowMs)
  nowMs += 400
  tally.take()
  nowMs += 300
  tally.end()
  nowMs += 5_600
  assert.equal(tally.longestGapSec(), 0.4)
})

test('callers that are served no more have a gap until they end', () => {
  let nowMs = 0
  const tally = new Tally(() => nowMs)
  tally.take()
  nowMs += 9_000
  assert.equal(tally.longestGapSec(), 9)
  nowMs += 1_000
  tally.end()
  assert.equal(tally.longestGapSec(), 10)
})
