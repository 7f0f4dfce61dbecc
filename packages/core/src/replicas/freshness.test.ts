import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ageOf, awaitPosition, type Freshness, noteReplayed, unknownFreshness } from './freshness.ts'

const seen = (atMs: number, position: number) => ({ atMs, position })

test('a replica that has replayed a position has all that was committed before it was asked for', () => {
  const awaited = awaitPosition(awaitPosition(unknownFreshness, seen(0, 100)), seen(500, 200))
  assert.equal(ageOf(awaited, 600), Number.POSITIVE_INFINITY)
  const between = noteReplayed(awaited, 150)
  assert.deepEqual([ageOf(between, 600), between.awaited], [600, [seen(500, 200)]])
  const all = noteReplayed(between, 200)
  assert.deepEqual([ageOf(all, 600), all.awaited], [100, []])
})

test('a replica of a primary that rests does not grow old', () => {
  let freshness: Freshness = unknownFreshness
  for (let atMs = 0; atMs <= 60_000; atMs += 500)
    freshness = noteReplayed(awaitPosition(freshness, seen(atMs, 100)), 100)
  assert.equal(ageOf(freshness, 60_100), 100)
})

test('a replica is never taken for younger than it is, however long it stood still', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ waitMs: fc.nat(1_000), written: fc.nat(50), replays: fc.boolean() }), {
        maxLength: 2_000,
      }),
      (steps) => {
        let [nowMs, position, replayed] = [0, 0, 0]
        /** When each position was the last one. */
        const lastAtMs = new Map<number, number>()
        let freshness: Freshness = unknownFreshness
        for (const { waitMs, written, replays } of steps) {
          lastAtMs.set(position, nowMs)
          freshness = awaitPosition(freshness, seen(nowMs, position))
          if (replays) replayed = position
          freshness = noteReplayed(freshness, replayed)
          const trulyAsOfMs = replays ? nowMs : (lastAtMs.get(replayed) ?? 0)
          assert.ok(freshness.asOfMs === undefined || freshness.asOfMs <= trulyAsOfMs)
          assert.ok(freshness.awaited.length <= 513)
          nowMs += waitMs
          position += written
        }
      },
    ),
    { numRuns: 50 },
  )
})
