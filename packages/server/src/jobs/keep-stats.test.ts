import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pauseAfter } from './keep-stats.ts'

test('statistics are rolled up every five seconds, and sooner the more comes, but never without a pause', () => {
  for (const [clicks, events, inMs, pauseMs] of [
    [0, 0, 5_000, 5_000],
    [9, 3, 5_000, 5_000],
    [0, 5_000, 5_000, 5_000],
    [0, 10_000, 5_000, 2_500],
    [0, 5_000, 1_250, 1_250],
    [0, 40_000, 5_000, 1_000],
    [0, 8_000, 1_000, 1_000],
    [50_000, 0, 5_000, 2_500],
    [50_000, 20_000, 5_000, 1_250],
    [250_000, 0, 5_000, 1_000],
    // They have become fewer.
    [0, 100, 1_000, 5_000],
  ] as const) {
    const rolledUp = { rows: clicks + events, events }
    assert.equal(pauseAfter(rolledUp, inMs), pauseMs, `${clicks} and ${events} in ${inMs} ms`)
  }
})
