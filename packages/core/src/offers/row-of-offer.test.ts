import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sampleGoal, sampleOffer } from '../../../../test/support/sample-offer.ts'
import { countCases } from '../../../../test/support/count-cases.ts'
import type { Offer } from './offer-fields.ts'
import { readOfferRow, rowOfOffer } from './offer-row.ts'

const cents = fc.integer({ min: 0, max: 100_000 }).map((amount) => amount * 10_000)
const share = fc.option(fc.integer({ min: 1, max: 10_000 }))
const moment = fc.option(fc.integer({ min: 0, max: 4_000_000_000 }))
const amounts = fc.tuple(cents, cents, share).map(([a, b, payoutShareBasisPoints]) => ({
  payoutMicros: Math.min(a, b),
  revenueMicros: Math.max(a, b),
  payoutShareBasisPoints,
}))

const goal = fc
  .record({
    amounts,
    isRepeatable: fc.boolean(),
    deadlineSec: fc.option(fc.integer({ min: 1, max: 366 * 24 * 60 }).map((minutes) => minutes * 60)),
    externalId: fc.option(fc.constantFrom('E9', '77', 'ünî')),
  })
  .map(({ amounts: own, ...rest }) => ({ ...own, ...rest }))

const offers: fc.Arbitrary<Offer> = fc
  .record({
    amounts,
    goals: fc.array(goal, { maxLength: 4 }),
    isSum: fc.boolean(),
    categories: fc.uniqueArray(fc.constantFrom('games', 'free-trials', 'a1')),
    countries: fc.uniqueArray(fc.constantFrom('DE', 'AT', 'US')),
    platforms: fc.constantFrom([], ['android'] as const, ['desktop', 'ios'] as const),
    startsAtSec: moment,
    dailyCap: fc.option(fc.integer({ min: 1, max: 1_000_000_000 })),
    totalCap: fc.option(fc.integer({ min: 1, max: 1_000_000_000 })),
    isRepeatable: fc.boolean(),
    status: fc.constantFrom('active', 'paused'),
    requirements: fc.option(fc.constantFrom('New users only')),
    videoUrl: fc.option(fc.constant('https://cdn.example/v.mp4')),
    paid: fc.constantFrom(
      { cost: null, costMicros: null, costCurrency: null },
      { cost: 'free', costMicros: null, costCurrency: null } as const,
      { cost: 'subscription', costMicros: 7_990_000, costCurrency: 'EUR' } as const,
    ),
    minutes: fc.option(fc.integer({ min: 1, max: 86_400 })),
  })
  .map(({ amounts: own, goals: drawn, isSum, paid: cost, ...rest }) => {
    const goals = drawn.map((one, index) => ({
      ...sampleGoal,
      ...one,
      goal: `goal-${index + 1}`,
      name: `Goal ${index + 1}`,
      externalId: one.externalId === null ? null : `${one.externalId}-${index}`,
      position: index + 1,
      isDefault: index === 0,
    }))
    const sum = (of: 'payoutMicros' | 'revenueMicros') => goals.reduce((total, one) => total + one[of], 0)
    const paid =
      isSum && goals.length > 0
        ? { ...own, payoutMicros: sum('payoutMicros'), revenueMicros: sum('revenueMicros') }
        : own
    const endsAtSec = rest.startsAtSec === null ? null : rest.startsAtSec + 1
    return { ...sampleOffer, ...rest, ...cost, ...paid, goals, endsAtSec, holdDays: 3 }
  })

test('an offer that is written as a row and read again is the same offer', () => {
  const seen = countCases({ 'has goals': 0.3, 'has none': 0.05, 'pays what its goals pay': 0.15 })
  fc.assert(
    fc.property(offers, (offer) => {
      const reading = readOfferRow(rowOfOffer(offer))
      assert.ok(reading.ok, JSON.stringify(reading))
      const { id, networkId, isTest, attributionWindowSec, createdAtSec, holdDays, ...given } = offer
      assert.deepEqual(reading.offer, { ...given, holdDays: null })
      const sum = offer.goals.reduce((total, { payoutMicros }) => total + payoutMicros, 0)
      seen.note({
        'has goals': offer.goals.length > 0,
        'has none': offer.goals.length === 0,
        'pays what its goals pay': offer.goals.length > 0 && offer.payoutMicros === sum,
      })
    }),
  )
  seen.assertOften()
})

test('an offer that pays what its goals pay goes on doing so when they change', () => {
  const [offer] = fc.sample(
    offers.filter(({ goals }) => goals.length > 0),
    1,
  )
  assert.ok(offer)
  const sum = offer.goals.reduce((total, { payoutMicros }) => total + payoutMicros, 0)
  const goals = [{ goal: 'only', name: 'Only', payout: '1.25', revenue: '2' }]
  const reading = readOfferRow({ ...rowOfOffer({ ...offer, payoutMicros: sum }), goals })
  assert.ok(reading.ok)
  assert.equal(reading.offer.payoutMicros, 1_250_000)
})
