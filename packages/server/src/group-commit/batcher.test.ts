import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Batcher, type BatcherOptions, QueueFullError } from './batcher.ts'

class AwayError extends Error {}

function createBatcher(
  flush: (rows: readonly number[]) => Promise<string[]>,
  options: Partial<BatcherOptions<number, string>> = {},
) {
  return new Batcher<number, string>({
    name: 'numbers',
    flush,
    rowsMax: 100,
    queueMax: 1_000,
    ageMaxMs: 1_000,
    monotonicMs: () => performance.now(),
    isUnavailable: (error) => error instanceof AwayError,
    ...options,
  })
}

/** A flush ends when it is told to, and only then, or when told so, time passes. */
function createGated(options: Pick<BatcherOptions<number, string>, 'rowsMax' | 'crowded'>) {
  let nowMs = 0
  let gate = Promise.withResolvers<void>()
  const flush = async (rows: readonly number[]): Promise<string[]> => {
    await gate.promise
    return rows.map(String)
  }
  return {
    batcher: createBatcher(flush, { ageMaxMs: 60_000, monotonicMs: () => nowMs, ...options }),
    pass(ms: number): void {
      nowMs += ms
    },
    /** The flush that is in flight ends after so long; the next begins. */
    async flush(tookMs: number): Promise<void> {
      nowMs += tookMs
      const last = gate
      gate = Promise.withResolvers<void>()
      last.resolve()
      await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
    },
    /** From now on none waits. */
    open: (): void => gate.resolve(),
  }
}

test('each row is answered by its own outcome, and only after its flush', async () => {
  const written: number[] = []
  const batcher = createBatcher(async (rows) => {
    await new Promise((resolve) => setImmediate(resolve))
    written.push(...rows)
    return rows.map((row) => `row ${row}`)
  })
  const answers = Array.from({ length: 250 }, async (_, row) => {
    const outcome = await batcher.add(row)
    assert.ok(written.includes(row))
    return outcome
  })
  assert.deepEqual(
    await Promise.all(answers),
    Array.from({ length: 250 }, (_, row) => `row ${row}`),
  )
  assert.deepEqual(
    written,
    [...written].sort((a, b) => a - b),
    'rows are written in the order they came',
  )
})

test('while one flush is in flight the next batch gathers, up to the bound', async () => {
  const sizes: number[] = []
  const gate = Promise.withResolvers<void>()
  const batcher = createBatcher(async (rows) => {
    sizes.push(rows.length)
    if (sizes.length === 1) await gate.promise
    return rows.map(String)
  })
  const first = batcher.add(0)
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
  const others = Array.from({ length: 250 }, (_, row) => batcher.add(row + 1))
  gate.resolve()
  await Promise.all([first, ...others])
  assert.deepEqual(sizes, [1, 100, 100, 50])
})

test('one bad row never fails its neighbours', async () => {
  const batcher = createBatcher(async (rows) => {
    if (rows.includes(13)) throw new Error('13 is bad')
    return rows.map(String)
  })
  const answers = await Promise.allSettled(Array.from({ length: 30 }, (_, row) => batcher.add(row)))
  assert.deepEqual(
    answers.flatMap(({ status }, row) => (status === 'rejected' ? [row] : [])),
    [13],
  )
})

test('a database that is away fails the batch at once, without a try per row', async () => {
  let flushes = 0
  const batcher = createBatcher(async () => {
    flushes += 1
    throw new AwayError()
  })
  const answers = await Promise.allSettled(Array.from({ length: 30 }, (_, row) => batcher.add(row)))
  assert.ok(answers.every(({ status }) => status === 'rejected'))
  assert.equal(flushes, 1)
})

test('a full queue refuses at once instead of growing', async () => {
  const gate = Promise.withResolvers<void>()
  const batcher = createBatcher(
    async (rows) => {
      await gate.promise
      return rows.map(String)
    },
    { queueMax: 5, rowsMax: 1 },
  )
  const answers = Array.from({ length: 20 }, (_, row) => batcher.add(row))
  const refused = await Promise.allSettled(answers.slice(5))
  assert.ok(
    refused.every((answer) => answer.status === 'rejected' && answer.reason instanceof QueueFullError),
  )
  assert.ok(batcher.waiting <= 5)
  gate.resolve()
  await batcher.drain()
})

test('new rows are refused while the oldest has waited too long', async () => {
  let nowMs = 0
  const gate = Promise.withResolvers<void>()
  const batcher = createBatcher(
    async (rows) => {
      await gate.promise
      return rows.map(String)
    },
    { rowsMax: 1, monotonicMs: () => nowMs },
  )
  const accepted = [batcher.add(1), batcher.add(2)]
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
  nowMs = 1_001
  await assert.rejects(batcher.add(3), QueueFullError)
  gate.resolve()
  assert.deepEqual(await Promise.all(accepted), ['1', '2'])
})

test('rows that all wait too long for half a second are an overload; one slow flush is not', async () => {
  const { batcher, flush, open } = createGated({ rowsMax: 1, crowded: { withinMs: 200, rowsMin: 3 } })
  const accepted = Array.from({ length: 6 }, (_, row) => batcher.add(row))
  await flush(0)
  await flush(300)
  accepted.push(batcher.add(6))
  await flush(300)
  accepted.push(batcher.add(7))
  await flush(300)
  await assert.rejects(batcher.add(8), QueueFullError)
  for (let row = 0; row < 8; row += 1) await flush(0)
  assert.deepEqual(await Promise.all(accepted), ['0', '1', '2', '3', '4', '5', '6', '7'])
  const next = batcher.add(9)
  open()
  assert.equal(await next, '9')
})

test('drain waits for everything that was taken', async () => {
  let written = 0
  const batcher = createBatcher(async (rows) => {
    await new Promise((resolve) => setImmediate(resolve))
    written += rows.length
    return rows.map(String)
  })
  const answers = Array.from({ length: 350 }, (_, row) => batcher.add(row))
  await batcher.drain()
  assert.equal(written, 350)
  await Promise.all(answers)
})

test('after an overload a slow database alone is none: who waits for the flush in flight is not refused', async () => {
  const { batcher, pass, flush, open } = createGated({ rowsMax: 10, crowded: { withinMs: 200, rowsMin: 5 } })
  const accepted = Array.from({ length: 60 }, (_, row) => batcher.add(row))
  for (let round = 0; round < 5; round += 1) await flush(300)
  await assert.rejects(batcher.add(60), QueueFullError)
  await flush(0)
  await flush(90)
  // Each flush takes 90 ms, and a row comes at the beginning and at the end of each.
  accepted.push(batcher.add(100))
  await flush(0)
  for (let round = 0; round < 10; round += 1) {
    pass(10)
    accepted.push(batcher.add(200 + round))
    pass(75)
    accepted.push(batcher.add(300 + round))
    await flush(5)
  }
  // More than the next flush takes is waiting: that is an overload still.
  await assert.rejects(refusedAfter(batcher, 12, accepted), QueueFullError)
  for (let round = 0; round < 10; round += 1) await flush(0)
  open()
  await Promise.all(accepted)
})

async function refusedAfter(
  batcher: Batcher<number, string>,
  count: number,
  accepted: Promise<string>[],
): Promise<void> {
  for (let row = 0; row < count; row += 1) {
    if (batcher.isCrowded()) throw new QueueFullError('numbers')
    accepted.push(batcher.add(row))
  }
}
