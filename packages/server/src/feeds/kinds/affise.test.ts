import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  faultIn,
  feedSample,
  offersOf,
  pageOf,
  sampleAccount,
} from '../../../../../test/support/feed-samples.ts'
import { affise } from './affise.ts'

const sample = feedSample('affise-partner-offers.json')

const payment = { countries: ['DE'], goal: '1', title: 'Lead', revenue: 4, currency: 'usd', type: 'fixed' }

function read(own: Readonly<Record<string, unknown>>) {
  const offer = affise.readRecord(
    { id: 5, title: 'Bank', link: 'https://t.example/click?pid=1', payments: [payment], ...own },
    sampleAccount,
  )
  assert.ok(offer)
  return offer
}

test('the sample is read exactly', () => {
  assert.deepEqual(offersOf(affise, sample), [
    {
      externalId: '501',
      row: {
        external_id: '501',
        name: 'Bank lead',
        description: 'Текст',
        requirements: 'No incent',
        image_url: 'http://img.example/b.png',
        hold_days: 30,
        categories: ['finance'],
        destination_url: 'https://trk.example/click?pid=12&offer_id=501&sub1={click_id}',
        countries: ['DE', 'AT', 'CH'],
        platforms: ['Android'],
        daily_cap: 30,
        currency: 'EUR',
        goals: [
          {
            goal: '1',
            name: 'Lead',
            prices: [
              { countries: ['DE'], revenue: '4' },
              { countries: ['AT', 'CH'], revenue: '6.5' },
            ],
            external_id: '1',
            default: true,
          },
          { goal: 'fd', name: 'First deposit', external_id: 'fd' },
        ],
      },
      standing: 'open',
      forbidden: { sentence: 'Motivated traffic: not allowed', place: 'sources' },
      doubts: ['Goal “First deposit” has a payout that is a percentage, and no amount.'],
    },
    {
      externalId: '502',
      row: { external_id: '502', name: 'Not approved yet', description: 'x' },
      standing: 'not_approved',
      isUnpriced: true,
      doubts: [],
    },
  ])
})

test('the key stands in a header, and the address is the network’s own', () => {
  const { url, headers } = affise.firstPage({ key: 'k', settings: { api_host: 'api-demo.affise.com' } })
  assert.equal(url, 'https://api-demo.affise.com/3.0/partner/offers?page=1&limit=500')
  assert.equal(headers['api-key'], 'k')
})

test('pages follow each other until the total is reached, whatever their size', () => {
  const body = JSON.stringify({
    status: 1,
    offers: [{}],
    pagination: { per_page: 1, total_count: 2, page: 1 },
  })
  assert.ok(pageOf(affise, body).next?.url.includes('page=2&'))
  const answer = { status: 200, headers: {}, body: JSON.parse(body) }
  const last = affise.readPage(answer, sampleAccount, { page: 2, seen: 1 })
  assert.ok(!('cause' in last) && last.next === undefined && last.theirs === 2)
})

test('status 2 in a 200 is a fault, and a 401 may be the wrong host', () => {
  assert.equal(faultIn(affise, '{"status":2,"error":"Invalid API-Key k"}').cause, 'key_refused')
  assert.equal(faultIn(affise, '{"status":2,"error":"Something"}').cause, 'no_feed')
  assert.match(faultIn(affise, '{"status":2}', 401).message, /host is that of another network/)
})

test('payments of one amount are one price, and those of another country are another', () => {
  const payments = [payment, { ...payment, countries: ['AT'] }, { ...payment, countries: ['US'], revenue: 6 }]
  assert.deepEqual(read({ payments }).row['prices'], [
    { countries: ['AT', 'DE'], revenue: '4' },
    { countries: ['US'], revenue: '6' },
  ])
})

test('a payment for everybody is the offer’s own', () => {
  const { row } = read({ payments: [{ ...payment, countries: [] }] })
  assert.deepEqual([row['revenue'], row['prices'], row['currency']], ['4', undefined, 'USD'])
})

test('two payments that pay the same person differently are a doubt, and no price', () => {
  const payments = [payment, { ...payment, countries: ['DE', 'AT'], revenue: 6 }]
  const { row, doubts } = read({ payments })
  assert.deepEqual([row['prices'], row['revenue']], [undefined, undefined])
  assert.deepEqual(doubts, ['The same person is paid 4 by one payment and 6 by another.'])
})

test('payments for devices and systems are prices by platform', () => {
  const payments = [
    { ...payment, devices: ['desktop'] },
    {
      ...payment,
      devices: ['mobile', 'tablet'],
      os: [{ name: 'iOS', comparison: 'GTE', version: '9' }],
      revenue: 5,
    },
  ]
  assert.deepEqual(read({ payments }).row['prices'], [
    { countries: ['DE'], platforms: ['desktop'], revenue: '4' },
    { countries: ['DE'], platforms: ['ios'], revenue: '5' },
  ])
})

test('a payment that leaves countries out is for all others', () => {
  const { row } = read({ payments: [payment, { ...payment, country_exclude: true, revenue: 2 }] })
  const prices = row['prices']
  assert.ok(Array.isArray(prices))
  assert.deepEqual([prices.length, prices[1].countries.length, prices[1].revenue], [2, 248, '2'])
})

for (const [own, doubt] of [
  [{ type: 'percent' }, 'It has a payout that is a percentage, and no amount.'],
  [{ type: 'points' }, 'It has a payout of a type that Quoin does not know.'],
  [{ cities: ['Berlin'] }, 'It is paid by city.'],
  [{ revenue: 0 }, 'It has a payout that is "0", which is nothing.'],
  [{ revenue: null }, 'It has no payout.'],
  [{ countries: ['XQ'] }, 'A payment is for "XQ", which is no country that Quoin knows.'],
  [{ os: ['TempleOS'] }, 'A payment is for "TempleOS", which is no platform that Quoin knows.'],
] as const) {
  test(`a payment with ${JSON.stringify(own)} is a doubt and no amount`, () => {
    const { row, doubts } = read({ payments: [{ ...payment, ...own }] })
    assert.deepEqual([row['revenue'], row['prices'], doubts], [undefined, undefined, [doubt]])
  })
}

test('payments in two currencies are a doubt', () => {
  const { row, doubts } = read({ payments: [payment, { ...payment, countries: ['AT'], currency: 'EUR' }] })
  assert.deepEqual([row['currency'], doubts], [undefined, ['It is paid in several currencies: USD, EUR.']])
})

test('a source that is not allowed forbids rewards, and one that is allowed does not', () => {
  const source = (allowed: unknown) => ({ sources: [{ title: 'Incentive traffic', allowed }] })
  assert.equal(read(source(0)).forbidden?.place, 'sources')
  assert.equal(read(source('0')).forbidden?.place, 'sources')
  assert.equal(read(source(1)).forbidden, undefined)
  assert.equal(read({ kpi: { en: '', de: 'Kein Incent' } }).forbidden?.sentence, 'Kein Incent')
})

test('countries and systems come from the targeting where the offer names none', () => {
  const block = (allow: string[], deny: string[] = []) => ({
    country: { allow, deny },
    os: { allow: [], deny: [] },
  })
  assert.deepEqual(read({ targeting: [block(['DE']), block(['AT'])] }).row['countries'], ['DE', 'AT'])
  assert.equal(read({ targeting: [block(['DE']), block([])] }).row['countries'], undefined)
  assert.deepEqual(read({ targeting: [block(['DE', 'AT'], ['AT'])] }).row['countries'], ['DE'])
})

test('the smallest cap of a day counts, and those of money do not', () => {
  const caps = [
    { period: 'day', type: 'conversions', value: 30 },
    { period: 'day', type: 'conversions', value: 20 },
    { period: 'day', type: 'budget', value: 5 },
    { period: 'all', type: 'conversions', value: 0 },
  ]
  const { row } = read({ caps })
  assert.deepEqual([row['daily_cap'], row['total_cap']], [20, undefined])
})

test('a ban in a description that is not shown is found, as in one of another language', () => {
  const description = 'No incent'
  assert.equal(read({ description_lang: '', description }).forbidden?.place, 'description')
  assert.equal(read({ description_lang: { en: 'Good' }, description }).row['description'], 'Good')
  assert.ok(read({ description_lang: { en: 'Good' }, description }).forbidden)
  assert.ok(read({ description_lang: { de: 'Kein Incent', en: 'Good' } }).forbidden)
})

test('countries that are no list are read, and rules that name none are a doubt', () => {
  assert.deepEqual(read({ countries: 'DE' }).row['countries'], ['DE'])
  assert.equal(read({ countries: [null] }).doubts.length, 1)
  assert.equal(read({ targeting: [{ country: { deny: [{}] } }] }).doubts.length, 1)
})

test('a payment with a rule that names nothing is a doubt, and not one for everybody', () => {
  for (const own of [{ countries: [null] }, { os: [{}] }, { devices: [''] }]) {
    const { row, doubts } = read({ payments: [{ ...payment, ...own }] })
    assert.deepEqual(
      [row['revenue'], doubts],
      [undefined, ['A payment has a rule that names no country or platform.']],
    )
  }
  assert.deepEqual(read({ payments: [{ ...payment, countries: 'DE' }] }).row['prices'], [
    { countries: ['DE'], revenue: '4' },
  ])
})
