import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Price } from './price.ts'
import { priceRange } from './price-range.ts'
import { priceRows, rowsFor } from './price-rows.ts'

function price(countries: readonly string[], payoutMicros: number, revenueMicros = 10): Price {
  return { countries, platforms: [], payoutMicros, payoutShareBasisPoints: null, revenueMicros }
}

const nothing = { payoutMicros: 0, payoutShareBasisPoints: null, revenueMicros: 0 }
const open = { goal: 'open', name: 'Open it', ...price([], 2, 3), prices: [price(['DE'], 5)] }
const deposit = { goal: 'deposit', name: 'Deposit', ...nothing, prices: [price(['DE', 'CH'], 8)] }
const bank = { ...price([], 2, 3), prices: [], goals: [open, deposit], countries: [], platforms: [] }

test('rows are numbered through all goals, and the rest of the world is the last of its goal', () => {
  assert.deepEqual(
    priceRows(bank).map(({ number, goal, isRest, price: { countries } }) => [
      number,
      goal?.goal,
      isRest,
      countries,
    ]),
    [
      [1, 'open', false, ['DE']],
      [2, 'open', true, []],
      [3, 'deposit', false, ['DE', 'CH']],
    ],
  )
})

test('a person is paid by one row of each goal that they can earn', () => {
  const rows = priceRows(bank)
  const numbers = (country: string) => rowsFor(rows, { country, platform: 'ios' }).map(({ number }) => number)
  assert.deepEqual([numbers('DE'), numbers('CH'), numbers('FR')], [[1, 3], [2, 3], [2]])
})

test('an offer that pays nothing elsewhere pays nobody there', () => {
  const rows = priceRows({ ...bank, goals: [deposit] })
  assert.deepEqual(rowsFor(rows, { country: 'FR', platform: 'ios' }), [])
})

test('an offer without prices has one row, and no range', () => {
  const plain = { ...bank, goals: [] }
  assert.deepEqual(
    priceRows(plain).map(({ number, isRest }) => [number, isRest]),
    [[1, true]],
  )
  assert.equal(priceRange(plain), undefined)
})

test('the range goes over the sums of audiences, and not over rows', () => {
  assert.deepEqual(priceRange(bank), {
    payout: { minMicros: 2, maxMicros: 13 },
    revenue: { minMicros: 3, maxMicros: 20 },
  })
})
