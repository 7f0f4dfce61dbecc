import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readMicros } from './money.ts'
import { tellAmount, tellUsd } from './tell-amount.ts'

for (const [micros, amount, usd] of [
  [5_900_000_000, '5,900', '5,900.00 USD'],
  [8_400_000, '8.4', '8.40 USD'],
  [4_000, '0.004', '0.004 USD'],
  [-1_250_500_000, '−1,250.5', '−1,250.50 USD'],
  [0, '0', '0.00 USD'],
  [1_000_000_000_000, '1,000,000', '1,000,000.00 USD'],
  [999_000_000, '999', '999.00 USD'],
] as const) {
  test(`${micros} micros are told as ${amount} and as ${usd}`, () => {
    assert.deepEqual([tellAmount(micros), tellUsd(micros)], [amount, usd])
  })
}

test('an amount that is told is the amount, to the last micro', () => {
  let told = 0
  fc.assert(
    fc.property(fc.maxSafeInteger(), fc.nat(4), (micros, places) => {
      const text = tellAmount(micros, places).replaceAll(',', '').replace('−', '-')
      assert.equal(readMicros(text), micros)
      told += 1
    }),
  )
  assert.ok(told >= 100)
})
