import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sampleGoal, sampleOffer } from '../../../../test/support/sample-offer.ts'
import { countCases } from '../../../../test/support/count-cases.ts'
import type { Offer } from './offer-fields.ts'
import type { Price } from '../prices/price.ts'
import { readOfferRow } from './offer-row.ts'
import { rowOfOffer } from './row-of-offer.ts'

const cents = fc.integer({ min: 0, max: 100_000 }).map((amount) => amount * 10_000)
const share = fc.option(fc.integer({ min: 1, max: 10_000 }))
const moment = fc.option(fc.integer({ min: 0, max: 4_000_000_000 }))
const amounts = fc.tuple(cents, cents, share).map(([a, b, payoutShareBasisPoints]) => ({
  payoutMicros: Math.min(a, b),
  revenueMicros: Math.max(a, b),
  payoutShareBasisPoints,
}))

const prices = fc.oneof(
  fc.constant<Price[]>([]),
  fc
    .uniqueArray(fc.tuple(fc.constantFrom('US', 'DE', 'BR'), amounts), {
      selector: ([country]) => country,
      minLength: 1,
    })
    .map((rows) =>
      rows
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([country, paid]) => ({ countries: [country], platforms: [], ...paid })),
    ),
)

/** Without amounts for the rest of the world where it has prices: then it may be offered at their places alone. */
const onlyThere = fc.boolean()

const nothing = { payoutMicros: 0, payoutShareBasisPoints: null, revenueMicros: 0 }

const goal = fc
  .record({
    amounts,
    prices,
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
    prices,
    onlyThere,
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
  .map(
    ({
      amounts: drawnAmounts,
      goals: drawn,
      isSum,
      paid: cost,
      prices: ownPrices,
      onlyThere: isAlone,
      ...rest
    }) => {
      const own = isAlone && ownPrices.length > 0 && drawn.length === 0 ? nothing : drawnAmounts
      // A price that covers nobody whom the offer is for is refused.
      const countries =
        ownPrices.length > 0 || drawn.some((one) => one.prices.length > 0) ? [] : rest.countries
      const isPriced = drawn.some((one) => one.prices.length > 0)
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
        (isSum || isPriced) && goals.length > 0
          ? { ...own, payoutMicros: sum('payoutMicros'), revenueMicros: sum('revenueMicros') }
          : own
      const endsAtSec = rest.startsAtSec === null ? null : rest.startsAtSec + 1
      const prices = goals.length === 0 ? ownPrices : []
      return { ...sampleOffer, ...rest, countries, ...cost, ...paid, goals, prices, endsAtSec, holdDays: 3 }
    },
  )

test('an offer that is written as a row and read again is the same offer', () => {
  const seen = countCases({
    'has goals': 0.3,
    'has none': 0.05,
    'pays what its goals pay': 0.15,
    'has goals with prices': 0.1,
    'is paid for at some places alone': 0.02,
  })
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
        'has goals with prices': offer.goals.some((one) => one.prices.length > 0),
        'is paid for at some places alone': offer.prices.length > 0 && offer.revenueMicros === 0,
        'pays what its goals pay': offer.goals.length > 0 && offer.payoutMicros === sum,
      })
    }),
  )
  seen.assertOften()
})

test('an offer that pays what its goals pay goes on doing so when they change', () => {
  const [offer] = fc.sample(
    offers.filter(({ goals }) => goals.length > 0 && goals.every((one) => one.prices.length === 0)),
    1,
  )
  assert.ok(offer)
  const sum = offer.goals.reduce((total, { payoutMicros }) => total + payoutMicros, 0)
  const goals = [{ goal: 'only', name: 'Only', payout: '1.25', revenue: '2' }]
  const reading = readOfferRow({ ...rowOfOffer({ ...offer, payoutMicros: sum }), goals })
  assert.ok(reading.ok)
  assert.equal(reading.offer.payoutMicros, 1_250_000)
})
