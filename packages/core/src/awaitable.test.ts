import assert from 'node:assert/strict'
import { test } from 'node:test'
import { whenSettled } from './awaitable.ts'

const failure = new Error('no')

function fail(): never {
  throw failure
}

/** The same work, known at once and later. */
const ways = [
  ['at once', (work: () => number) => work()],
  ['later', async (work: () => number) => work()],
] as const

for (const [when, does] of ways) {
  test(`the result of work, a value or a failure, is gone on with once: ${when}`, async () => {
    const good = whenSettled(
      () => does(() => 1),
      (value) => value + 1,
      () => 0,
    )
    assert.equal(good instanceof Promise, when === 'later')
    assert.equal(await good, 2)
    const failed = whenSettled(
      () => does(fail),
      () => 'next',
      (error) => (error === failure ? 'failed' : 'something else'),
    )
    assert.equal(failed instanceof Promise, when === 'later')
    assert.equal(await failed, 'failed')
  })

  test(`a failure of what follows is heard like one of the work: ${when}`, async () => {
    const heard = whenSettled<number, unknown>(
      () => does(() => 1),
      fail,
      async (error) => error,
    )
    assert.equal(await heard, failure)
  })

  test(`a failure is heard of once, and what is thrown then reaches the caller: ${when}`, async () => {
    let heard = 0
    await assert.rejects(async () => {
      await whenSettled(
        () => does(() => 1),
        fail,
        (error) => {
          heard += 1
          throw error
        },
      )
    }, failure)
    assert.equal(heard, 1)
  })
}
