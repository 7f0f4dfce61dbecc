import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { countCases } from '../../../../test/support/count-cases.ts'
import { costs } from '../offers/cost.ts'
import { noFilters } from './query-filters.ts'
import { pricedCountries as countries, randomPrices } from '../../../../test/support/random-prices.ts'
import { sampleGoal, sampleOffer } from '../../../../test/support/sample-offer.ts'
import { isBarredBy } from '../caps/bars.ts'
import { capMeasures } from '../caps/cap.ts'
import type { Offer } from '../offers/offer-fields.ts'
import type { Price } from '../prices/price.ts'
import type { Audience } from '../targeting/audience.ts'
import { targetingFilters } from '../targeting/filters/index.ts'
import { defaultSort, presortedNames, sortNames, sorts } from '../targeting/sort.ts'
import { foldText } from './fold-text.ts'
import { CatalogueBuilder } from './build-catalogue.ts'
import { Catalogue } from './catalogue.ts'
import type { Selection } from './selection.ts'

function catalogueOf(offers: readonly Offer[]): Catalogue {
  const builder = new CatalogueBuilder((offer) => ({ head: `<${offer.id}`, tail: '>' }))
  for (const offer of offers) builder.add(offer)
  return new Catalogue(builder.finish())
}

const bound = fc.option(fc.integer({ min: 0, max: 20 }), { nil: null, freq: 1 })

const offers: fc.Arbitrary<Offer[]> = fc
  .array(
    fc.record({
      status: fc.constantFrom('active' as const, 'active' as const, 'paused' as const),
      countries: fc.subarray([...countries]),
      platforms: fc.subarray(['desktop', 'android', 'ios'] as const),
      categories: fc.subarray(['games', 'surveys', 'apps']),
      startsAtSec: bound,
      endsAtSec: bound,
      isTest: fc.boolean(),
      payoutMicros: fc.integer({ min: 0, max: 3 }),
      revenueMicros: fc.integer({ min: 0, max: 3 }),
      networkId: fc.integer({ min: 1, max: 3 }),
      createdAtSec: fc.integer({ min: 0, max: 3 }),
      cost: fc.constantFrom(null, ...costs),
      minutes: fc.constantFrom(null, 1, 10, 11),
      name: fc.constantFrom('Puzzle Quest', 'Daily Survey', 'ÄPFEL pflücken'),
      prices: randomPrices,
      goals: fc.oneof(
        { weight: 3, arbitrary: fc.constant<[number, Price[]][]>([]) },
        { weight: 1, arbitrary: fc.array(fc.tuple(fc.nat(2), randomPrices), { minLength: 1, maxLength: 2 }) },
      ),
    }),
    { maxLength: 120, size: 'max' },
  )
  .map((rows) =>
    rows.map(({ goals, prices, ...row }, index) => ({
      ...sampleOffer,
      ...row,
      prices: goals.length === 0 ? prices : [],
      goals: goals.map(([payoutMicros, own], at) => ({
        ...sampleGoal,
        goal: `g${at}`,
        payoutMicros,
        revenueMicros: payoutMicros,
        prices: own,
      })),
      // Ids come in a different order than the offers do.
      id: ((index * 7_919) % 100_003) + 1,
      externalId: String(index),
    })),
  )

const plain: Omit<Selection, 'sort' | 'limit' | 'offset' | 'category'> = {
  ...noFilters,
  excludedIds: new Set<number>(),
  bars: [],
}

const audiences: fc.Arbitrary<Audience> = fc.record({
  country: fc.constantFrom(...countries, 'ZZ'),
  platform: fc.constantFrom('desktop' as const, 'android' as const, 'ios' as const),
  nowSec: fc.integer({ min: 0, max: 21 }),
  isTest: fc.boolean(),
})

/** Present in one case of `n`, so that most selections use few targetingFilters, as most requests do. */
function rarely<T>(n: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.oneof({ weight: n - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })
}

const page = {
  sort: fc.constantFrom(...sortNames),
  limit: fc.integer({ min: 1, max: 100 }),
  offset: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(40) }),
}

const plainSelections: fc.Arbitrary<Selection> = fc
  .record({ ...page, category: rarely(4, fc.constantFrom('games', 'surveys')) })
  .map((asked) => ({ ...plain, ...asked }))

const filteredSelections: fc.Arbitrary<Selection> = fc.record({
  ...page,
  category: rarely(4, fc.constantFrom('games', 'surveys', 'apps', 'nothing')),
  search: rarely(
    3,
    fc.constantFrom('puzzle', 'ä', 'zzz', { text: 'puzzle', categories: ['surveys', 'nothing'] }),
  ),
  minPayoutMicros: rarely(3, fc.integer({ min: 0, max: 4 })),
  // Ids that there are: the nth offer has the id (n × 7,919 mod 100,003) + 1.
  offerIds: rarely(
    4,
    fc.array(
      fc.nat(120).map((index) => ((index * 7_919) % 100_003) + 1),
      { maxLength: 40 },
    ),
  ),
  cost: rarely(4, fc.constantFrom(...costs)),
  maxMinutes: rarely(4, fc.integer({ min: 1, max: 12 })),
  excludedIds: fc.uniqueArray(fc.nat(100_003), { maxLength: 5 }).map((ids) => new Set(ids)),
  bars: fc.array(
    fc.record({
      networkId: fc.option(fc.integer({ min: 1, max: 3 }), { nil: null }),
      offerId: fc.constant(null),
      measure: fc.constantFrom(...capMeasures),
      remainingMicros: fc.integer({ min: 0, max: 4 }),
    }),
    { maxLength: 2 },
  ),
})

const selections = fc.oneof(
  { weight: 3, arbitrary: plainSelections },
  { weight: 1, arbitrary: filteredSelections },
)

function isFound({ name, categories }: Offer, search: Selection['search']): boolean {
  if (!search) return true
  const { text, categories: wanted } = typeof search === 'string' ? { text: search, categories: [] } : search
  return foldText(name).includes(foldText(text)) || wanted.some((slug) => categories.includes(slug))
}

/** The offer as somebody is paid for it, by a walk over its prices; undefined where there is nothing to earn. */
function paidTo(
  offer: Offer,
  { country, platform }: Pick<Audience, 'country' | 'platform'>,
): Offer | undefined {
  const isFor = (price: Price): boolean =>
    (price.countries.length === 0 || price.countries.includes(country)) &&
    (price.platforms.length === 0 || price.platforms.includes(platform))
  const lists = offer.goals.length === 0 ? [offer] : offer.goals
  if (lists.every(({ prices }) => prices.length === 0)) return offer
  const paid = lists.map((one) => one.prices.find(isFor) ?? one)
  const sum = (member: 'payoutMicros' | 'revenueMicros') => paid.reduce((all, one) => all + one[member], 0)
  const [payoutMicros, revenueMicros] = [sum('payoutMicros'), sum('revenueMicros')]
  return payoutMicros + revenueMicros === 0 ? undefined : { ...offer, payoutMicros, revenueMicros }
}

/** The same answer the long way round: every rule asked of every offer. */
function selectSlowly(all: readonly Offer[], audience: Audience, selection: Selection) {
  const { category, search, minPayoutMicros = 0, offerIds, cost, maxMinutes, excludedIds, bars } = selection
  const kept = all
    .filter((offer) => targetingFilters.every((filter) => filter.keeps(offer, audience)))
    .flatMap((offer) => paidTo(offer, audience) ?? [])
    .filter((offer) => category === undefined || offer.categories.includes(category))
    .filter((offer) => isFound(offer, search))
    .filter((offer) => offer.payoutMicros >= minPayoutMicros)
    .filter((offer) => offerIds === undefined || offerIds.includes(offer.id))
    .filter((offer) => cost === undefined || offer.cost === cost)
    .filter(({ minutes }) => maxMinutes === undefined || (minutes !== null && minutes <= maxMinutes))
    .filter((offer) => !excludedIds.has(offer.id))
    .filter((offer) => !bars.some((bar) => isBarredBy(bar, offer)))
    // Without a ranking, what pays most is recommended.
    .sort(sorts[selection.sort === 'recommended' ? defaultSort : selection.sort])
  return {
    ids: kept.slice(selection.offset, selection.offset + selection.limit).map(({ id }) => id),
    total: kept.length,
  }
}

const requestLists = fc.array(
  fc.record({ audience: audiences, selection: selections, excludesKnown: fc.integer({ max: 4, min: 0 }) }),
  { minLength: 1, maxLength: 8, size: 'max' },
)

test('the catalogue lists exactly what the rules say, in the order asked for', () => {
  const seen = { all: 0, plain: 0, filled: 0, paged: 0, priced: 0 }
  fc.assert(
    fc.property(offers, requestLists, (all, requests) => {
      const catalogue = catalogueOf(all)
      for (const { audience, selection: asked, excludesKnown } of requests) {
        // A request may exclude offers that exist.
        const known = excludesKnown === 4 ? all.slice(0, 3).map(({ id }) => id) : []
        const selection = { ...asked, excludedIds: new Set([...asked.excludedIds, ...known]) }
        const { page, total } = catalogue.select(audience, selection)
        const ids = page.map((index) => catalogue.offerAt(index).id)
        assert.deepEqual({ ids, total }, selectSlowly(all, audience, selection))
        for (const index of page) seen.priced += checkPaid(catalogue, { index, all, audience })
        seen.all += 1
        if (isPlain(selection)) seen.plain += 1
        if (ids.length > 0) seen.filled += 1
        if (ids.length < total) seen.paged += 1
      }
    }),
    { numRuns: 400 },
  )
  assert.ok(seen.priced >= seen.all / 2, `${seen.priced} listings had one of several prices`)
  assert.ok(seen.plain >= seen.all / 2, `${seen.plain} of ${seen.all} selections were plain`)
  assert.ok(seen.filled >= seen.all / 2, `${seen.filled} of ${seen.all} selections had results`)
  assert.ok(seen.paged >= seen.all / 20, `${seen.paged} of ${seen.all} selections had more than their page`)
})

/** Holds a listing against the walk over prices; 1 where its offer has several. */
function checkPaid(
  catalogue: Catalogue,
  { index, all, audience }: { index: number; all: readonly Offer[]; audience: Audience },
): number {
  const listed = catalogue.offerAt(index)
  const offer = all.find(({ id }) => id === listed.id)
  const paid = offer && paidTo(offer, audience)
  assert.deepEqual(
    [listed.payoutMicros, listed.revenueMicros, catalogue.data.payoutMicros[index]],
    [paid?.payoutMicros, paid?.revenueMicros, paid?.payoutMicros],
  )
  assert.equal(catalogue.findIndex(listed.id, audience), index)
  return catalogue.listIndexes(listed.id).length > 1 ? 1 : 0
}

const places = [...countries, 'ZZ'].flatMap((country) =>
  (['desktop', 'android', 'ios'] as const).map((platform) => ({ country, platform })),
)

test('a catalogue for nobody in particular has each offer once, at the most that it pays anybody', () => {
  const counts = countCases({ 'has offers of several prices': 0.5 })
  fc.assert(
    fc.property(offers, audiences, fc.constantFrom(...presortedNames), (all, audience, sort) => {
      const catalogue = catalogueOf(all)
      const anyOf = ['country', 'platform'] as const
      const selection = { ...plain, sort, category: undefined, limit: 200, offset: 0, anyOf }
      const { page, total } = catalogue.select(audience, selection)
      const listed = page.map((index) => catalogue.offerAt(index))
      const wanted = all.flatMap((offer) => {
        const forAnybody = places.filter((place) =>
          targetingFilters.every((filter) => filter.keeps(offer, { ...audience, ...place })),
        )
        const payouts = forAnybody.flatMap((place) => paidTo(offer, place)?.payoutMicros ?? [])
        return payouts.length === 0 ? [] : [[offer.id, Math.max(...payouts)] as const]
      })
      assert.equal(total, listed.length)
      assert.deepEqual(
        listed.map(({ id, payoutMicros }) => [id, payoutMicros]).sort(byId),
        wanted.map((one) => [...one]).sort(byId),
      )
      const several = page.filter((index) => catalogue.listIndexes(catalogue.data.ids[index] ?? 0).length > 1)
      counts.note({ 'has offers of several prices': several.length > 0 })
    }),
    { numRuns: 200 },
  )
  counts.assertOften()
})

function byId([one = 0]: readonly number[], [other = 0]: readonly number[]): number {
  return one - other
}

test('a list narrowed to a second audience has what both may have, at the price of the first', () => {
  const counts = countCases({ 'has offers of several prices': 0.3 })
  fc.assert(
    fc.property(offers, audiences, fc.constantFrom(...places), (all, audience, alsoFor) => {
      const catalogue = catalogueOf(all)
      const selection = { ...plain, sort: defaultSort, category: undefined, limit: 200, offset: 0 }
      const { page } = catalogue.select(audience, { ...selection, alsoFor })
      const mine = selectSlowly(all, audience, selection).ids
      const theirs = new Set(selectSlowly(all, { ...audience, ...alsoFor }, selection).ids)
      const ids = page.map((index) => catalogue.data.ids[index] ?? 0)
      assert.deepEqual(
        ids,
        mine.filter((id) => theirs.has(id)),
      )
      const priced = page.map((index) => checkPaid(catalogue, { index, all, audience }))
      counts.note({ 'has offers of several prices': priced.includes(1) })
    }),
    { numRuns: 200 },
  )
  counts.assertOften()
})

function isPlain({ search, minPayoutMicros, offerIds, excludedIds, bars }: Selection): boolean {
  const isUnfiltered = search === undefined && minPayoutMicros === undefined && offerIds === undefined
  return isUnfiltered && excludedIds.size === 0 && bars.length === 0
}

test('a page that is remembered is that of its own audience, sort and category', () => {
  const [sample] = fc.sample(
    offers.filter((all) => all.length > 60),
    { numRuns: 1, seed: 7 },
  )
  const all = (sample ?? []).map((offer, index) => ({
    ...offer,
    platforms: [(['desktop', 'android', 'ios'] as const)[index % 3] ?? 'ios'],
    countries: [countries[index % 2] ?? 'DE'],
    status: 'active' as const,
    startsAtSec: null,
    endsAtSec: null,
  }))
  const catalogue = catalogueOf(all)
  const page = { ...plain, limit: 20, offset: 0 }
  let pages = 0
  for (let round = 0; round < 2; round += 1) {
    for (const sort of presortedNames) {
      for (const country of ['DE', 'US']) {
        for (const platform of ['desktop', 'android', 'ios'] as const) {
          for (const [isTest, category] of [
            [false, undefined],
            [true, undefined],
            [false, 'games'],
          ] as const) {
            const audience = { country, platform, isTest, nowSec: 10 }
            const selection = { ...page, sort, category }
            const selected = catalogue.select(audience, selection)
            const ids = selected.page.map((index) => catalogue.offerAt(index).id)
            assert.deepEqual({ ids, total: selected.total }, selectSlowly(all, audience, selection))
            if (ids.length > 0) pages += 1
          }
        }
      }
    }
  }
  assert.ok(pages > 80, `${pages} pages had offers`)
})

test('pages never repeat or skip an offer, in any order', () => {
  const counts = countCases({ 'has several pages': 0.3, 'has no offers': 0.005 })
  fc.assert(
    fc.property(
      offers,
      audiences,
      fc.constantFrom(...sortNames),
      fc.integer({ min: 1, max: 9 }),
      fc.nat(),
      (all, audience, sort, limit, turn) => {
        const catalogue = catalogueOf(all)
        const rest = {
          sort,
          limit,
          category: undefined,
          ...plain,
          ranked: turnedOrder(catalogue.size, turn),
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
        counts.note({ 'has several pages': seen.length > limit, 'has no offers': seen.length === 0 })
      },
    ),
    { numRuns: 200 },
  )
  counts.assertOften()
})

/** Some order of all indexes. */
function turnedOrder(size: number, turn: number): Uint32Array {
  const keyOf = (index: number): number => ((index + turn) * 7_919) % 10_007
  return Uint32Array.from({ length: size }, (_, index) => index).sort((a, b) => keyOf(a) - keyOf(b) || a - b)
}

test('an offer is found by its id, and an unknown id finds nothing', () => {
  const seen = countCases({ 'has many offers': 0.3 })
  fc.assert(
    fc.property(offers, (all) => {
      seen.note({ 'has many offers': all.length > 20 })
      const catalogue = catalogueOf(all)
      for (const { description: _d, requirements: _r, imageUrl: _i, currency: _c, ...offer } of all) {
        assert.deepEqual(catalogue.findOffer(offer.id), offer)
      }
      assert.equal(catalogue.findOffer(200_000), undefined)
    }),
    { numRuns: 50 },
  )
  seen.assertOften()
})
