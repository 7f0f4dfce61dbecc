import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { countCases } from '../../../../../test/support/count-cases.ts'
import { formatMicros, readMicros } from '../../payout/money.ts'
import { type DecimalMark, readMoneyWord } from './money-words.ts'

for (const [text, amount, currency] of [
  ['1.50', '1.50', null],
  ['1,50', '1.50', null],
  ['$3.00', '3.00', 'USD'],
  ['USD 4', '4', 'USD'],
  ['4 usd', '4', 'USD'],
  ['US$ 1,50', '1.50', 'USD'],
  ['$3.00 CAD', '3.00', 'CAD'],
  ['€2,10', '2.10', 'EUR'],
  ['2,10 zł', '2.10', 'PLN'],
  ['1.234,56', '1234.56', null],
  ['1,234.56', '1234.56', null],
  ['1 234,5', '1234.5', null],
  ['1’234.50', '1234.50', null],
  ['1,234,567', '1234567', null],
  ['0,500', '0.500', null],
  ['1234,500', '1234.500', null],
  ['1.500', '1.500', null],
] as const) {
  test(`the amount ${JSON.stringify(text)} is ${amount} ${currency ?? ''}`, () => {
    const reading = readMoneyWord(text, { hasCommas: false })
    assert.ok(typeof reading === 'object')
    assert.deepEqual([reading.amount, reading.currency], [amount, currency])
  })
}

for (const text of [
  'abc',
  'tbd',
  '',
  '12%',
  '1-2',
  '1.50-2.00',
  '1,2,3',
  '1.2.3',
  '12,34,567',
  '$',
  '5 EUR USD',
  '1e3',
  '--1',
]) {
  test(`${JSON.stringify(text)} is no amount`, () => {
    assert.equal(readMoneyWord(text, { hasCommas: true }), undefined)
  })
}

test('one mark before three digits is unclear until the column’s mark is said', () => {
  assert.equal(readMoneyWord('1,500', { hasCommas: false }), 'unclear')
  assert.equal(readMoneyWord('$1,500', { hasCommas: true }), 'unclear')
  assert.equal(readMoneyWord('1.500', { hasCommas: true }), 'unclear')
  const read = (text: string, mark: DecimalMark) => {
    const reading = readMoneyWord(text, { hasCommas: true, mark })
    return typeof reading === 'object' ? reading.amount : reading
  }
  assert.deepEqual([read('1,500', ','), read('1,500', '.')], ['1.500', '1500'])
  assert.deepEqual([read('1.500', ','), read('1.500', '.')], ['1500', '1.500'])
})

/** An amount in one of the ways in which people write it. */
const written = fc
  .record({
    micros: fc.integer({ min: 0, max: 99_999_999 }).map((cents) => cents * 10_000),
    style: fc.constantFrom(
      { thousands: '', decimal: '.' },
      { thousands: '', decimal: ',' },
      { thousands: ',', decimal: '.' },
      { thousands: '.', decimal: ',' },
      { thousands: ' ', decimal: ',' },
      { thousands: '\u202f', decimal: ',' },
      { thousands: '’', decimal: '.' },
    ),
    around: fc.constantFrom(
      ['', ''],
      ['$', ''],
      ['USD ', ''],
      ['', ' USD'],
      ['', ' $'],
      ['US$', ''],
      [' ', ' '],
    ),
    places: fc.constantFrom(0, 1, 2),
  })
  .map(({ micros, style: { thousands, decimal }, around: [before, after], places }) => {
    const cut = Math.floor(micros / 10 ** (6 - places)) * 10 ** (6 - places)
    const [whole = '', fraction = ''] = formatMicros(cut).split('.')
    const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, thousands)
    const decimals = places === 0 ? '' : `${decimal}${fraction.padEnd(places, '0')}`
    return { micros: cut, text: `${before}${grouped}${decimals}${after}` }
  })

test('an amount is read as it was meant, or said to be unclear; with the column’s mark it is always read', () => {
  const seen = countCases({ 'is unclear': 0.01, 'is read': 0.8 })
  fc.assert(
    fc.property(written, ({ micros, text }) => {
      const reading = readMoneyWord(text, { hasCommas: true })
      assert.ok(reading !== undefined, text)
      seen.note({ 'is unclear': reading === 'unclear', 'is read': reading !== 'unclear' })
      if (reading !== 'unclear') assert.equal(readMicros(reading.amount), micros, text)
    }),
    { numRuns: 1_000 },
  )
  seen.assertOften()
})

test('no text is guessed: where the two marks would read it otherwise it is unclear', () => {
  const text = fc.oneof(
    fc.stringMatching(/^[$€]?[0-9]{1,4}[., ']?[0-9]{0,4}[.,]?[0-9]{0,3}$/),
    fc.string({ unit: 'binary' }),
  )
  const seen = countCases({ 'is unclear': 0.005, 'is an amount': 0.2 })
  fc.assert(
    fc.property(text, (given) => {
      const alone = readMoneyWord(given, { hasCommas: true })
      const [comma, point] = ([',', '.'] as const).map((mark) => {
        const reading = readMoneyWord(given, { hasCommas: true, mark })
        return typeof reading === 'object' ? reading.amount : reading
      })
      seen.note({ 'is unclear': alone === 'unclear', 'is an amount': typeof alone === 'object' })
      assert.equal(comma !== point, alone === 'unclear', given)
      if (typeof alone === 'object') assert.match(alone.amount, /^-?\d+(?:\.\d{1,6})?$/)
    }),
    { numRuns: 1_000 },
  )
  seen.assertOften()
})
