import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Batcher, type BatcherOptions, QueueFullError } from './batcher.ts'
import { Lanes } from './lanes.ts'

interface Row {
  readonly key: number
  readonly name: string
}

/** Lanes over one clock, whose flushes each wait to be let through. */
function open(lanes: number, more: Partial<BatcherOptions<Row, string>> = {}) {
  const flushes: { readonly rows: readonly string[]; readonly letThrough: (error?: Error) => void }[] = []
  let nowMs = 0
  const lane = (): Batcher<Row, string> =>
    new Batcher<Row, string>({
      name: 'rows',
      rowsMax: 100,
      queueMax: 1_000,
      ageMaxMs: 10_000,
      monotonicMs: () => nowMs,
      isUnavailable: () => false,
      flush: (rows) => {
        const names = rows.map(({ name }) => name)
        return new Promise((resolve, reject) => {
          const letThrough = (error?: Error): void => (error ? reject(error) : resolve(names))
          flushes.push({ rows: names, letThrough })
        })
      },
      ...more,
    })
  const opened = new Lanes({ lanes: Array.from({ length: lanes }, lane), keyOf: ({ key }: Row) => key })
  return { lanes: opened, flushes, advance: (ms: number) => (nowMs += ms) }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('rows of one key are written one flush after the other, in their order; others side by side', async () => {
  const { lanes, flushes } = open(2)
  const first = lanes.add({ key: 4, name: 'a' })
  await turn()
  const more = ['b', 'c'].map((name) => lanes.add({ key: 4, name }))
  const beside = lanes.add({ key: 7, name: 'z' })
  await turn()
  assert.deepEqual(
    flushes.map(({ rows }) => rows),
    [['a'], ['z']],
  )
  flushes[1]?.letThrough()
  assert.equal(await beside, 'z')
  assert.equal(flushes.length, 2)
  flushes[0]?.letThrough()
  assert.equal(await first, 'a')
  await turn()
  assert.deepEqual(flushes[2]?.rows, ['b', 'c'])
  flushes[2]?.letThrough()
  assert.deepEqual(await Promise.all(more), ['b', 'c'])
})

test('keys of every size find a lane, and always the same one', async () => {
  const { lanes, flushes } = open(3)
  const keys = [0, 1, 2, 3, 0xffff_ffff, 0xffff_fffe, Number.MAX_SAFE_INTEGER]
  const added = [...keys, ...keys].map((key) => lanes.add({ key, name: String(key) }))
  await turn()
  assert.equal(flushes.flatMap(({ rows }) => rows).length, 2 * keys.length)
  for (const key of keys) {
    assert.equal(flushes.filter(({ rows }) => rows.includes(String(key))).length, 1)
  }
  for (const { letThrough } of flushes) letThrough()
  await Promise.all(added)
})

test('a failure in one lane fails nobody in another', async () => {
  const { lanes, flushes } = open(2)
  const [bad, good] = [lanes.add({ key: 0, name: 'bad' }), lanes.add({ key: 1, name: 'good' })]
  await turn()
  flushes[0]?.letThrough(new Error('broken'))
  flushes[1]?.letThrough()
  await assert.rejects(bad, /broken/)
  assert.equal(await good, 'good')
})

test('waiting rows are counted together, and the oldest of all tells the age', async () => {
  const { lanes, flushes, advance } = open(2)
  assert.deepEqual([lanes.waiting, lanes.oldestAgeMs], [0, 0])
  const added = [lanes.add({ key: 0, name: 'in flight' }), lanes.add({ key: 1, name: 'in flight' })]
  await turn()
  added.push(lanes.add({ key: 1, name: 'older' }))
  advance(30)
  added.push(lanes.add({ key: 0, name: 'newer' }))
  advance(5)
  assert.deepEqual([lanes.waiting, lanes.oldestAgeMs], [2, 35])
  const drained = lanes.drain()
  for (let index = 0; index < 4; index += 1) {
    flushes[index]?.letThrough()
    await turn()
  }
  await Promise.all([...added, drained])
  assert.equal(lanes.waiting, 0)
})

test('drain waits for every lane', async () => {
  const { lanes, flushes } = open(2)
  const added = [lanes.add({ key: 0, name: 'a' }), lanes.add({ key: 1, name: 'b' })]
  let isDrained = false
  const drained = lanes.drain().then(() => (isDrained = true))
  await turn()
  flushes[0]?.letThrough()
  await turn()
  assert.equal(isDrained, false)
  flushes[1]?.letThrough()
  await Promise.all([...added, drained])
})

test('they are crowded when all of them together are full, and one with room takes its rows all the same', async () => {
  const { lanes, flushes, advance } = open(2, { crowded: { withinMs: 10, rowsMin: 2 } })
  const slow = lanes.add({ key: 0, name: 'slow' })
  await turn()
  const added = ['a', 'b', 'c'].map((name) => lanes.add({ key: 0, name }))
  advance(20)
  flushes[0]?.letThrough()
  await slow
  await turn()
  assert.equal(lanes.isCrowded(0), false, 'one late flush is waited for')
  assert.equal(lanes.isPressed(), false)
  advance(1_000)
  assert.equal(lanes.isPressed(), true, 'one of them is')
  // Each may have two: the first has three, the other one, which has written nothing yet, none.
  assert.equal(lanes.isCrowded(), false)
  added.push(lanes.add({ key: 1, name: 'beside' }))
  assert.equal(lanes.isCrowded(), true)
  await assert.rejects(lanes.add({ key: 0, name: 'refused' }), QueueFullError)
  added.push(lanes.add({ key: 1, name: 'last' }))
  await assert.rejects(lanes.add({ key: 1, name: 'refused' }), QueueFullError)
  await turn()
  for (const { letThrough } of flushes.slice(1)) letThrough()
  assert.deepEqual(await Promise.all(added), ['a', 'b', 'c', 'beside', 'last'])
  await turn()
  assert.equal(lanes.isCrowded(), false, 'what waited is written')
})

test('rows of one key are refused in time, also where no other lane has written anything', async () => {
  const { lanes, flushes, advance } = open(2, { crowded: { withinMs: 10, rowsMin: 2 } })
  const first = lanes.add({ key: 0, name: 'first' })
  await turn()
  const added = Array.from({ length: 9 }, (_, n) => lanes.add({ key: 0, name: String(n) }))
  advance(20)
  flushes[0]?.letThrough()
  await first
  await turn()
  advance(1_000)
  assert.equal(lanes.isCrowded(), true)
  await assert.rejects(lanes.add({ key: 0, name: 'refused' }), QueueFullError)
  flushes[1]?.letThrough()
  assert.equal((await Promise.all(added)).length, 9)
})
