import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareOffer } from './compare-offer.ts'
import { readOfferRow } from './offer-row.ts'
import { rowOfOffer } from './row-of-offer.ts'

const row = {
  external_id: 'x-1',
  name: 'Bubble Farm',
  destination_url: 'https://offers.example/?c={click_id}',
  currency: 'eur',
}
const rateOf = (nanos: number) => (currency: string) => (currency === 'EUR' ? nanos : undefined)

function offerOf(cells: Readonly<Record<string, unknown>>, nanos = 1_085_000_000) {
  const reading = readOfferRow({ ...row, ...cells }, { rateOf: rateOf(nanos) })
  assert.ok(reading.ok, JSON.stringify(reading))
  return reading.offer
}

const priced = {
  payout: '1',
  revenue: '2',
  prices: [
    { countries: ['DE'], payout: '2.1', revenue: '2' },
    { countries: ['US'], payout_share: '50%', revenue: '0.000001' },
  ],
}

test('revenues in another currency are told in USD by the rate, and payouts stay what they are', () => {
  const { currency, usdNanos, revenueMicros, foreignMicros, payoutMicros, prices } = offerOf(priced)
  assert.deepEqual([currency, usdNanos], ['EUR', 1_085_000_000])
  assert.deepEqual([revenueMicros, foreignMicros, payoutMicros], [2_170_000, 2_000_000, 1_000_000])
  assert.deepEqual(
    prices.map((price) => [price.payoutMicros, price.revenueMicros, price.foreignMicros]),
    [
      [2_100_000, 2_170_000, 2_000_000],
      [0, 1, 1],
    ],
  )
})

test('an offer in another currency is written as it was given, and compared so', () => {
  const offer = offerOf(priced)
  assert.equal(rowOfOffer(offer)['revenue'], '2')
  assert.deepEqual(offerOf(rowOfOffer(offer)), offer)
  const dearer = offerOf(priced, 1_200_000_000)
  const stored = { id: 1, networkId: 1, isTest: false, attributionWindowSec: 1, createdAtSec: 1, holdDays: 0 }
  const before = { ...offer, ...stored, fileStatus: offer.status }
  assert.deepEqual(compareOffer(before, dearer), [])
  assert.deepEqual(
    compareOffer(before, offerOf({ ...priced, revenue: '2.5' })).map(({ field, before: was, after }) => [
      field,
      was,
      after,
    ]),
    [['revenue', '2', '2.5']],
  )
})

test('an offer pays what its goals pay, also in another currency', () => {
  const goals = ['0.33', '0.333333', '0.1'].map((revenue, at) => ({
    goal: `g${at}`,
    name: 'G',
    payout: '0.1',
    revenue,
  }))
  const offer = offerOf({ goals }, 1_085_123_457)
  assert.equal(
    offer.revenueMicros,
    offer.goals.reduce((sum, goal) => sum + goal.revenueMicros, 0),
  )
  assert.deepEqual(offerOf(rowOfOffer(offer), 1_085_123_457), offer)
  const shared = [{ goal: 'a', name: 'A', payout: '1', payout_share: '50%', revenue: '2' }]
  assert.equal(offerOf({ goals: shared }).payoutMicros, 1_085_000)
})

for (const [what, cells, problem] of [
  [
    'a currency without a rate',
    { currency: 'TRY', payout: '1', revenue: '2' },
    'currency has no exchange rate: import one of TRY that is at most 7 days old',
  ],
  [
    'no currency',
    { currency: 'euro', payout: '1', revenue: '2' },
    'currency must be the three letters of a currency, such as EUR',
  ],
  [
    'a payout above the revenue in USD',
    { payout: '2.18', revenue: '2' },
    'payout is above revenue: every conversion would lose money',
  ],
] as const) {
  test(`an offer is refused with what is wrong with its currency: ${what}`, () => {
    const reading = readOfferRow({ ...row, ...cells }, { rateOf: rateOf(1_085_000_000) })
    assert.ok(!reading.ok)
    assert.deepEqual(
      reading.problems.map(({ field, message }) => `${field} ${message}`),
      [problem],
    )
  })
}

test('USD is no other currency', () => {
  const offer = offerOf({ currency: 'USD', payout: '1', revenue: '2' })
  assert.deepEqual([offer.currency, offer.foreignMicros, offer.revenueMicros], [null, undefined, 2_000_000])
})
