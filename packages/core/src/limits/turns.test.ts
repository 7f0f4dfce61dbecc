import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Turns } from './turns.ts'

/** Work that ends when it is told to. */
function heldWork() {
  const ends: (() => void)[] = []
  const begun: number[] = []
  const work = (number: number) => async () => {
    begun.push(number)
    await new Promise<void>((resolve) => ends.push(resolve))
    return number
  }
  return { work, begun, end: () => ends.shift()?.() }
}

test('no more runs at once than may, and the rest begins in the order in which it came', async () => {
  const turns = new Turns({ atOnceMax: 2, waitingMax: 2 })
  const { work, begun, end } = heldWork()
  const results = [1, 2, 3, 4].map((number) => turns.run(work(number)))
  assert.deepEqual(begun, [1, 2])
  assert.equal(turns.isFull, true)
  end()
  assert.equal(await results[0], 1)
  assert.deepEqual(begun, [1, 2, 3])
  assert.equal(turns.isFull, false)
  for (const _ of [2, 3, 4]) {
    end()
    await Promise.resolve()
    await new Promise((resolve) => setImmediate(resolve))
  }
  assert.deepEqual(await Promise.all(results), [1, 2, 3, 4])
})

test('work that fails hands its place on', async () => {
  const turns = new Turns({ atOnceMax: 1, waitingMax: 1 })
  const failing = turns.run(() => Promise.reject(new Error('no')))
  const next = turns.run(async () => 'yes')
  await assert.rejects(failing, /no/)
  assert.equal(await next, 'yes')
})

test('a caller who gives up before their turn never runs, and takes nobody else’s place', async () => {
  const turns = new Turns({ atOnceMax: 1, waitingMax: 5 })
  const { work, begun, end } = heldWork()
  const first = turns.run(work(1))
  const leaving = new AbortController()
  const second = turns.run(work(2), leaving.signal)
  const third = turns.run(work(3))
  leaving.abort(new Error('gone'))
  await assert.rejects(second, /gone/)
  end()
  await first
  await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual(begun, [1, 3])
  end()
  assert.equal(await third, 3)
  // A signal that comes late changes nothing.
  assert.equal(turns.isFull, false)
})
