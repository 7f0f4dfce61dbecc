import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pauseAfter } from './keep-stats.ts'

test('statistics are rolled up every five seconds, and sooner the more conversions come, but never without a pause', () => {
  for (const [events, inMs, pauseMs] of [
    [0, 5_000, 5_000],
    [3, 5_000, 5_000],
    [5_000, 5_000, 5_000],
    [10_000, 5_000, 2_500],
    [5_000, 1_250, 1_250],
    [40_000, 5_000, 1_000],
    [8_000, 1_000, 1_000],
    // They have become fewer.
    [100, 1_000, 5_000],
  ] as const) {
    assert.equal(pauseAfter({ events, inMs }), pauseMs, `${events} in ${inMs} ms`)
  }
})
