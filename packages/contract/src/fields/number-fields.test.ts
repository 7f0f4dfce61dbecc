import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatMicros } from '@quoin/core/payout/money.ts'
import fc from 'fast-check'
import type { Reading } from './field.ts'
import { amountField, countField, integerField, offerIdList } from './number-fields.ts'

const limit = countField({ min: 1, max: 100, clamp: true, default: 20 })
const offset = countField({ min: 0, max: Number.MAX_SAFE_INTEGER, clamp: true, default: 0 })
const bounded = countField({ min: 1, max: 50 })

function outcomeOf<T>(reading: Reading<T>): T | string {
  return reading.ok ? reading.value : reading.rule
}

for (const [text, outcome] of [
  ['1', 1],
  ['20', 20],
  ['007', 7],
  ['100', 100],
  ['101', 100],
  ['5000', 100],
  ['99999999999999999999', 100],
  ['9'.repeat(400), 100],
  ['0', 'range'],
  ['-1', 'range'],
  ['-99999999999999999999', 'range'],
  // A validator's coercion would let these through.
  ...[
    '',
    '1e2',
    '0x10',
    ' 20 ',
    '%2020',
    '20.0',
    '1.5',
    '.5',
    '+20',
    '1_000',
    '1,000',
    '٣',
    '２０',
    'NaN',
    'null',
  ].map((text) => [text, 'integer'] as const),
] as const) {
  test(`limit: "${text.slice(0, 24)}" is ${outcome}`, () =>
    assert.equal(outcomeOf(limit.read(text)), outcome))
}

for (const [raw, outcome] of [
  [['1', '2'], 'single'],
  [20, 'type'],
  [null, 'type'],
  [true, 'type'],
  [{}, 'type'],
] as const) {
  test(`limit: ${JSON.stringify(raw)} is no text of a query (${outcome})`, () =>
    assert.equal(outcomeOf(limit.read(raw)), outcome))
}

for (const [text, outcome] of [
  ['0', 0],
  ['1000000000000', 1_000_000_000_000],
  ['99999999999999999999', Number.MAX_SAFE_INTEGER],
  ['-0', 'range'],
  ['-1', 'range'],
  ['0.5', 'integer'],
] as const) {
  test(`offset: an integer of 0 or more, however large; "${text}" is ${outcome}`, () =>
    assert.ok(Object.is(outcomeOf(offset.read(text)), outcome)))
}

test('a bound without clamping refuses what is beyond it', () => {
  assert.equal(outcomeOf(bounded.read('50')), 50)
  assert.equal(outcomeOf(bounded.read('51')), 'range')
})

for (const [raw, outcome] of [
  [60, 60],
  [86_400, 86_400],
  [59, 'range'],
  [86_401, 'range'],
  [60.5, 'integer'],
  ['60', 'integer'],
  [[60], 'integer'],
  [Number.POSITIVE_INFINITY, 'integer'],
  [null, 'integer'],
  [true, 'integer'],
] as const) {
  test(`a whole number of a JSON body is a number: ${JSON.stringify(raw)} is ${outcome}`, () =>
    assert.equal(outcomeOf(integerField({ min: 60, max: 86_400 }).read(raw)), outcome))
}

const amount = amountField({ minMicros: -5_000_000, maxMicros: 10_000_000_000 })

for (const [raw, outcome] of [
  ['1.25', 1_250_000],
  ['0.000001', 1],
  ['-5', -5_000_000],
  ['10000', 10_000_000_000],
  [1.25, 1_250_000],
  [0.3, 300_000],
  [1e-6, 1],
  ['10000.000001', 'range'],
  [-5.000001, 'range'],
  ['0.0000001', 'decimal'],
  [0.1 + 0.2, 'decimal'],
  ['1e2', 'decimal'],
  ['0x10', 'decimal'],
  ['', 'decimal'],
  [' 1', 'decimal'],
  ['1,5', 'decimal'],
  ['{payout}', 'decimal'],
  [Number.POSITIVE_INFINITY, 'decimal'],
  [true, 'decimal'],
  [null, 'decimal'],
  [['1', '2'], 'single'],
] as const) {
  test(`payout: an exact decimal with at most 6 decimals; ${JSON.stringify(raw)} is ${outcome}`, () =>
    assert.equal(outcomeOf(amount.read(raw)), outcome))
}

test('an amount is read exactly, as text and as a number', () => {
  fc.assert(
    fc.property(fc.integer({ min: -5_000_000, max: 10_000_000_000 }), (micros) => {
      const text = formatMicros(micros)
      assert.equal(outcomeOf(amount.read(text)), micros)
      assert.equal(outcomeOf(amount.read(Number(text))), micros)
    }),
  )
})

test('a list of offers is ids and commas, at most 100', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => index + 1)
  assert.deepEqual(outcomeOf(offerIdList.read('7')), [7])
  assert.deepEqual(outcomeOf(offerIdList.read(hundred.join())), hundred)
  assert.equal(outcomeOf(offerIdList.read([...hundred, 101].join())), 'range')
  for (const text of [
    '',
    ',',
    '1,',
    ',1',
    '1,,2',
    '1, 2',
    '-1',
    '1.5',
    'a',
    '1'.repeat(16),
    '1,'.repeat(5_000),
  ]) {
    assert.equal(outcomeOf(offerIdList.read(text)), 'format', text)
  }
  assert.equal(outcomeOf(offerIdList.read(['1', '2'])), 'single')
})
