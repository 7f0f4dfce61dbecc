import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unavailable } from '@quoin/core/errors.ts'
import { GatheredLog } from '../../../../test/support/world.ts'
import { openWhenThere } from './open-when-there.ts'

/** The attempts that a start with a kept catalogue makes when the first one fails with this. */
async function attemptsAfter(failure: Error): Promise<number> {
  let attempts = 0
  const open = async (): Promise<number> => {
    attempts += 1
    if (attempts === 1) throw failure
    return attempts
  }
  return await openWhenThere(open, {
    late: { wait: () => {} },
    canWait: true,
    stopping: new AbortController().signal,
    log: new GatheredLog(),
  })
}

test('a start goes on after its own gate has refused it: an outage began, or was not over, while it loaded', async () => {
  const refusal = unavailable('The database is away. Please try again.', { retryAfterSec: 2 })
  assert.equal(await attemptsAfter(refusal), 2)
})

test('a start goes on after its first periodic work has met that of another process', async () => {
  const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01', severity: 'ERROR' })
  assert.equal(await attemptsAfter(deadlock), 2)
})

test('an error that the next attempt would meet again ends a start', async () => {
  const failure = new Error('Migration 0001_one.sql failed and was rolled back: division by zero')
  await assert.rejects(attemptsAfter(failure), failure)
})
