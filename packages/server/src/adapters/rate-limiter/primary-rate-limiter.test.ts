import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '../system-clock.ts'
import { openPrimaryRateLimiter } from './primary-rate-limiter.ts'

test('while the primary process does not answer a worker limits by itself, and nobody waits long', async (t) => {
  const warned: string[] = []
  const log = {
    debug: () => {},
    info: () => {},
    warn: (_facts: object, event: string) => void warned.push(event),
    error: () => {},
  }
  // This process has no primary.
  const limiter = openPrimaryRateLimiter({ clock: systemClock, log })
  t.after(() => limiter.close())
  const calls = Array.from({ length: 30 }, () => limiter.admit(1, 10))
  const startedMs = performance.now()
  const verdicts = await Promise.all(calls)
  const waitedMs = performance.now() - startedMs
  assert.equal(verdicts.filter(({ isAdmitted }) => isAdmitted).length, 10)
  assert.ok(waitedMs >= 200 && waitedMs < 2_000, `waited ${waitedMs} ms`)
  assert.ok(!(limiter.admit(1, 10) instanceof Promise), 'the next one does not wait at all')
  assert.deepEqual(warned, ['primary process became unavailable; each worker limits by itself'])
})
