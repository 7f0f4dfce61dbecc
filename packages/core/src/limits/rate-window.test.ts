import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { RateWindow, verdictOf } from './rate-window.ts'
import { countCases } from '../../../../test/support/count-cases.ts'

const windowMs = 60_000

/** The rule as anyone would check it by hand: count what was accepted in the last 60 seconds. */
function createOracle(limit: number) {
  const accepted: number[] = []
  return (nowMs: number) => {
    const inWindow = accepted.filter((at) => at > nowMs - windowMs)
    const isAdmitted = inWindow.length < limit
    if (isAdmitted) {
      accepted.push(nowMs)
      inWindow.push(nowMs)
    }
    return { isAdmitted, remaining: limit - inWindow.length, fullAtMs: (inWindow.at(-1) ?? nowMs) + windowMs }
  }
}

test('the limiter equals a brute-force oracle under random clocks', () => {
  const steps = fc.array(
    fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 70_000 }), fc.integer({ min: 0, max: 900 })),
    {
      maxLength: 400,
      size: 'max',
    },
  )
  const seen = countCases({ 'refuses one': 0.3, 'admits again after that': 0.2 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 30 }), steps, (limit, gaps) => {
      const admitted: boolean[] = []
      const window = new RateWindow({ limit, windowMs })
      const oracle = createOracle(limit)
      let nowMs = 0
      for (const gap of gaps) {
        nowMs += gap
        const { isAdmitted, remaining, fullAtMs } = window.admit(nowMs)
        assert.deepEqual({ isAdmitted, remaining, fullAtMs }, oracle(nowMs))
        admitted.push(isAdmitted)
      }
      const refused = admitted.indexOf(false)
      seen.note({
        'refuses one': refused >= 0,
        'admits again after that': refused >= 0 && admitted.lastIndexOf(true) > refused,
      })
    }),
    { numRuns: 300 },
  )
  seen.assertOften()
})

test('no burst passes over a window edge: 100 late and 100 early calls are 100', () => {
  const window = new RateWindow({ limit: 100, windowMs })
  const admit = (at: number): number => (window.admit(at).isAdmitted ? 1 : 0)
  let accepted = 0
  for (let call = 0; call < 100; call += 1) accepted += admit(59_900)
  for (let call = 0; call < 100; call += 1) accepted += admit(60_100)
  assert.equal(accepted, 100)
})

test('a place is free exactly one window after it was taken, not before', () => {
  const window = new RateWindow({ limit: 1, windowMs })
  assert.equal(window.admit(0).isAdmitted, true)
  assert.equal(window.admit(59_999).isAdmitted, false)
  assert.equal(window.admit(59_999).freeAtMs, 60_000)
  assert.equal(window.admit(60_000).isAdmitted, true)
})

test('a changed limit keeps what was counted', () => {
  const window = new RateWindow({ limit: 5, windowMs })
  for (let call = 0; call < 5; call += 1) window.admit(call)
  const larger = window.resized(6)
  assert.equal(larger.admit(10).isAdmitted, true)
  assert.equal(larger.admit(11).isAdmitted, false)
  const smaller = window.resized(2)
  assert.equal(smaller.admit(10).isAdmitted, false)
})

test('an idle window says so only when nothing is left in it', () => {
  const window = new RateWindow({ limit: 2, windowMs })
  window.admit(0)
  assert.equal(window.isIdle(59_999), false)
  assert.equal(window.isIdle(60_000), true)
})

test('a log takes memory for the calls that came, not for those that may come', () => {
  const before = process.memoryUsage().arrayBuffers
  const windows = Array.from({ length: 1_000 }, () => new RateWindow({ limit: 1_000_000, windowMs }))
  for (const window of windows) for (let call = 0; call < 40; call += 1) window.admit(call)
  assert.ok(process.memoryUsage().arrayBuffers - before < 2_000_000)
  assert.equal(windows[0]?.admit(59_999).remaining, 1_000_000 - 41)
})

test('a caller is told whole seconds that are certain, in wall time', () => {
  const window = new RateWindow({ limit: 1, windowMs })
  const told = { limit: 1, nowMs: 10, wallMs: 1_700_000_000_001 }
  assert.deepEqual(verdictOf(window.admit(10), told), {
    isAdmitted: true,
    limit: 1,
    remaining: 0,
    resetSec: 1_700_000_061,
    retryAfterSec: 1,
  })
  const later = { limit: 1, nowMs: 59_011, wallMs: 1_700_000_059_002 }
  const refused = verdictOf(window.admit(59_011), later)
  assert.deepEqual(refused, {
    isAdmitted: false,
    limit: 1,
    remaining: 0,
    resetSec: 1_700_000_061,
    retryAfterSec: 1,
  })
})
