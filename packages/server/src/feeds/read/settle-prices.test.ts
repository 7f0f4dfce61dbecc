import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Platform, platforms } from '@quoin/core/offers/offer.ts'
import { findOverlap } from '@quoin/core/prices/cut-prices.ts'
import { covers, type Whereabouts } from '@quoin/core/prices/price.ts'
import fc from 'fast-check'
import { countCases } from '../../../../../test/support/count-cases.ts'
import { type FeedPayment, settlePrices } from './settle-prices.ts'

const payment = (revenue: string, countries: string[], own: Partial<FeedPayment> = {}): FeedPayment => ({
  revenue,
  countries,
  isExclusion: false,
  platforms: [],
  ...own,
})
const on = (...include: string[]): Partial<FeedPayment> => ({ platforms: [{ include }] })

test('payments that leave nobody out at one amount are one for everybody', () => {
  const rest = payment('4', ['DE'], { isExclusion: true })
  assert.deepEqual(settlePrices([payment('4', ['DE']), rest]), { revenue: '4', doubts: [] })
  assert.deepEqual(settlePrices([payment('4', [], on('Android')), payment('4', [], on('iOS', 'Desktop'))]), {
    revenue: '4',
    doubts: [],
  })
  assert.deepEqual(settlePrices([payment('4', ['GLOBAL'])]), { revenue: '4', doubts: [] })
})

test('one for everybody beside one for some is a doubt, unless both are equal', () => {
  assert.equal(settlePrices([payment('4', []), payment('5', ['DE'])]).doubts.length, 1)
  assert.deepEqual(settlePrices([payment('4', []), payment('4', ['DE'])]), { revenue: '4', doubts: [] })
})

test('spellings of one country are one', () => {
  assert.deepEqual(settlePrices([payment('4', ['UK', 'Germany']), payment('4', ['GB'])]).prices, [
    { countries: ['DE', 'GB'], revenue: '4' },
  ])
})

test('nothing is paid without payments', () => {
  assert.deepEqual(settlePrices([]), { doubts: [] })
})

const codes: Readonly<Record<string, string>> = { US: 'US', DE: 'DE', AT: 'AT', UK: 'GB', France: 'FR' }
const words: Readonly<Record<string, readonly Platform[]>> = {
  Android: ['android'],
  iOS: ['ios'],
  desktop: ['desktop'],
  tablet: ['android', 'ios'],
}
const places = ['US', 'DE', 'AT', 'GB', 'FR', 'BR'].flatMap((country) =>
  platforms.map((platform) => ({ country, platform })),
)

test('prices never overlap, and pay everybody what the one payment for them says', () => {
  const counts = countCases({ 'has a doubt': 0.1, 'has prices': 0.2 })
  const anyPayment = fc.record({
    revenue: fc.constantFrom('1', '2', '3'),
    countries: fc.subarray(Object.keys(codes), { minLength: 1 }),
    isExclusion: fc.constantFrom(false, false, false, true),
    platforms: fc.array(fc.record({ include: fc.subarray(Object.keys(words)) }), { maxLength: 2 }),
  })
  fc.assert(
    fc.property(fc.array(anyPayment, { minLength: 1, maxLength: 3 }), (payments) => {
      const { prices = [], revenue, doubts } = settlePrices(payments)
      counts.note({ 'has a doubt': doubts.length > 0, 'has prices': prices.length > 0 })
      if (doubts.length > 0) {
        assert.deepEqual([prices, revenue], [[], undefined])
        return
      }
      const rows = prices.map(({ countries = [], platforms: own = [], revenue: paid }) => ({
        ...{
          countries,
          platforms: own,
          payoutMicros: 0,
          payoutShareBasisPoints: null,
          revenueMicros: Number(paid),
        },
      }))
      assert.equal(findOverlap(rows), undefined)
      for (const place of places) {
        const meant = payments.find((one) => isFor(one, place))?.revenue
        const paid = rows.find((row) => covers(row, place))?.revenueMicros.toString() ?? revenue
        assert.equal(paid, meant, JSON.stringify([place, payments, prices]))
      }
    }),
    { numRuns: 500 },
  )
  counts.assertOften()
})

function isFor({ countries, isExclusion, platforms: rules }: FeedPayment, place: Whereabouts): boolean {
  const isNamed = countries.some((word) => codes[String(word)] === place.country)
  return (
    isNamed !== isExclusion &&
    rules.every(
      ({ include }) =>
        include.length === 0 || include.some((word) => words[String(word)]?.includes(place.platform)),
    )
  )
}
