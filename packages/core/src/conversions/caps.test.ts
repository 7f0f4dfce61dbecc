import assert from 'node:assert/strict'
import { test } from 'node:test'

import fc from 'fast-check'

import { type CapAmounts, weightOf } from '../caps/cap.ts'
import { CapIndex } from '../caps/cap-index.ts'
import {
  capKeys,
  limitedCountersOf,
  capMovesOf,
  countedDay,
  countersOf,
  hasRemaining,
  hasRemainingFor,
  remainingOf,
} from './caps.ts'
import type { Conversion } from './conversion.ts'

test('counters are named by offer, day and all days', () => {
  assert.deepEqual(capKeys(12, '2026-11-21'), { daily: 'offer:12:day:2026-11-21', total: 'offer:12:total' })
})

type Counting = Pick<Conversion, 'status' | 'reason' | 'isTest' | 'countedOn'>
const counting: Counting = { status: 'approved', reason: null, isTest: false, countedOn: null }

for (const [what, given, day] of [
  ['an approved conversion counts today', {}, '2026-11-21'],
  ['a pending one counts', { status: 'pending' }, '2026-11-21'],
  ['a held one counts', { status: 'pending', reason: 'bot' }, '2026-11-21'],
  ['a claim does not', { status: 'pending', reason: 'claim' }, null],
  ['a test does not', { isTest: true }, null],
  ['once counted it stays on its day', { countedOn: '2026-11-02' }, '2026-11-02'],
  ['a rejected one releases its day', { status: 'rejected', countedOn: '2026-11-02' }, null],
  ['a reversed one releases its day', { status: 'reversed', countedOn: '2026-11-02' }, null],
] as const) {
  test(`caps: ${what}`, () => assert.equal(countedDay({ ...counting, ...given }, '2026-11-21'), day))
}

const usd = 1_000_000
const cap = { networkId: null, offerId: 12, appId: null, userId: null, isPerUser: false } as const
const caps = new CapIndex([
  { ...cap, id: 1, period: 'daily', measure: 'count', limit: 5 },
  { ...cap, id: 2, period: 'total', measure: 'revenue', limit: 20 * usd },
  { ...cap, id: 3, period: 'daily', measure: 'payout', limit: 15 * usd, isPerUser: true },
])

/** Everything of a conversion that counting looks at; nothing else of it is asked. */
function conversionOf(facts: Counting & CapAmounts & { userId: string }): Conversion {
  return { ...facts, networkId: 3, offerId: 12, appId: 1 } as Conversion
}

test('counters always hold what counts, whatever is reported, reversed or corrected, and never exceed a cap', () => {
  const steps = fc.array(
    fc.record({
      index: fc.nat(9),
      day: fc.constantFrom('2026-11-20', '2026-11-21'),
      status: fc.constantFrom('approved', 'pending', 'rejected', 'reversed') as fc.Arbitrary<
        Conversion['status']
      >,
      revenueMicros: fc.integer({ min: 0, max: 8 * usd }),
      payoutMicros: fc.integer({ min: 0, max: 8 * usd }),
    }),
    { maxLength: 60 },
  )
  fc.assert(
    fc.property(steps, (story) => {
      const used = new Map<string, number>()
      const conversions = new Map<number, Conversion>()
      for (const { index, day, status, ...amounts } of story) {
        const before = conversions.get(index)
        const userId = `user-${index % 3}`
        const draft = conversionOf({
          status,
          reason: null,
          isTest: false,
          countedOn: before?.countedOn ?? null,
          userId,
          ...amounts,
        })
        const after = { ...draft, countedOn: countedDay(draft, day) }
        const countsOn = before?.countedOn ?? day
        const remaining = remainingOf(countersWithLimits(caps, after, countsOn), used)
        const fits = before?.countedOn
          ? hasRemainingFor(remaining, before, after)
          : hasRemaining(remaining, after)
        if (after.countedOn !== null && !fits) continue
        for (const [key, delta] of capMovesOf(caps, before, after))
          used.set(key, (used.get(key) ?? 0) + delta)
        conversions.set(index, after)
      }
      const held = [...conversions.values()].filter(({ countedOn }) => countedOn !== null)
      const expected = new Map<string, number>()
      for (const one of held) {
        for (const { key, measure } of countersOf(caps, one, one.countedOn ?? '')) {
          expected.set(key, (expected.get(key) ?? 0) + weightOf(measure, one))
        }
      }
      for (const [key, value] of used) assert.equal(value, expected.get(key) ?? 0, key)
      for (const one of held) {
        for (const { key, limit } of countersWithLimits(caps, one, one.countedOn ?? '')) {
          assert.ok((used.get(key) ?? 0) <= (limit ?? Number.POSITIVE_INFINITY), key)
        }
      }
    }),
    { numRuns: 2_000 },
  )
})

function countersWithLimits(index: CapIndex, conversion: Conversion, day: string) {
  return limitedCountersOf(index, { ...conversion, dailyCap: null, totalCap: 7, isCounted: true }, day)
}
