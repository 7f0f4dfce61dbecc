import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { countCases } from '../../../../test/support/count-cases.ts'
import { pricedCountries, randomPrices } from '../../../../test/support/random-prices.ts'
import { sampleGoal, sampleOffer } from '../../../../test/support/sample-offer.ts'
import { platforms } from '../offers/offer.ts'
import { cutAt, cutPrices, findOverlap } from './cut-prices.ts'
import { covers, type Price } from './price.ts'
import { isPricedIn, offerIn } from './price-offer.ts'

const places = [...pricedCountries, 'BR', 'ZZ'].flatMap((country) =>
  platforms.map((platform) => ({ country, platform })),
)

const targets = { countries: fc.subarray([...pricedCountries, 'BR']), platforms: fc.subarray([...platforms]) }

const offers = fc
  .record({
    ...targets,
    prices: randomPrices,
    goals: fc.oneof(fc.constant<Price[][]>([]), fc.array(randomPrices, { minLength: 1, maxLength: 3 })),
    own: fc.constantFrom(0, 0, 5),
  })
  .map(({ goals, prices, own, ...target }) => ({
    ...sampleOffer,
    ...target,
    payoutMicros: own,
    revenueMicros: own,
    prices: goals.length === 0 ? prices : [],
    goals: goals.map((rows) => ({ ...sampleGoal, payoutMicros: own, revenueMicros: own, prices: rows })),
  }))

test('everybody whom an offer is for and who can earn is in one audience of it, and nobody else', () => {
  const counts = countCases({ 'has several audiences': 0.15, 'leaves somebody out': 0.2, 'has goals': 0.2 })
  fc.assert(
    fc.property(offers, (offer) => {
      const cuts = cutPrices(offer)
      const left = places.filter((place) => {
        const isFor = covers(offer, place) && isPricedIn(offer, place)
        const own = cuts.filter((cut) => covers(cut, place))
        assert.equal(own.length, isFor ? 1 : 0, JSON.stringify([place, cuts]))
        assert.equal(cutAt(cuts, place), isFor ? cuts.findIndex((cut) => covers(cut, place)) : undefined)
        return !isFor
      })
      counts.note({
        'has several audiences': cuts.length > 1,
        'leaves somebody out': left.length > 0,
        'has goals': offer.goals.length > 0,
      })
    }),
    { numRuns: 1_000 },
  )
  counts.assertOften()
})

test('an audience has one amount for the offer and one for each goal', () => {
  fc.assert(
    fc.property(offers, (offer) => {
      for (const cut of cutPrices(offer)) {
        const paid = places
          .filter((place) => covers(cut, place))
          .map((place) => {
            const { payoutMicros, revenueMicros, goals } = offerIn(offer, place)
            return JSON.stringify([payoutMicros, revenueMicros, goals.map((goal) => goal.payoutMicros)])
          })
        assert.ok(new Set(paid).size <= 1)
      }
    }),
    { numRuns: 500 },
  )
})

const row = (countries: string[], on: Price['platforms'] = []): Price => ({
  countries,
  platforms: on,
  payoutMicros: 1,
  payoutShareBasisPoints: null,
  revenueMicros: 2,
})

test('two prices that cover the same person are found, by their numbers', () => {
  assert.equal(findOverlap([row(['US']), row(['DE', 'AT']), row(['CH'], ['ios'])]), undefined)
  assert.equal(findOverlap([row(['US'], ['ios']), row(['US'], ['android'])]), undefined)
  assert.deepEqual(findOverlap([row(['US']), row(['FR']), row(['DE', 'US'], ['ios'])]), [1, 3])
  assert.deepEqual(findOverlap([row([], ['ios']), row(['DE'])]), [1, 2])
})

test('prices for single countries and the rest of the world tell as many audiences apart, and one more', () => {
  const own = { ...sampleOffer, prices: [row(['US']), row(['DE', 'AT'])] }
  assert.deepEqual(
    cutPrices(own).map(({ countries }) => countries.length),
    // 249 countries and the unknown one.
    [247, 2, 1],
  )
  const alone = { ...own, payoutMicros: 0, revenueMicros: 0 }
  assert.deepEqual(
    cutPrices(alone).map(({ countries }) => countries),
    [['AT', 'DE'], ['US']],
  )
})
