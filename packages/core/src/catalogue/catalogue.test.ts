import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isBarredBy } from '../caps/bars.ts'
import { capMeasures } from '../caps/cap.ts'
import type { Offer } from '../offer.ts'
import type { Audience } from '../targeting/audience.ts'
import { filters } from '../targeting/filters/index.ts'
import { sortNames, sorts } from '../targeting/sort.ts'
import { CatalogueBuilder } from './build-catalogue.ts'
import { Catalogue } from './catalogue.ts'
import type { Selection } from './selection.ts'

function catalogueOf(offers: readonly Offer[]): Catalogue {
  const builder = new CatalogueBuilder((offer) => ({ head: `<${offer.id}`, tail: '>' }))
  for (const offer of offers) builder.add(offer)
  return new Catalogue(builder.finish())
}

const countries = ['DE', 'US', 'FR']
const bound = fc.option(fc.integer({ min: 0, max: 20 }), { nil: null })

const offers: fc.Arbitrary<Offer[]> = fc
  .array(
    fc.record({
      status: fc.constantFrom('active' as const, 'active' as const, 'paused' as const),
      countries: fc.subarray(countries),
      platforms: fc.subarray(['desktop', 'android', 'ios'] as const),
      categories: fc.subarray(['games', 'surveys', 'apps']),
      startsAtSec: bound,
      endsAtSec: bound,
      isTest: fc.boolean(),
      payoutMicros: fc.integer({ min: 0, max: 3 }),
      revenueMicros: fc.integer({ min: 0, max: 3 }),
      networkId: fc.integer({ min: 1, max: 3 }),
      createdAtSec: fc.integer({ min: 0, max: 3 }),
      name: fc.constantFrom('Puzzle Quest', 'Daily Survey', 'ÄPFEL pflücken'),
    }),
    { maxLength: 120, size: 'max' },
  )
  .map((rows) =>
    rows.map((row, index) => ({
      ...row,
      // Ids come in a different order than the offers do.
      id: ((index * 7_919) % 100_003) + 1,
      externalId: String(index),
      description: '',
      requirements: null,
      payoutShareBasisPoints: null,
      destinationUrl: 'https://offers.example/',
      fallbackUrl: null,
      imageUrl: null,
      dailyCap: null,
      totalCap: null,
      isRepeatable: false,
      goals: [],
      attributionWindowSec: 0,
      holdDays: 0,
    })),
  )

const audiences: fc.Arbitrary<Audience> = fc.record({
  country: fc.constantFrom(...countries, 'ZZ'),
  platform: fc.constantFrom('desktop' as const, 'android' as const, 'ios' as const),
  nowSec: fc.integer({ min: 0, max: 21 }),
  isTest: fc.boolean(),
})

const selections: fc.Arbitrary<Selection> = fc.record({
  sort: fc.constantFrom(...sortNames),
  limit: fc.integer({ min: 1, max: 100 }),
  offset: fc.integer({ min: 0, max: 130 }),
  category: fc.option(fc.constantFrom('games', 'surveys', 'apps', 'nothing'), { nil: undefined }),
  search: fc.option(fc.constantFrom('puzzle', 'ä', 'zzz'), { nil: undefined }),
  minPayoutMicros: fc.option(fc.integer({ min: 0, max: 4 }), { nil: undefined }),
  offerIds: fc.option(fc.array(fc.integer({ min: 1, max: 100_003 }), { maxLength: 5 }), { nil: undefined }),
  excludedIds: fc.uniqueArray(fc.nat(100_003), { maxLength: 5 }).map((ids) => new Set(ids)),
  bars: fc.array(
    fc.record({
      networkId: fc.option(fc.integer({ min: 1, max: 3 }), { nil: null }),
      offerId: fc.constant(null),
      measure: fc.constantFrom(...capMeasures),
      roomMicros: fc.integer({ min: 0, max: 4 }),
    }),
    { maxLength: 2 },
  ),
})

/** The same answer the long way round: every rule asked of every offer. */
function selectSlowly(all: readonly Offer[], audience: Audience, selection: Selection) {
  const { category, search, minPayoutMicros = 0, offerIds, excludedIds, bars } = selection
  const kept = all
    .filter((offer) => filters.every((filter) => filter.keeps(offer, audience)))
    .filter((offer) => category === undefined || offer.categories.includes(category))
    .filter((offer) => !search || offer.name.toLowerCase().includes(search))
    .filter((offer) => offer.payoutMicros >= minPayoutMicros)
    .filter((offer) => offerIds === undefined || offerIds.includes(offer.id))
    .filter((offer) => !excludedIds.has(offer.id))
    .filter((offer) => !bars.some((bar) => isBarredBy(bar, offer)))
    .sort(sorts[selection.sort])
  return {
    ids: kept.slice(selection.offset, selection.offset + selection.limit).map(({ id }) => id),
    total: kept.length,
  }
}

test('the catalogue lists exactly what the rules say, in the order asked for', () => {
  fc.assert(
    fc.property(
      offers,
      fc.array(fc.tuple(audiences, selections), { minLength: 1, maxLength: 8 }),
      (all, requests) => {
        const catalogue = catalogueOf(all)
        for (const [audience, selection] of requests) {
          // A request may exclude offers that exist.
          const excludedIds = new Set([...selection.excludedIds, ...all.slice(0, 3).map(({ id }) => id)])
          const { page, total } = catalogue.select(audience, { ...selection, excludedIds })
          const ids = page.map((index) => catalogue.offerAt(index).id)
          assert.deepEqual({ ids, total }, selectSlowly(all, audience, { ...selection, excludedIds }))
        }
      },
    ),
    { numRuns: 400 },
  )
})

test('pages never repeat or skip an offer, in any order (spec §4.1)', () => {
  fc.assert(
    fc.property(
      offers,
      audiences,
      fc.constantFrom(...sortNames),
      fc.integer({ min: 1, max: 9 }),
      (all, audience, sort, limit) => {
        const catalogue = catalogueOf(all)
        const rest = {
          sort,
          limit,
          category: undefined,
          search: undefined,
          minPayoutMicros: undefined,
          offerIds: undefined,
          excludedIds: new Set<number>(),
          bars: [],
        }
        const seen: number[] = []
        for (let offset = 0; ; offset += limit) {
          const { page, total } = catalogue.select(audience, { ...rest, offset })
          seen.push(...page)
          if (page.length === 0) {
            assert.equal(seen.length, total)
            break
          }
        }
        assert.equal(new Set(seen).size, seen.length)
      },
    ),
    { numRuns: 200 },
  )
})

test('an offer is found by its id, and an unknown id finds nothing', () => {
  fc.assert(
    fc.property(offers, (all) => {
      const catalogue = catalogueOf(all)
      for (const { description: _d, requirements: _r, imageUrl: _i, ...offer } of all) {
        assert.deepEqual(catalogue.findOffer(offer.id), offer)
      }
      assert.equal(catalogue.findOffer(200_000), undefined)
    }),
    { numRuns: 50 },
  )
})
