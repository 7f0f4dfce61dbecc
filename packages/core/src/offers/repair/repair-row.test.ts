import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { countCases } from '../../../../../test/support/count-cases.ts'
import { readOfferRow } from '../offer-row.ts'
import { certainKinds, joinRepairs, noRepairs, type Repairs } from './repairs.ts'
import { repairRow } from './repair-row.ts'

const row = {
  external_id: '9003',
  name: 'Bakery',
  payout: '1.50',
  revenue: '2.10',
  destination_url: 'https://x.example/?c={click_id}',
}
const all: Repairs = { ...noRepairs, kinds: certainKinds }

for (const [column, before, after, needs] of [
  ['payout', '1,50', '1.50', 'decimal_comma'],
  ['payout', '$1,50', '1.50', 'decimal_comma currency'],
  ['revenue', 'USD 4', '4', 'currency'],
  ['revenue', '1.234,50 $', '1234.50', 'decimal_comma thousands currency'],
  ['countries', 'Deutschland', 'DE', 'country'],
  ['countries', 'uk', 'GB', 'country'],
  ['countries', 'Germany, Austria', 'DE|AT', 'country'],
  ['countries', 'GLOBAL (ALL GEOS)', '*', 'country'],
  ['countries', ['Germany', 'US'], 'DE|US', 'country'],
  ['platforms', 'Phone', 'android|ios', 'platform'],
  [
    'destination_url',
    'https://x.example/bücher gutschein?c={click_id}',
    'https://x.example/b%C3%BCcher%20gutschein?c={click_id}',
    'address',
  ],
] as const) {
  test(`${JSON.stringify(before)} in ${column} becomes ${after} once ${needs} is accepted`, () => {
    const dirty = { ...row, [column]: before }
    const mended = repairRow(dirty, all)
    assert.equal(mended.row[column], after)
    assert.ok(readOfferRow(mended.row).ok)
    const [fault] = mended.faults
    assert.ok(fault?.isRepaired && fault.repair.kind === 'repair')
    assert.equal(fault.repair.needs.join(' '), needs)
    const refused = repairRow(dirty, noRepairs)
    assert.deepEqual(refused.row[column], before)
    assert.equal(refused.faults[0]?.isRepaired, false)
  })
}

for (const [column, raw, kind] of [
  ['payout', 'abc', 'no_amount'],
  ['payout', '12%', 'no_amount'],
  ['payout', '€3.00', 'other_currency'],
  ['payout', '1,500', 'unclear'],
  ['countries', 'ATLANTIS', 'unknown_country'],
  ['countries', 'DE, worldwide', 'unknown_country'],
  ['platforms', 'Windows Phone', 'unknown_platform'],
] as const) {
  test(`${JSON.stringify(raw)} in ${column} is ${kind}, and stays as it is`, () => {
    const { row: kept, faults } = repairRow({ ...row, [column]: raw }, all)
    assert.equal(kept[column], raw)
    assert.deepEqual([faults[0]?.repair.kind, faults[0]?.isRepaired], [kind, false])
  })
}

test('a column’s answer reads what was unclear, in that column alone', () => {
  const answered: Repairs = { ...all, marks: { payout: ',' } }
  const { row: mended, faults } = repairRow({ ...row, payout: '1,500', revenue: '2,500' }, answered)
  assert.deepEqual([mended['payout'], mended['revenue']], ['1.500', '2,500'])
  assert.deepEqual(
    faults.map(({ repair }) => repair.kind),
    ['repair', 'unclear'],
  )
})

test('a point before three digits is asked about only where the files have decimal commas', () => {
  assert.deepEqual(repairRow({ ...row, revenue: '1.500' }, noRepairs).faults, [])
  assert.equal(repairRow({ ...row, revenue: '1.500' }, all).faults[0]?.repair.kind, 'unclear')
})

test('a person’s word is read as they said, also one that the table reads otherwise', () => {
  const own: Repairs = { ...all, countries: { dach: ['DE', 'AT', 'CH'] }, platforms: { phone: ['ios'] } }
  const { row: mended } = repairRow({ ...row, countries: 'DACH', platforms: 'Phone' }, own)
  assert.deepEqual([mended['countries'], mended['platforms']], ['DE|AT|CH', 'ios'])
})

test('the second of two answers counts, and both are kept', () => {
  const first: Repairs = {
    ...noRepairs,
    kinds: ['currency'],
    marks: { payout: ',' },
    countries: { dach: ['DE'] },
  }
  const second: Repairs = {
    ...noRepairs,
    kinds: ['country'],
    marks: { payout: '.' },
    countries: { eu: ['FR'] },
  }
  assert.deepEqual(joinRepairs(first, second), {
    kinds: ['currency', 'country'],
    marks: { payout: '.' },
    countries: { dach: ['DE'], eu: ['FR'] },
    platforms: {},
  })
})

test('a row that reads as it is stays as it is, and a mended row needs no further repair', () => {
  const cell = fc.oneof(
    fc.constantFrom('1,50', '$3.00', '1,500', '1.50', 'Deutschland', 'uk', 'DE|AT', 'Phone', 'ios', ''),
    fc.string({ unit: 'grapheme', maxLength: 8 }),
    fc.integer({ min: 0, max: 100 }),
    fc.array(fc.constantFrom('DE', 'Germany', 'ios'), { maxLength: 3 }),
  )
  const cells = { payout: cell, revenue: cell, countries: cell, platforms: cell }
  const dirty = fc.oneof(fc.record(cells, { requiredKeys: [] }), fc.record({ countries: cell }))
  const seen = countCases({ 'is read as it is': 0.01, 'is mended': 0.2 })
  fc.assert(
    fc.property(dirty, (some) => {
      const given = { ...row, ...some }
      const plain = repairRow(given, noRepairs)
      assert.deepEqual(readOfferRow(plain.row), readOfferRow(given))
      const reads = readOfferRow(given).ok
      if (reads)
        assert.ok(
          plain.faults.every(({ repair }) => repair.kind === 'repair'),
          JSON.stringify(given),
        )
      const mended = repairRow(given, all)
      const again = repairRow(mended.row, all)
      assert.deepEqual(again.row, mended.row)
      assert.ok(again.faults.every(({ isRepaired }) => !isRepaired))
      seen.note({
        'is read as it is': reads,
        'is mended': mended.faults.some(({ isRepaired }) => isRepaired),
      })
    }),
    { numRuns: 500 },
  )
  seen.assertOften()
})

test('an amount in a column of a price is mended like one of its kind, and named by the column', () => {
  const dirty = {
    ...row,
    'Payout US': '$1,50',
    revenue_US: '2,50',
    payout_share_DE: '65%',
    revenue_DE: '1,500',
  }
  const { row: mended, faults } = repairRow(dirty, all)
  assert.deepEqual(
    [mended['Payout US'], mended['revenue_US'], mended['payout_share_DE'], mended['revenue_DE']],
    ['1.50', '2.50', '65%', '1,500'],
  )
  assert.deepEqual(
    faults.map(({ field, header, repair, isRepaired }) => [field, header, repair.kind, isRepaired]),
    [
      ['payout', 'Payout US', 'repair', true],
      ['revenue', 'revenue_US', 'repair', true],
      ['revenue', 'revenue_DE', 'unclear', false],
    ],
  )
  const answered = repairRow(dirty, { ...all, marks: { revenue: '.' } })
  assert.equal(answered.row['revenue_DE'], '1500')
  assert.ok(readOfferRow(answered.row).ok)
})
