import assert from 'node:assert/strict'
import { test } from 'node:test'

import fc from 'fast-check'

import { unlimitedRoom, hasRoomFor, roomOf, type CapLine, capLinesOf, capKey } from '../conversions/caps.ts'
import { findBars, isBarred, joinBars } from './bars.ts'
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
  fc.assert(
    fc.property(anyCaps, subjects, (caps, subject) => {
      assert.deepEqual(
        new CapIndex(caps).matching(subject),
        caps.filter((cap) => isUnder(subject, cap)),
      )
    }),
    { numRuns: 2_000 },
  )
})

test('an offer is barred from a user exactly when one more of its conversions would be over a cap', () => {
  /** Offer n is of network n, whose day is given. */
  const offers = fc.array(fc.record({ revenueMicros: fc.nat(4), payoutMicros: fc.nat(4) }), {
    minLength: 3,
    maxLength: 3,
  })
  const days = fc.array(fc.constantFrom('2026-11-20', '2026-11-21'), { minLength: 3, maxLength: 3 })
  const user = { appId: 1, userId: 'a' }
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
        const lines: readonly CapLine[] = capLinesOf(new CapIndex(caps), { ...subject, ...nothing }, day)
        assert.equal(isBarred(bars, offer), !hasRoomFor(roomOf(lines, used), offer), JSON.stringify(offer))
      }
    }),
    { numRuns: 3_000 },
  )
})

test('where nothing is capped there is room for everything', () => {
  assert.deepEqual(roomOf([], new Map()), unlimitedRoom)
  assert.ok(hasRoomFor(unlimitedRoom, { revenueMicros: Number.MAX_SAFE_INTEGER, payoutMicros: 0 }))
})
