import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Pace, rowsWithin } from './pace.ts'

/** Flushes one after the other: rows and how long they took; with so long of nothing between them. */
function paceAfter(flushes: readonly { rows: number; ms: number; idleMs?: number }[]): number {
  const pace = new Pace()
  let nowMs = 0
  for (const { rows, ms, idleMs = 0 } of flushes) {
    nowMs += idleMs
    pace.begin(nowMs)
    nowMs += ms
    pace.end({ rows, nowMs, isLast: idleMs > 0 })
  }
  return pace.msPerRow
}

const twenty = Array.from({ length: 20 })

test('the pace is that of the flushes, and time in which nothing is written does not count', () => {
  assert.equal(new Pace().msPerRow, 0)
  assert.equal(paceAfter([{ rows: 100, ms: 20 }]), 0.2)
  const between = twenty.map(() => ({ rows: 100, ms: 20, idleMs: 5_000 }))
  assert.ok(Math.abs(paceAfter(between) - 0.2) < 0.001)
})

test('two flushes at a time count once each, by when they end', () => {
  const pace = new Pace()
  pace.begin(0)
  pace.begin(0)
  pace.end({ rows: 100, nowMs: 30, isLast: false })
  pace.end({ rows: 100, nowMs: 40, isLast: true })
  assert.ok(Math.abs(pace.msPerRow - 0.2) < 0.01)
})

test('it follows a database that gets slower or faster within two seconds', () => {
  const fast = twenty.map(() => ({ rows: 100, ms: 20 }))
  const slow = twenty.map(() => ({ rows: 100, ms: 100 }))
  assert.ok(Math.abs(paceAfter([...fast, ...slow]) - 1) < 0.05)
  assert.ok(paceAfter([...slow, ...fast, ...fast, ...fast, ...fast]) < 0.25)
})

for (const { title, msPerRow, rows } of [
  { title: 'nothing is known before the first flush', msPerRow: 0, rows: Number.POSITIVE_INFINITY },
  { title: 'as many as are written in the time', msPerRow: 0.2, rows: 750 },
  { title: 'half as many at half the pace', msPerRow: 0.4, rows: 375 },
  { title: 'some, however slow it is', msPerRow: 40, rows: 100 },
]) {
  test(`rows on their way: ${title}`, () => {
    assert.equal(rowsWithin({ msPerRow, withinMs: 150, rowsMin: 100 }), rows)
  })
}
