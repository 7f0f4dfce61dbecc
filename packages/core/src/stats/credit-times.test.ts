import assert from 'node:assert/strict'
import { test } from 'node:test'

import fc from 'fast-check'
import { creditTimeSec, slotEndsSec } from './credit-times.ts'

const slotOf = (sec: number): number => slotEndsSec.filter((end) => end <= sec).length

test('slots end later and later, from a second to half a year', () => {
  assert.equal(slotEndsSec[0], 1)
  assert.equal(slotEndsSec.at(-1), 183 * 86_400)
  assert.ok(slotEndsSec.every((end, slot) => slot === 0 || end > (slotEndsSec[slot - 1] ?? 0)))
})

test('a time read from the histogram is in the slot of the true one', () => {
  const times = fc.array(fc.integer({ min: 0, max: 180 * 86_400 }), { minLength: 1, maxLength: 50 })
  fc.assert(
    fc.property(times, fc.constantFrom(50, 90), (seconds, percent) => {
      const counts = new Map<number, bigint>()
      for (const sec of seconds) counts.set(slotOf(sec), (counts.get(slotOf(sec)) ?? 0n) + 1n)
      const sorted = [...seconds].sort((a, b) => a - b)
      const truth = sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? 0
      const read = creditTimeSec(counts, percent) ?? -1
      const slot = slotOf(truth)
      assert.ok(
        read >= (slotEndsSec[slot - 1] ?? 0) && read <= (slotEndsSec[slot] ?? Number.POSITIVE_INFINITY),
      )
    }),
  )
})

test('without any there is no time', () => {
  assert.equal(creditTimeSec(new Map(), 50), undefined)
  assert.equal(creditTimeSec(new Map([[3, 0n]]), 50), undefined)
})
