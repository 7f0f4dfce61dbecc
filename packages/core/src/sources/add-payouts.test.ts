import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addPayouts } from './add-payouts.ts'

const rateOf = (currency: string) => (currency === 'EUR' ? 1_080_000_000 : undefined)
const rule = { basisPoints: 7_000, rateOf, currency: 'USD' }

test('each revenue gets the publisher’s part in USD, down to the cent, in prices and goals, too', () => {
  const row = {
    revenue: '2.50',
    prices: [{ countries: ['DE'], revenue: 1.29 }],
    goals: [{ goal: 'a', revenue: '4', prices: [{ countries: ['US'], revenue: '6.005' }] }],
  }
  assert.deepEqual(addPayouts(row, rule), {
    revenue: '2.50',
    payout: '1.75',
    prices: [{ countries: ['DE'], revenue: 1.29, payout: '0.9' }],
    goals: [
      {
        goal: 'a',
        revenue: '4',
        payout: '2.8',
        prices: [{ countries: ['US'], revenue: '6.005', payout: '4.2' }],
      },
    ],
  })
})

test('an amount in another currency is told by its rate, and one without a rate gets none', () => {
  assert.equal(addPayouts({ revenue: '10', currency: 'eur' }, rule)['payout'], '7.56')
  assert.equal(addPayouts({ revenue: '10' }, { ...rule, currency: 'EUR' })['payout'], '7.56')
  assert.equal('payout' in addPayouts({ revenue: '10', currency: 'SEK' }, rule), false)
})

test('less than a cent stays exact, nothing pays nothing, and what nobody can read gets no payout', () => {
  assert.equal(addPayouts({ revenue: '0.01' }, rule)['payout'], '0.007')
  assert.equal(addPayouts({ revenue: '0' }, rule)['payout'], '0')
  for (const revenue of ['', null, undefined, '12%', '1,50', 'variable', {}, 1e300, Number.NaN]) {
    assert.equal('payout' in addPayouts({ revenue }, rule), false, String(revenue))
  }
})

test('a payout or a share that a row has stays', () => {
  assert.equal(addPayouts({ revenue: '2', payout: '1' }, rule)['payout'], '1')
  assert.equal('payout' in addPayouts({ revenue: '2', payout_share: '50%' }, rule), false)
})
