import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readOfferRow } from '../offer-row.ts'

const row = {
  external_id: 'x-1',
  name: 'Bubble Farm',
  destination_url: 'https://offers.example/?c={click_id}',
}
const us = { countries: ['US'], payout: '2', revenue: '3' }
const de = { countries: 'DE, AT', platforms: 'ios', payout_share: '50%', revenue: '4' }
const rest = { payout: '0.5', revenue: '1' }

function offerOf(cells: Readonly<Record<string, unknown>>) {
  const reading = readOfferRow({ ...row, ...cells })
  assert.ok(reading.ok, JSON.stringify(reading))
  return reading.offer
}

function problemsOf(cells: Readonly<Record<string, unknown>>): readonly string[] {
  const reading = readOfferRow({ ...row, ...cells })
  assert.ok(!reading.ok)
  return reading.problems.map(({ field, message }) => `${field} ${message}`)
}

/** In the order of their places. */
const read = [
  {
    countries: ['AT', 'DE'],
    platforms: ['ios'],
    payoutMicros: 2_000_000,
    payoutShareBasisPoints: 5_000,
    revenueMicros: 4_000_000,
  },
  {
    countries: ['US'],
    platforms: [],
    payoutMicros: 2_000_000,
    payoutShareBasisPoints: null,
    revenueMicros: 3_000_000,
  },
]

test('prices are read alike from a list, from a cell of JSON and beside the price of the rest of the world', () => {
  const listed = offerOf({ prices: [us, de], ...rest })
  assert.deepEqual(listed.prices, read)
  assert.deepEqual([listed.payoutMicros, listed.revenueMicros], [500_000, 1_000_000])
  assert.deepEqual(offerOf({ prices: JSON.stringify([us, de]), ...rest }), listed)
  assert.deepEqual(offerOf({ prices: [us, rest, de] }), listed)
})

test('prices without one for the rest of the world leave nothing elsewhere', () => {
  const { payoutMicros, revenueMicros, prices } = offerOf({ prices: [us, de] })
  assert.deepEqual([payoutMicros, revenueMicros, prices], [0, 0, read])
})

test('columns that name a country, or a country and a platform, are prices', () => {
  const { prices, payoutMicros } = offerOf({
    ...rest,
    payout_US: '2',
    revenue_us: '3',
    payout_ID_ios: '0.2',
    revenue_ID_ios: '0.3',
    payout_FR: '',
    revenue_FR: ' ',
  })
  assert.deepEqual(
    prices.map(({ countries, platforms, payoutMicros: micros }) => [...countries, ...platforms, micros]),
    [
      ['ID', 'ios', 200_000],
      ['US', 2_000_000],
    ],
  )
  assert.equal(payoutMicros, 500_000)
})

for (const [what, prices, problem] of [
  [
    'no list',
    'US: 2',
    'prices must be a list of objects, such as [{"countries":["US"],"payout":"2","revenue":"3"}]',
  ],
  ['no object', [us, 2], 'prices price 2: must be an object'],
  ['a price without revenue', [{ countries: 'US', payout: '1' }], 'prices price 1: revenue is required'],
  ['a price without payout', [{ countries: 'US', revenue: '1' }], 'prices price 1: payout is required'],
  [
    'a country that is none',
    [{ ...us, countries: 'XX' }],
    'prices price 1: countries "XX" is not an ISO 3166-1 alpha-2 country code',
  ],
  [
    'a price that loses money',
    [{ ...us, payout: '4' }],
    'prices price 1: payout is above revenue: every conversion would lose money',
  ],
  [
    'two for the same person',
    [us, { ...us, countries: 'DE|US', platforms: 'ios' }],
    'prices has two prices for the same person: that for US and that for DE, US on ios',
  ],
  [
    'two for the rest',
    [us, rest, { payout: 0, revenue: 1 }],
    'prices has two prices for the rest of the world',
  ],
  ['too many', Array.from({ length: 65 }, () => us), 'prices has 65 prices; at most 64 are allowed'],
] as const) {
  test(`prices are refused with what is wrong with them: ${what}`, () => {
    assert.deepEqual(problemsOf({ prices }), [problem])
  })
}

test('a payout beside another one for the rest of the world is refused', () => {
  assert.deepEqual(problemsOf({ prices: [us, rest], payout: '0.7' }), [
    'payout is not that of the price for the rest of the world: leave one of them out',
  ])
})

const goal = { goal: 'install', name: 'Install', prices: [us] }

test('goals have prices of their own, and their offer pays what they pay', () => {
  const { goals, payoutMicros } = offerOf({ goals: [{ ...goal, prices: [us, rest] }] })
  assert.deepEqual([goals[0]?.payoutMicros, goals[0]?.prices.length, payoutMicros], [500_000, 1, 500_000])
  assert.equal(offerOf({ goals: [goal] }).payoutMicros, 0)
})

test('prices of an offer with goals are refused, and so is a payout that is not the sum of priced goals', () => {
  assert.deepEqual(problemsOf({ goals: [goal], prices: [us] }), [
    'prices belong to its goals: an offer with goals is paid by them',
  ])
  assert.deepEqual(problemsOf({ goals: [goal], payout: '1', revenue: '0' }), [
    'payout is not the sum of its goals, which have prices: leave it out',
  ])
})

test('a goal that loses money is refused, and so is one of its prices, each by its place', () => {
  const plain = { goal: 'open', name: 'Open', payout: '1', revenue: '1' }
  assert.deepEqual(problemsOf({ goals: [plain, { ...plain, goal: 'level', payout: '1.01' }] }), [
    'goals goal 2: payout is above revenue: every conversion would lose money',
  ])
  assert.deepEqual(
    problemsOf({ goals: [plain, { ...goal, prices: [us, { ...us, countries: 'DE', payout: 4 }] }] }),
    ['goals goal 2: prices price 2: payout is above revenue: every conversion would lose money'],
  )
})

test('an offer that tells more than 64 audiences apart is refused', () => {
  const codes = [
    'US',
    'DE',
    'FR',
    'GB',
    'IT',
    'ES',
    'BR',
    'IN',
    'CA',
    'AT',
    'CH',
    'NL',
    'BE',
    'SE',
    'NO',
    'DK',
    'FI',
    'PL',
    'CZ',
    'PT',
    'IE',
    'AU',
  ]
  const prices = codes.flatMap((code, at) =>
    (['ios', 'android', 'desktop'] as const).map((platform) => ({
      countries: code,
      platforms: platform,
      payout: String(at),
      revenue: String(at + 1),
    })),
  )
  const halves = [prices.slice(0, 33), prices.slice(33)]
  const goals = halves.map((own, at) => ({ goal: `g${at}`, name: `G${at}`, prices: own }))
  assert.deepEqual(problemsOf({ goals }), ['goals tell 66 audiences apart; at most 64 are allowed'])
})
