import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'

import { nextAttemptAtMs, retryDelaysMs } from './schedule.ts'

const hour = 3_600_000

/** Plays a callback whose every attempt fails on a clock that goes only by the schedule. */
function play(chanceOf: () => number): number[] {
  const times = [0]
  for (let nowMs: number | undefined = 0; nowMs !== undefined; ) {
    nowMs = nextAttemptAtMs({ attempts: times.length, retryAfterMs: null, nowMs, chance: chanceOf() })
    if (nowMs !== undefined) times.push(nowMs)
  }
  return times
}

test('a callback is tried at least 10 times over at least 75 hours, whatever chance adds', () => {
  fc.assert(
    fc.property(
      fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })),
      (chances) => {
        const times = play(() => chances.next().value)
        assert.equal(times.length, retryDelaysMs.length + 1)
        assert.ok(times.length >= 10)
        assert.ok((times.at(-1) ?? 0) >= 75 * hour)
        // Within the five days after which an endpoint is given up.
        assert.ok((times.at(-1) ?? 0) <= 5 * 24 * hour)
      },
    ),
  )
})

test('the exact times without chance: seconds first, then minutes, hours, and two thirds of a day', () => {
  const seconds = play(() => 0).map((ms) => ms / 1000)
  assert.deepEqual(
    seconds,
    [0, 5, 35, 155, 755, 2555, 6155, 13355, 27755, 56555, 99755, 157355, 214955, 272555],
  )
})

test('chance only lengthens a wait, by a fifth at most', () => {
  for (const [index, delayMs] of retryDelaysMs.entries()) {
    const at = (chance: number) =>
      nextAttemptAtMs({ attempts: index + 1, retryAfterMs: null, nowMs: 7, chance })
    assert.equal(at(0), 7 + delayMs)
    assert.ok((at(0.999_999) ?? 0) <= 7 + delayMs * 1.2)
  }
})

test('the receiver may ask for a longer wait, of a day at most, and not for a shorter one', () => {
  const after = (retryAfterMs: number, attempts = 1) =>
    nextAttemptAtMs({ attempts, retryAfterMs, nowMs: 0, chance: 0 })
  assert.equal(after(1_000), 5_000)
  assert.equal(after(90_000), 90_000)
  assert.equal(after(1_000 * hour), 24 * hour)
  assert.equal(after(90_000, retryDelaysMs.length + 1), undefined)
})
