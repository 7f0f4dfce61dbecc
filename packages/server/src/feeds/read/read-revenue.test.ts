import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPaid, readRevenue } from './read-revenue.ts'

for (const [value, amount, currency] of [
  ['2.00000', '2', undefined],
  [1.25, '1.25', undefined],
  [4, '4', undefined],
  ['$2.50', '2.5', undefined],
  ['US$ 3', '3', 'USD'],
  ['2.50 USD', '2.5', 'USD'],
  ['€4', '4', 'EUR'],
  ['1,234.50', '1234.5', undefined],
  ['1.234,50', '1234.5', undefined],
  ['0,75', '0.75', undefined],
  [' 3 ', '3', undefined],
] as const) {
  test(`${JSON.stringify(value)} is ${amount}`, () => {
    assert.deepEqual(readRevenue(value), { amount, ...(currency !== undefined && { currency }) })
  })
}

for (const value of [
  ...[
    '12%',
    '5 percent',
    'RevShare',
    'variable',
    'Varies',
    'Dynamic payout',
    '$1 - $3',
    '1-3',
    '1 to 3',
    '1…3x',
  ],
  ...[
    'up to $5',
    'from $2',
    '1,500',
    'free',
    '-1',
    -1,
    0,
    '0',
    '0.00',
    '$0',
    1e21,
    0.1 + 0.2,
    '1.2345678',
    'NaN',
  ],
  ...['2.50 points', '1/2', '$', '9'.repeat(50)],
]) {
  test(`${JSON.stringify(value).slice(0, 30)} is a doubt, and no amount is guessed`, () => {
    const reading = readRevenue(value)
    assert.ok(typeof reading === 'object' && 'doubt' in reading, JSON.stringify(reading))
  })
}

test('nothing said is no payout, and nothing paid is one only where it may stand', () => {
  for (const value of [undefined, null, '', ' ', {}, [], true]) assert.equal(readRevenue(value), 'none')
  assert.deepEqual(readPaid('0.00'), { amount: '0' })
  assert.deepEqual(readPaid(0), { amount: '0' })
})
