import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as endOfTurn } from 'node:timers/promises'

import { DomainError } from '@quoin/core/errors.ts'
import { GivenClock } from '../../../../../test/support/given-clock.ts'
import { PrimaryRateLimiter } from './primary-rate-limiter.ts'

const answerTimeoutMs = 5_000

test('while the primary process does not answer, callers hear that the service is busy', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const clock = new GivenClock()
  // This process has no primary.
  const limiter = new PrimaryRateLimiter(clock)
  const admit = (): Promise<unknown> =>
    limiter.admit(1, 100).then(
      () => 'admitted',
      (error: unknown) => error,
    )
  const asked = admit()
  await endOfTurn()
  const waiting = admit()
  clock.advance({ seconds: 3 })
  const errors = [await admit()]
  for (const one of [asked, waiting]) {
    t.mock.timers.tick(answerTimeoutMs)
    errors.push(await one)
    await endOfTurn()
  }
  for (const error of errors) {
    assert.ok(error instanceof DomainError)
    assert.deepEqual([error.isUnavailable, error.retryAfterSec], [true, 1])
  }
})
