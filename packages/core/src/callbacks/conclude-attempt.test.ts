import assert from 'node:assert/strict'
import { test } from 'node:test'
import { retryDelaysMs } from './schedule.ts'
import { concludeAttempt } from './conclude-attempt.ts'

const nowMs = 1_000_000
const verdict = { reason: '', retryAfterMs: null, isGone: false }

for (const [kind, state] of [
  ['delivered', 'delivered'],
  ['stop', 'stopped'],
  ['flagged', 'flagged'],
] as const) {
  test(`after ${kind} a callback is ${state}, and there is no next attempt`, () => {
    const settled = concludeAttempt({ ...verdict, kind }, { attempts: 1, nowMs, chance: 0 })
    assert.deepEqual(settled, { state, nextAttemptAtMs: null })
  })
}

test('a failed callback is tried again by the schedule, and is dead after the last attempt', () => {
  const retry = { ...verdict, kind: 'retry' } as const
  const [first = 0] = retryDelaysMs
  const after = (attempts: number) => concludeAttempt(retry, { attempts, nowMs, chance: 0 })
  assert.deepEqual(after(1), { state: 'pending', nextAttemptAtMs: nowMs + first })
  assert.equal(after(retryDelaysMs.length).state, 'pending')
  assert.deepEqual(after(retryDelaysMs.length + 1), { state: 'dead', nextAttemptAtMs: null })
})

test('a receiver that asked for a longer wait gets it', () => {
  const asked = { ...verdict, kind: 'retry', retryAfterMs: 60_000 } as const
  const settled = concludeAttempt(asked, { attempts: 1, nowMs, chance: 0 })
  assert.deepEqual(settled, { state: 'pending', nextAttemptAtMs: nowMs + 60_000 })
})
