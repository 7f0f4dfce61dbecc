import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedPrice, changedRest, readChange } from './changed-prices.ts'
import { overlapsIn, tellOverlap, yieldingCountries } from './overlaps.ts'
import { newPrice, priceDraftOf, sentPrice } from './price-rows.ts'

const stored = { countries: ['DE', 'AT'], platforms: ['ios' as const] }
const inUsd = { revenue: '13.5', foreign_revenue: null }
const fixed = { ...stored, ...inUsd, payout: '9.45', payout_share: null }
const shared = { ...stored, ...inUsd, payout: '9.45', payout_share: '70' }

test('a price that is only looked at is sent as it is stored', () => {
  assert.deepEqual(sentPrice(priceDraftOf(fixed)), {
    ...stored,
    payout: '9.45',
    payoutShare: null,
    revenue: '13.5',
  })
  assert.deepEqual(sentPrice(priceDraftOf(shared)), {
    ...stored,
    payout: null,
    payoutShare: '70',
    revenue: '13.5',
  })
  const foreign = sentPrice(priceDraftOf({ ...fixed, foreign_revenue: '12' }))
  assert.equal(foreign.revenue, '12')
  const odd = sentPrice(priceDraftOf({ ...shared, payout: '1' }))
  assert.deepEqual([odd.payout, odd.payoutShare], ['1', '70'])
})

for (const [kind, text, earns, revenue, becomes] of [
  ['percent', '10', '9.45', '13.5', ['10.395', '14.85']],
  ['percent', '-50 %', '0.000001', '0.000003', ['0', '0.000001']],
  ['percent', '10', '70 %', '13.5', ['70 %', '14.85']],
  ['margin', '30', '1', '0.333333', ['0.233333', '0.333333']],
  ['margin', '27.5', '70 %', '13.5', ['72.5 %', '13.5']],
] as const) {
  test(`${kind} of ${text}: ${earns} of ${revenue} becomes ${becomes.join(' of ')}`, () => {
    const change = readChange(kind, text)
    assert.ok(change)
    const { earns: after, revenue: paid } = changedPrice({ ...newPrice(), earns, revenue }, change)
    assert.deepEqual([after, paid], becomes)
  })
}

test('the rest of the world keeps its kind of payout through a change', () => {
  const change = readChange('margin', '40')
  assert.ok(change)
  assert.deepEqual(changedRest({ payout: '1', payoutShare: '', revenue: '2' }, change), {
    payout: '1.2',
    payoutShare: '',
    revenue: '2',
  })
  assert.deepEqual(changedRest({ payout: '1.4', payoutShare: '70', revenue: '2' }, change), {
    payout: '1.2',
    payoutShare: '60',
    revenue: '2',
  })
})

test('a change that nobody can mean is not read', () => {
  const read = [
    readChange('margin', '101'),
    readChange('percent', '-101'),
    readChange('percent', 'ten'),
    readChange('percent', '0.001'),
  ]
  assert.deepEqual(read, [undefined, undefined, undefined, undefined])
})

test('an overlap names both rows and a person whom both would pay', () => {
  const german = { ...newPrice(), countries: ['DE', 'AT'], platforms: ['android', 'ios'] }
  const swiss = { ...newPrice(), countries: ['CH'] }
  const east = { ...newPrice(), countries: ['AT', 'HU'], platforms: ['ios'] }
  const prices = [german, swiss, east, newPrice()]
  const [overlap, second] = overlapsIn(prices)
  assert.ok(overlap)
  assert.equal(second, undefined)
  assert.equal(
    tellOverlap(overlap, { prices, first: 4 }),
    'Rows 4 and 6 would both pay a person in Austria on iOS. Row 4 is Germany, Austria on Android and iOS; ' +
      'row 6 is Austria, Hungary on iOS. One person has one price.',
  )
  assert.deepEqual(yieldingCountries(overlap, east), ['AT'])
  assert.deepEqual(yieldingCountries(overlap, { ...east, countries: ['AT'] }), [])
})
