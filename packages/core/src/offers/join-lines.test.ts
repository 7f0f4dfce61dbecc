import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { countCases } from '../../../../test/support/count-cases.ts'
import type { Price } from '../prices/price.ts'
import { conditionsOf, externalIdOf, joinLines, type NumberedRow } from './join-lines.ts'
import { platforms } from './offer.ts'
import { readOfferRow } from './offer-row.ts'
import { priceFields } from './price-fields.ts'
import { columnsOf } from './row/field.ts'

const row = {
  external_id: '1',
  name: 'Farm',
  destination_url: 'https://x.example/?c={click_id}',
  daily_cap: '50',
}

/** As a file has them, from line 2. */
function linesOf(...rows: readonly Readonly<Record<string, unknown>>[]): [NumberedRow, ...NumberedRow[]] {
  const [first, ...others] = rows.map((one, at) => ({ line: at + 2, row: { ...row, ...one } }))
  assert.ok(first)
  return [first, ...others]
}

test('each line is a price, and that without conditions is the rest of the world', () => {
  const { row: joined, problems } = joinLines(
    linesOf(
      { countries: 'US|CA', platforms: 'ios', payout: '2.5', revenue: '4' },
      { payout: '0.5', revenue: '1' },
      { countries: 'DE', payout_share: '65%', revenue: '3' },
    ),
  )
  assert.deepEqual(problems, [])
  const reading = readOfferRow(joined)
  assert.ok(reading.ok)
  const { countries, payoutMicros, revenueMicros, dailyCap, prices } = reading.offer
  assert.deepEqual([countries, payoutMicros, revenueMicros, dailyCap], [[], 500_000, 1_000_000, 50])
  assert.deepEqual(
    prices.map((price) => [price.countries, price.platforms, price.payoutShareBasisPoints]),
    [
      [['CA', 'US'], ['ios'], null],
      [['DE'], [], 6500],
    ],
  )
})

test('lines without one for the rest of the world are an offer that is not shown elsewhere', () => {
  const { row: joined } = joinLines(
    linesOf({ countries: 'US', payout: '2', revenue: '4' }, { countries: 'DE', payout: '1', revenue: '3' }),
  )
  const reading = readOfferRow(joined)
  assert.deepEqual(reading.ok && [reading.offer.payoutMicros, reading.offer.revenueMicros], [0, 0])
})

for (const [title, second, field, message, cause] of [
  [
    'another name is a difference that names both lines',
    { name: 'Farms' },
    'name',
    'differs between lines 2 and 3 of the offer: "Farm" and "Farms"',
    'differing',
  ],
  [
    'a cap that only one line has is a difference',
    { daily_cap: '' },
    'daily_cap',
    'differs between lines 2 and 3 of the offer: "50" and nothing',
    'differing',
  ],
  ['a line without an amount is told as such', { revenue: '' }, 'revenue', 'is required', 'missing'],
  [
    'prices of its own do not stand beside lines that are prices',
    { payout_FR: '1', revenue_FR: '2' },
    'prices',
    'stand in columns, and the lines of this offer are prices, too: use one of the two',
    undefined,
  ],
] as const) {
  test(title, () => {
    const { problems } = joinLines(
      linesOf(
        { countries: 'US', payout: '2', revenue: '4' },
        { countries: 'DE', payout: '1', revenue: '3', ...second },
      ),
    )
    assert.deepEqual(problems, [{ line: 3, field, message, ...(cause && { cause }) }])
  })
}

test('cells that mean the same are no difference, however they are written', () => {
  const given = { countries: 'US', payout: '2', revenue: '4', repeatable: 'yes', categories: 'games|apps' }
  const { problems } = joinLines(
    linesOf(given, {
      ...given,
      countries: 'DE',
      repeatable: true,
      categories: ['games', 'apps'],
      daily_cap: 50,
    }),
  )
  assert.deepEqual(problems, [])
})

test('the same people are known in any spelling, and unreadable conditions are nobody’s', () => {
  assert.equal(
    conditionsOf({ countries: 'us, CA', platforms: 'mobile' }),
    conditionsOf({ countries: ['CA', 'US'], platforms: ['ios', 'android'] }),
  )
  assert.equal(conditionsOf({}), conditionsOf({ countries: '*', platforms: 'desktop|android|ios' }))
  assert.equal(conditionsOf({ countries: 'ATLANTIS' }), undefined)
  assert.deepEqual(
    [externalIdOf({ external_id: 7 }), externalIdOf({ external_id: ' 7 ' }), externalIdOf({})],
    ['7', '7', undefined],
  )
})

const amounts = fc
  .tuple(
    fc.integer({ min: 1, max: 9_999 }),
    fc.integer({ min: 1, max: 9_999 }),
    fc.option(fc.integer({ max: 10_000, min: 1 })),
  )
  .map(([one, other, payoutShareBasisPoints]) => ({
    payoutMicros: Math.min(one, other) * 10_000,
    revenueMicros: Math.max(one, other) * 10_000,
    payoutShareBasisPoints,
  }))
const countries = ['US', 'CA', 'DE', 'AT', 'ID', 'NO'] as const

/** Prices of which no two are for the same person, and perhaps one for the rest of the world. */
const prices = fc
  .record({
    groupOf: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 6, maxLength: 6 }),
    byPlatform: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
    amounts: fc.array(amounts, { minLength: 13, maxLength: 13 }),
    hasRest: fc.boolean(),
  })
  .map(({ groupOf, byPlatform, amounts: drawn, hasRest }) => {
    const groups = [0, 1, 2, 3].map((group) => countries.filter((_one, at) => groupOf[at] === group))
    const conditions = groups.flatMap((named, group) => {
      if (named.length === 0) return []
      return byPlatform[group]
        ? platforms.map((platform) => ({ countries: named, platforms: [platform] }))
        : [{ countries: named, platforms: [] }]
    })
    const all = hasRest ? [...conditions, { countries: [], platforms: [] }] : conditions
    return all.flatMap((one, at): Price[] => {
      const own = drawn[at]
      return own === undefined ? [] : [{ ...one, ...own }]
    })
  })

test('prices written as lines in any order are read as the same prices', () => {
  const seen = countCases({ 'is shown elsewhere': 0.3, 'has several lines': 0.5 })
  const shuffled = prices.chain((given) =>
    fc.tuple(fc.constant(given), fc.shuffledSubarray(given, { minLength: given.length })),
  )
  fc.assert(
    fc.property(shuffled, ([given, drawn]) => {
      const { row: joined, problems } = joinLines(linesOf(...drawn.map(lineOf)))
      assert.deepEqual(problems, [])
      const reading = readOfferRow(joined)
      assert.ok(reading.ok, JSON.stringify(reading))
      const { payoutMicros, payoutShareBasisPoints, revenueMicros } = reading.offer
      const rest = { countries: [], platforms: [], payoutMicros, payoutShareBasisPoints, revenueMicros }
      const isShown = given.some((one) => one.countries.length === 0)
      const read = isShown ? [...reading.offer.prices, rest] : reading.offer.prices
      assert.deepEqual(read.map(tell).toSorted(), given.map(tell).toSorted())
      seen.note({ 'is shown elsewhere': isShown, 'has several lines': given.length > 2 })
    }),
    { numRuns: 300 },
  )
  seen.assertOften()
})

function lineOf(price: Price): Readonly<Record<string, unknown>> {
  const { countries: named, platforms: on } = price
  const cells = columnsOf(priceFields).map((column) => [column, priceFields[column].write(price)] as const)
  return { ...Object.fromEntries(cells), countries: named.join('|'), platforms: on.join('|') }
}

/** One text for each price, whatever the order of its countries. */
function tell({ countries: named, platforms: on, ...own }: Price): string {
  const { payoutMicros, payoutShareBasisPoints, revenueMicros } = own
  return [named.toSorted().join(), on.join(), payoutMicros, payoutShareBasisPoints, revenueMicros].join(' ')
}
