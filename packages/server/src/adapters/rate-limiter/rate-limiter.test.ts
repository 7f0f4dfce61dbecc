import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GivenClock } from '../../../../../test/support/given-clock.ts'
import { LocalRateLimiter } from './rate-limiter.ts'

test('each key has its own log, and a change of its limit keeps it', () => {
  const clock = new GivenClock()
  const limiter = new LocalRateLimiter(clock)
  assert.equal(limiter.admit(1, 2).remaining, 1)
  assert.equal(limiter.admit(2, 2).remaining, 1)
  assert.equal(limiter.admit(1, 3).remaining, 1)
  assert.equal(limiter.admit(1, 1).isAdmitted, false)
})

test('keys without calls in the window are forgotten, the others are not', () => {
  const clock = new GivenClock()
  const limiter = new LocalRateLimiter(clock)
  for (let key = 0; key < 1_000; key += 1) limiter.admit(key, 10)
  assert.equal(limiter.keys, 1_000)
  clock.advance({ seconds: 30 })
  limiter.admit(7, 10)
  clock.advance({ seconds: 30 })
  assert.equal(limiter.admit(8, 10).remaining, 9)
  assert.equal(limiter.keys, 2)
  assert.equal(limiter.admit(7, 10).remaining, 8)
})

test('the window does not follow a wall clock that is set', () => {
  const clock = new GivenClock()
  let jumpMs = 0
  const limiter = new LocalRateLimiter({
    nowMs: () => clock.nowMs() + jumpMs,
    monotonicMs: clock.monotonicMs,
  })
  limiter.admit(1, 1)
  jumpMs = 3_600_000
  const refused = limiter.admit(1, 1)
  assert.equal(refused.isAdmitted, false)
  assert.equal(refused.retryAfterSec, 60)
  assert.equal(refused.resetSec, (clock.nowMs() + jumpMs) / 1000 + 60)
})
