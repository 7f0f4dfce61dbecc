import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mendPrices } from './mend-prices.ts'
import { certainKinds, noRepairs } from './repairs.ts'

test('words for countries and platforms in prices, and in those of goals, are mended where that is accepted', () => {
  const prices = [{ countries: ['UK', 'United States'], platforms: ['smartphone'], revenue: '1' }]
  const mended = [{ countries: 'GB|US', platforms: 'android|ios', revenue: '1' }]
  const row = { name: 'Farm', prices, goals: [{ goal: 'a', prices }] }
  const repairs = { ...noRepairs, kinds: certainKinds }
  assert.deepEqual(mendPrices(row, repairs), {
    name: 'Farm',
    prices: mended,
    goals: [{ goal: 'a', prices: mended }],
  })
  assert.deepEqual(mendPrices(row, noRepairs), row)
})

test('a word that nobody knows stays, unless it was answered', () => {
  const row = { prices: [{ countries: ['Atlantis'], revenue: '1' }, null, 'x'] }
  const repairs = { ...noRepairs, kinds: certainKinds }
  assert.deepEqual(mendPrices(row, repairs), row)
  const answered = mendPrices(row, { ...repairs, countries: { atlantis: ['PT'] } })
  assert.deepEqual(answered['prices'], [{ countries: 'PT', revenue: '1' }, null, 'x'])
})
