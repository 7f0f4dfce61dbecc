import assert from 'node:assert/strict'
import { test } from 'node:test'

import fc from 'fast-check'

import {
  unlimitedCap,
  hasRemaining,
  remainingOf,
  type LimitedCounter,
  limitedCountersOf,
  capKey,
} from '../conversions/caps.ts'
import { findBars, isBarred, joinBars, noBars } from './bars.ts'
import { type Cap, capMeasures, capPeriods } from './cap.ts'
import { CapIndex, isUnder } from './cap-index.ts'

const someId = fc.integer({ min: 1, max: 3 })
const perhaps = fc.option(someId, { nil: null })

const anyCaps: fc.Arbitrary<Cap[]> = fc
  .array(
    fc.record({
      networkId: perhaps,
      offerId: perhaps,
      appId: perhaps,
      userId: fc.option(fc.constantFrom('a', 'b'), { nil: null }),
      isPerUser: fc.boolean(),
      period: fc.constantFrom(...capPeriods),
      measure: fc.constantFrom(...capMeasures),
      limit: fc.integer({ min: 0, max: 6 }),
    }),
    { maxLength: 8 },
  )
  .map((caps) =>
    caps.map((cap, index) => ({
      ...cap,
      id: index + 1,
      // As read-cap.ts lets them through: a user belongs to an app, an offer to a network.
      userId: cap.appId === null || cap.isPerUser ? null : cap.userId,
      networkId: cap.offerId === null ? cap.networkId : null,
    })),
  )

const subjects = fc.record({
  networkId: someId,
  offerId: someId,
  appId: someId,
  userId: fc.constantFrom('a', 'b', 'c'),
})

test('the index finds every cap that a conversion is under, and no other', () => {
  const seen = { some: 0, none: 0 }
  fc.assert(
    fc.property(anyCaps, subjects, (caps, subject) => {
      const expected = caps.filter((cap) => isUnder(subject, cap))
      seen[expected.length > 0 ? 'some' : 'none'] += 1
      assert.deepEqual(new CapIndex(caps).matching(subject), expected)
    }),
    { numRuns: 2_000 },
  )
  assert.ok(Math.min(seen.some, seen.none) >= 400, JSON.stringify(seen))
})

test('an offer is barred from a user exactly when one more of its conversions would be over a cap', () => {
  /** Offer n is of network n, whose day is given. */
  const offers = fc.array(fc.record({ revenueMicros: fc.nat(4), payoutMicros: fc.nat(4) }), {
    minLength: 3,
    maxLength: 3,
  })
  const days = fc.array(fc.constantFrom('2026-11-20', '2026-11-21'), { minLength: 3, maxLength: 3 })
  const user = { appId: 1, userId: 'a' }
  const seen = { barred: 0, hasRoom: 0, uncapped: 0 }
  fc.assert(
    fc.property(anyCaps, offers, days, fc.infiniteStream(fc.nat(7)), fc.boolean(), (...given) => {
      const [caps, terms, dates, uses, hasMargins] = given
      const known = terms.map((term, index) => ({ ...term, id: index + 1, networkId: index + 1 }))
      const used = new Map<string, number>()
      const useOf = (cap: Cap, day: string): number => {
        const key = capKey(cap, user, day)
        if (!used.has(key)) used.set(key, uses.next().value ?? 0)
        return used.get(key) ?? 0
      }
      const own = caps.filter(({ appId, userId }) => (appId ?? 1) === 1 && (userId ?? 'a') === 'a')
      const world = {
        days: dates.map((day, index) => ({ networkId: index + 1, day })),
        findOffer: (id: number) => known.find((offer) => offer.id === id),
        hasMargins,
        most: {
          revenueMicros: Math.max(...known.map(({ revenueMicros }) => revenueMicros)),
          payoutMicros: Math.max(...known.map(({ payoutMicros }) => payoutMicros)),
        },
      }
      const half = own.length >> 1
      const bars = joinBars([
        findBars(own.slice(0, half), useOf, world),
        findBars(own.slice(half), useOf, world),
      ])
      for (const plain of known) {
        // A rule may leave this viewer's publisher any part of the revenue.
        const kept = Math.min(plain.revenueMicros, uses.next().value ?? 0)
        const offer = hasMargins ? { ...plain, payoutMicros: kept } : plain
        const day = dates[offer.id - 1] ?? ''
        const subject = { ...user, networkId: offer.networkId, offerId: offer.id }
        const nothing = { dailyCap: null, totalCap: null, isCounted: false }
        for (const cap of own) useOf(cap, day)
        const lines: readonly LimitedCounter[] = limitedCountersOf(
          new CapIndex(caps),
          { ...subject, ...nothing },
          day,
        )
        const isFull = !hasRemaining(remainingOf(lines, used), offer)
        seen[isFull ? 'barred' : lines.length > 0 ? 'hasRoom' : 'uncapped'] += 1
        assert.equal(isBarred(bars, offer), isFull, JSON.stringify(offer))
      }
    }),
    { numRuns: 3_000 },
  )
  assert.ok(Math.min(seen.barred, seen.hasRoom, seen.uncapped) >= 500, JSON.stringify(seen))
})

test('where nothing is capped there is room for everything', () => {
  assert.deepEqual(remainingOf([], new Map()), unlimitedCap)
  assert.ok(hasRemaining(unlimitedCap, { revenueMicros: Number.MAX_SAFE_INTEGER, payoutMicros: 0 }))
})

/** Offers 1 and 2 of network 1, offer 3 of network 2. */
const shop = [
  { id: 1, networkId: 1, revenueMicros: 10, payoutMicros: 5 },
  { id: 2, networkId: 1, revenueMicros: 2, payoutMicros: 1 },
  { id: 3, networkId: 2, revenueMicros: 2, payoutMicros: 1 },
]
const oneDay = [1, 2].map((networkId) => ({ networkId, day: '2026-11-20' }))
const twoDays = oneDay.map((one, index) => ({ ...one, day: `2026-11-2${index}` }))

interface Example {
  readonly about: string
  readonly cap: Partial<Cap>
  readonly used?: number | Readonly<Record<string, number>>
  readonly days?: typeof oneDay
  readonly hasMargins?: boolean
  /** Offers that are kept from users. */
  readonly barred: readonly number[]
  /** How many bars must be asked of each offer. */
  readonly wide: number
}

const examples: readonly Example[] = [
  { about: 'a network with room', cap: { networkId: 1, limit: 3 }, used: 2, barred: [], wide: 0 },
  { about: 'a full network', cap: { networkId: 1, limit: 3 }, used: 3, barred: [1, 2], wide: 1 },
  { about: 'a network beyond its limit', cap: { networkId: 1, limit: 3 }, used: 9, barred: [1, 2], wide: 1 },
  { about: 'everything, full', cap: { limit: 1 }, used: 1, barred: [1, 2, 3], wide: 1 },
  { about: 'a full offer', cap: { offerId: 1, limit: 1 }, used: 1, barred: [1], wide: 0 },
  { about: 'an offer with room', cap: { offerId: 1, limit: 1 }, barred: [], wide: 0 },
  { about: 'an offer that is not there', cap: { offerId: 9, limit: 0 }, barred: [], wide: 0 },
  {
    about: 'revenue that the dearest offer exceeds',
    cap: { networkId: 1, measure: 'revenue', limit: 9 },
    barred: [1],
    wide: 1,
  },
  {
    about: 'revenue that every offer fits into',
    cap: { measure: 'revenue', limit: 10 },
    barred: [],
    wide: 0,
  },
  {
    about: 'the payout of a dear offer',
    cap: { offerId: 1, measure: 'payout', limit: 4 },
    barred: [1],
    wide: 0,
  },
  {
    about: 'a payout which a margin may raise',
    cap: { offerId: 1, measure: 'payout', limit: 7 },
    hasMargins: true,
    barred: [],
    wide: 1,
  },
  {
    about: 'a payout that is used up, where there are margins',
    cap: { offerId: 1, measure: 'payout', limit: 4 },
    used: 4,
    hasMargins: true,
    barred: [1],
    wide: 1,
  },
  {
    about: 'a payout which no margin can raise so far',
    cap: { offerId: 1, measure: 'payout', limit: 10 },
    hasMargins: true,
    barred: [],
    wide: 0,
  },
  {
    about: 'a count where there are margins',
    cap: { offerId: 1, limit: 1 },
    used: 1,
    hasMargins: true,
    barred: [1],
    wide: 0,
  },
  {
    about: 'everything, on a day that one network has left',
    cap: { limit: 1 },
    days: twoDays,
    used: { '2026-11-20': 1 },
    barred: [1, 2],
    wide: 1,
  },
  {
    about: 'everything for all time, whatever the day is',
    cap: { limit: 1, period: 'total' },
    days: twoDays,
    used: 1,
    barred: [1, 2, 3],
    wide: 1,
  },
  {
    about: 'an offer, on the day of its network',
    cap: { offerId: 3, limit: 1 },
    days: twoDays,
    used: { '2026-11-21': 1 },
    barred: [3],
    wide: 0,
  },
  {
    about: 'an offer, on the day of another network',
    cap: { offerId: 3, limit: 1 },
    days: twoDays,
    used: { '2026-11-20': 1 },
    barred: [],
    wide: 0,
  },
  {
    about: 'a network that is not there',
    cap: { networkId: 9, limit: 0 },
    barred: [],
    wide: 0,
  },
  { about: 'a platform without networks', cap: { limit: 0 }, days: [], barred: [], wide: 0 },
]
for (const { about, cap, used = 0, days = oneDay, hasMargins = false, barred, wide } of examples) {
  test(`a cap on ${about} bars ${barred.length === 0 ? 'nothing' : `offers ${barred.join(' and ')}`}`, () => {
    const scope = { networkId: null, offerId: null, appId: null, userId: null, isPerUser: false }
    const whole: Cap = { id: 1, ...scope, period: 'daily', measure: 'count', limit: 1, ...cap }
    const useOf = (_: Cap, day: string) => (typeof used === 'number' ? used : (used[day] ?? 0))
    const findOffer = (id: number) => shop.find((offer) => offer.id === id)
    const most = { revenueMicros: 10, payoutMicros: 5 }
    const bars = findBars([whole], useOf, { days, findOffer, most, hasMargins })
    assert.deepEqual(
      shop.filter((offer) => isBarred(bars, offer)).map(({ id }) => id),
      barred,
    )
    assert.equal(bars.wide.length, wide)
    assert.deepEqual(joinBars([noBars, bars, noBars]), bars)
  })
}

test('bars of several are joined, and those of nobody are none', () => {
  const named = { offerIds: new Set([1]), wide: [] }
  const bar = { networkId: 2, offerId: null, measure: 'count', remainingMicros: 0 } as const
  const wide = { offerIds: new Set<number>(), wide: [bar] }
  assert.equal(joinBars([]), noBars)
  assert.equal(joinBars([noBars, named]), named)
  assert.equal(joinBars([wide, noBars]), wide)
  assert.deepEqual(joinBars([named, wide]), { offerIds: new Set([1]), wide: [bar] })
})
