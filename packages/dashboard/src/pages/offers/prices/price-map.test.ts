import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mapPrices } from './price-map.ts'

const nobody = {
  goal: null,
  goal_name: null,
  rest: false,
  countries: [],
  platforms: [],
  payout_share: null,
  foreign_revenue: null,
}
const rows = [
  {
    ...nobody,
    number: 1,
    countries: ['DE', 'AT'],
    platforms: ['android', 'ios'] as const,
    payout: '9',
    revenue: '13',
  },
  { ...nobody, number: 2, countries: ['CH'], payout: '12', revenue: '16' },
  { ...nobody, number: 3, rest: true, payout: '1.5', revenue: '2' },
].map((row) => ({ ...row, platforms: [...row.platforms] }))

const everybody = { countries: [], platforms: [] }
const told = (groups: ReturnType<typeof mapPrices>) =>
  groups.map(({ countries, cells }) => [
    countries.join(),
    ...cells.map(
      (cell) => `${cell.platforms.join()}: ${cell.payoutMicros / 1_000_000} by ${cell.rows.join()}`,
    ),
  ])

test('countries that are paid alike are one group, and platforms that are paid alike one cell', () => {
  assert.deepEqual(told(mapPrices(rows, everybody)), [
    ['DE,AT', 'desktop: 1.5 by 3', 'android,ios: 9 by 1'],
    ['CH', 'desktop,android,ios: 12 by 2'],
    ['', 'desktop,android,ios: 1.5 by 3'],
  ])
})

test('countries and platforms that the offer is not for are left out', () => {
  assert.deepEqual(told(mapPrices(rows, { countries: ['DE', 'CH'], platforms: ['ios'] })), [
    ['DE', 'ios: 9 by 1'],
    ['CH', 'ios: 12 by 2'],
  ])
})

test('a person whom no row covers has a cell without rows', () => {
  assert.deepEqual(told(mapPrices(rows.slice(0, 2), everybody))[2], ['', 'desktop,android,ios: 0 by '])
})
