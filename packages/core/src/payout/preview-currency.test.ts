import assert from 'node:assert/strict'
import { test } from 'node:test'
import { previewCurrency } from './preview-currency.ts'

for (const [rule, terms, expected] of [
  [
    'whole coins, rounded down',
    { rateMicros: 1_000_000_000, decimals: 0, rounding: 'floor' },
    ['13.7 → 13', '50 → 50', '1000 → 1000', '2490 → 2490', '25000 → 25000'],
  ],
  [
    'euro cents, half up',
    { rateMicros: 920_000, decimals: 2, rounding: 'half_up' },
    ['0.012604 → 0.01', '0.046 → 0.05', '0.92 → 0.92', '2.2908 → 2.29', '23 → 23'],
  ],
  [
    'whole points, rounded up',
    { rateMicros: 1, decimals: 0, rounding: 'ceil' },
    ['0.0000000137 → 1', '0.00000005 → 1', '0.000001 → 1', '0.00000249 → 1', '0.000025 → 1'],
  ],
] as const) {
  test(`samples of a currency are exact and rounded as rewards are: ${rule}`, () => {
    const shown = previewCurrency(terms).map(({ exact, localMicros }) => `${exact} → ${localMicros / 1e6}`)
    assert.deepEqual(shown, expected)
  })
}

test('a rate beyond all reason shows what can be counted', () => {
  const samples = previewCurrency({ rateMicros: 1e15, decimals: 6, rounding: 'floor' })
  assert.deepEqual(
    samples.map(({ exact }) => exact),
    ['13700000', '50000000'],
  )
})
