import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { countCases } from '../../../../test/support/count-cases.ts'
import { formatMicros, readMicros, readMicrosFromNumber } from './money.ts'

for (const [text, micros] of [
  ['0', 0],
  ['-0', 0],
  ['-0.000000', 0],
  ['0.3', 300_000],
  ['12', 12_000_000],
  ['-1.25', -1_250_000],
  ['0.000001', 1],
  ['007.50', 7_500_000],
  ['9007199254.740991', Number.MAX_SAFE_INTEGER],
  ['-9007199254.740991', Number.MIN_SAFE_INTEGER],
] as const) {
  test(`"${text}" is exactly ${micros} micros`, () => assert.ok(Object.is(readMicros(text), micros)))
}

for (const text of [
  ...[
    '',
    ' ',
    '1 ',
    ' 1',
    '1\n',
    '+1',
    '--1',
    '- 1',
    '.5',
    '5.',
    '.',
    '-',
    '-.5',
    '1.2.3',
    '1,5',
    '1,000',
    '1 000',
  ],
  ...[
    '1e3',
    '1E3',
    '0x10',
    '0b1',
    '1_000',
    'NaN',
    'Infinity',
    '-Infinity',
    '1.0000000',
    '0.1234567',
    '١٢',
    '１',
  ],
  ...[
    '9007199254.740992',
    '-9007199254.740992',
    '9'.repeat(33),
    '9'.repeat(400),
    '$1',
    '1$',
    '1%',
    '{payout}',
  ],
]) {
  test(`${JSON.stringify(text.slice(0, 40))} is no amount`, () => assert.equal(readMicros(text), undefined))
}

test('every safe amount survives being written and read', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (micros) => {
      assert.ok(Object.is(readMicros(formatMicros(micros)), micros === 0 ? 0 : micros))
    }),
  )
})

test('reading agrees with BigInt arithmetic on the digits', () => {
  const amount = fc.record({
    isNegative: fc.boolean(),
    whole: fc.bigInt({ min: 0n, max: 99_999_999_999n }),
    fraction: fc.stringMatching(/^[0-9]{0,6}$/),
  })
  const seen = countCases({ 'is an amount': 0.1, 'is too large': 0.1, 'has a fraction': 0.1 })
  fc.assert(
    fc.property(amount, ({ isNegative, whole, fraction }) => {
      const size = whole * 1_000_000n + BigInt(fraction.padEnd(6, '0'))
      const exact = isNegative ? -size : size
      const isSafe = size <= BigInt(Number.MAX_SAFE_INTEGER)
      const text = `${isNegative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
      assert.equal(readMicros(text), isSafe ? Number(exact) : undefined)
      seen.note({
        'is an amount': isSafe,
        'is too large': !isSafe,
        'has a fraction': isSafe && size % 1_000_000n !== 0n,
      })
    }),
  )
  seen.assertOften()
})

test('an amount is read as an integer or as nothing, whatever the text', () => {
  const text = fc.oneof(
    fc.string(),
    fc.stringMatching(/^[-+0-9.,eE ]{0,40}$/),
    fc.stringMatching(/^-?[0-9]{1,12}(\.[0-9]{1,7})?$/),
    fc.double().map(String),
  )
  const seen = countCases({ 'is an amount': 0.05, 'is none': 0.3 })
  fc.assert(
    fc.property(text, (any) => {
      const micros = readMicros(any)
      assert.ok(micros === undefined || Number.isSafeInteger(micros))
      seen.note({ 'is an amount': micros !== undefined, 'is none': micros === undefined })
    }),
    { numRuns: 500 },
  )
  seen.assertOften()
})

for (const [micros, text] of [
  [0, '0'],
  [-0, '0'],
  [300_000, '0.3'],
  [12_000_000, '12'],
  [100_000_000, '100'],
  [-1_250_000, '-1.25'],
  [1, '0.000001'],
  [-1, '-0.000001'],
  [10n, '0.00001'],
  [-123_456_789_012_345_678_901_234_567n, '-123456789012345678901.234567'],
] as const) {
  test(`${micros} micros are written ${text}`, () => assert.equal(formatMicros(micros), text))
}

test('an amount is never shortened by force: too many decimals is an error', () => {
  assert.equal(formatMicros(1_250_000, 2), '1.25')
  assert.equal(formatMicros(5_000_000, 0), '5')
  assert.throws(() => formatMicros(1_255_000, 2), RangeError)
})

test('a float is no amount of micros', () => {
  for (const micros of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
    assert.throws(() => formatMicros(micros), RangeError)
  }
})

test('a JSON number is read by its shortest text, and float noise is refused', () => {
  assert.equal(readMicrosFromNumber(0.3), 300_000)
  assert.equal(readMicrosFromNumber(1.005), 1_005_000)
  assert.equal(readMicrosFromNumber(-0), 0)
  assert.equal(readMicrosFromNumber(1e-6), 1)
  for (const value of [0.1 + 0.2, 1e-7, 1e21, Number.NaN, Number.POSITIVE_INFINITY, 0.1234567]) {
    assert.equal(readMicrosFromNumber(value), undefined)
  }
})

test('every number with at most six decimals and fifteen digits is read exactly', () => {
  fc.assert(
    fc.property(fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 }), (micros) => {
      assert.equal(readMicrosFromNumber(Number(formatMicros(micros))), micros === 0 ? 0 : micros)
    }),
  )
})
