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
import { countCases } from '../../../../test/support/count-cases.ts'

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
    { maxLength: 60, size: 'max' },
  )
  const seen = countCases({ 'counts some': 0.5, 'has no room for one': 0.2, 'takes one back': 0.2 })
  fc.assert(
    fc.property(steps, (story) => {
      const state = { isFull: false, isLess: false }
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
        state.isFull ||= after.countedOn !== null && !fits
        if (after.countedOn !== null && !fits) continue
        state.isLess ||= after.countedOn === null && (before?.countedOn ?? null) !== null
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
      seen.note({
        'counts some': held.length > 0,
        'has no room for one': state.isFull,
        'takes one back': state.isLess,
      })
    }),
    { numRuns: 2_000 },
  )
  seen.assertOften()
})

function countersWithLimits(index: CapIndex, conversion: Conversion, day: string) {
  return limitedCountersOf(index, { ...conversion, dailyCap: null, totalCap: 7, isCounted: true }, day)
}

test('a counter says whose it is: the user’s where a cap is for each, else whom the cap names', () => {
  const subject = { networkId: 3, offerId: 12, appId: 1, userId: 'u', dailyCap: null, totalCap: null }
  const lines = limitedCountersOf(caps, { ...subject, isCounted: false }, '2026-11-21')
  assert.deepEqual(
    lines.map(({ key, appId, userId, day, limit }) => [key, appId, userId, day, limit]),
    [
      ['cap:1:day:2026-11-21', null, null, '2026-11-21', 5],
      ['cap:2:total', null, null, null, 20 * usd],
      ['cap:3:day:2026-11-21:user:1:u', 1, 'u', '2026-11-21', 15 * usd],
    ],
  )
})

for (const [what, limits, counters] of [
  ['a cap of a day', { dailyCap: 5, totalCap: null }, 2],
  ['a cap of all days', { dailyCap: null, totalCap: 5 }, 2],
  ['no cap', { dailyCap: null, totalCap: null }, 0],
] as const) {
  test(`an offer of ${what} has ${counters} counters of its own`, () => {
    const subject = { networkId: 3, offerId: 12, appId: 1, userId: 'u', isCounted: false, ...limits }
    assert.equal(limitedCountersOf(new CapIndex([]), subject, '2026-11-21').length, counters)
  })
}

test('a conversion that stays as it is moves no counter', () => {
  const amounts = { revenueMicros: 2 * usd, payoutMicros: usd }
  const facts = {
    status: 'approved',
    reason: null,
    isTest: false,
    countedOn: '2026-11-21',
    userId: 'u',
  } as const
  const one = conversionOf({ ...facts, ...amounts })
  assert.equal(capMovesOf(caps, one, one).size, 0)
  const heavier = conversionOf({ ...facts, revenueMicros: 3 * usd, payoutMicros: usd })
  assert.deepEqual([...capMovesOf(caps, one, heavier)], [['cap:2:total', usd]])
})

test('an amount that fills a cap fits, one more does not, and a full cap takes nothing, not even 0', () => {
  const room = { count: 1, revenueMicros: 2 * usd, payoutMicros: null }
  const weigh = (revenueMicros: number) => ({ revenueMicros, payoutMicros: 9 * usd })
  assert.deepEqual(
    [2 * usd, 2 * usd + 1].map((revenueMicros) => hasRemaining(room, weigh(revenueMicros))),
    [true, false],
  )
  assert.equal(hasRemaining({ ...room, revenueMicros: 0 }, weigh(0)), false)
  assert.equal(hasRemaining({ ...room, count: 0 }, weigh(1)), false)
  assert.equal(hasRemainingFor({ ...room, revenueMicros: 0 }, weigh(usd), weigh(usd)), true)
  assert.equal(hasRemainingFor({ ...room, revenueMicros: 1 }, weigh(usd), weigh(usd + 1)), true)
  assert.equal(hasRemainingFor({ ...room, revenueMicros: 1 }, weigh(usd), weigh(usd + 2)), false)
})
