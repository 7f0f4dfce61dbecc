import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readOfferRow } from '../offer-row.ts'
import { readPriceColumn } from './place-columns.ts'

const row = { external_id: '1', name: 'Farm', destination_url: 'https://x.example/?c={click_id}' }

for (const [name, read] of [
  ['payout_US', 'payout US'],
  ['Payout US', 'payout US'],
  ['payout-us', 'payout US'],
  ['Payout (US)', 'payout US'],
  [' PAYOUT_US_IOS ', 'payout US ios'],
  ['payout_share_de_ios', 'payout_share DE ios'],
  ['Payout share DE', 'payout_share DE'],
  ['revenue_id', 'revenue ID'],
  ['payout_ID', 'payout ID'],
  ['payout_uk', 'payout UK'],
  ['payout', ''],
  ['payout_share', ''],
  ['payout_xx', ''],
  ['payout_usd', ''],
  ['Payout (USD)', ''],
  ['payout_us_windows', ''],
  ['__proto__', ''],
  ['cost_US', ''],
] as const) {
  test(`the column ${JSON.stringify(name)} is ${read === '' ? 'no price' : read}`, () => {
    const found = readPriceColumn(name)
    assert.equal([found?.column, found?.country, found?.platform].filter(Boolean).join(' '), read)
  })
}

for (const [title, cells, message] of [
  [
    'two columns for one amount are named both',
    { payout_US: '1', 'Payout US': '2', revenue_US: '3' },
    'has two columns for one amount: "payout_US" and "Payout US"',
  ],
  [
    'an amount that cannot be read is told by its column',
    { payout_DE: '1', revenue_DE: '2', 'Payout (US)': '2,50', revenue_US: '3' },
    'in "Payout (US)": "2,50" has a comma: decimals take a point (2.50), thousands no mark',
  ],
  [
    'an amount that is missing is told by the other one',
    { payout_US: '1' },
    'in "payout_US": revenue is required',
  ],
  [
    'another spelling of a country is told with its code',
    { payout_UK: '1', revenue_UK: '2' },
    'in "payout_UK": countries "UK" is not an ISO 3166-1 alpha-2 country code; use GB',
  ],
  [
    'a country and its platform are not paid twice',
    { payout_US: '1', revenue_US: '2', payout_US_ios: '1', revenue_US_ios: '2' },
    'has two prices for the same person: that for US and that for US on ios',
  ],
] as const) {
  test(title, () => {
    const reading = readOfferRow({ ...row, ...cells })
    assert.deepEqual(reading.ok ? [] : reading.problems.map((one) => [one.field, one.message]), [
      ['prices', message],
    ])
  })
}

test('a blank cell of a column that is there twice is none', () => {
  const reading = readOfferRow({ ...row, payout_US: ' ', 'Payout US': '2', revenue_US: '3' })
  assert.deepEqual(reading.ok && reading.offer.prices.map(({ payoutMicros }) => payoutMicros), [2_000_000])
})
