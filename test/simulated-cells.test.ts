import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EventQueue } from '../bench/cells/event-queue.ts'
import { type CellParts, simulateCell } from '../bench/cells/simulate-cell.ts'
import fc from 'fast-check'

const cell: CellParts = {
  processes: 1,
  databaseProcessors: 1,
  linkMs: 1,
  refusalMs: 0.1,
  clickMs: 0,
  commitMs: 0,
  spoolMs: 1,
  overflowSec: 60,
}
const traffic = { perSecond: 800, ofOthersPerSecond: 0, seconds: 300, settleSec: 10 }

function chance(): () => number {
  let state = 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

test('events leave in the order of their times, and those of one time as they came', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 200 }), (times) => {
      const queue = new EventQueue<number>()
      for (const [index, atMs] of times.entries()) queue.add(atMs, index)
      const left = times.map(() => queue.take()?.event)
      const sorted = times.map((_, index) => index).sort((a, b) => (times[a] ?? 0) - (times[b] ?? 0) || a - b)
      assert.deepEqual([left, queue.size], [sorted, 0])
    }),
  )
})

test('the mean time of a link that only its process works on is that of an M/D/1 queue', () => {
  for (const busy of [0.3, 0.5, 0.8, 0.9]) {
    const run = simulateCell(cell, { ...traffic, perSecond: busy * 1000 }, chance())
    const expected = 1 + busy / (2 * (1 - busy))
    assert.ok(Math.abs(run.meanMs / expected - 1) < 0.1, `${busy}: ${run.meanMs} and not ${expected}`)
    assert.ok(Math.abs(run.processBusy - busy) < 0.02, `${busy}: ${run.processBusy}`)
    assert.deepEqual([run.refused, run.spooled], [0, 0])
  }
})

test('beyond its capacity a process answers as many as it can, within a second, and refuses the rest', () => {
  const run = simulateCell(cell, { ...traffic, perSecond: 1_500 }, chance())
  // 1,500 · (1 − refused) · 1 ms + 1,500 · refused · 0.1 ms = 1 s.
  assert.ok(Math.abs(run.refused - 500 / 1350) < 0.02, String(run.refused))
  assert.ok(run.p99Ms < 1_010 && run.p50Ms > 900, `${run.p50Ms} ${run.p99Ms}`)
})

test('a database that takes fewer clicks than come fills the disk for a minute, and without it they are refused', () => {
  const slow = { ...cell, linkMs: 0.05, commitMs: 500 }
  const peak = { perSecond: 4_000, ofOthersPerSecond: 0, seconds: 40, settleSec: 5 }
  const over = simulateCell(slow, peak, chance())
  assert.ok(over.refused < 0.01 && over.spooled > 0.3, JSON.stringify(over))
  const refusing = simulateCell({ ...slow, overflowSec: 0 }, peak, chance())
  assert.ok(refusing.refused > 0.3 && refusing.spooled === 0, JSON.stringify(refusing))
  const lasting = simulateCell(slow, { ...peak, seconds: 300, settleSec: 120 }, chance())
  assert.ok(lasting.refused > 0.1, JSON.stringify(lasting))
})

test('the links of a cell that is down take time of the others, and stay on the disk', () => {
  const alone = simulateCell(cell, traffic, chance())
  const beside = simulateCell(cell, { ...traffic, ofOthersPerSecond: 100 }, chance())
  assert.ok(Math.abs(beside.processBusy - alone.processBusy - 0.1) < 0.02)
  assert.ok(Math.abs(beside.spooled - 1 / 9) < 0.02, String(beside.spooled))
})
