import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  faultIn,
  feedSample,
  offersOf,
  pageOf,
  sampleAccount,
} from '../../../../../test/support/feed-samples.ts'
import { everflow } from './everflow.ts'

const sample = feedSample('everflow-offersrunnable.json')

const payout = {
  network_offer_payout_revenue_id: 1,
  entry_name: 'Base',
  payout_type: 'cpa',
  payout_amount: 2,
  is_default: true,
}

function read({ ruleset = {}, entries = [payout], ...own }: Readonly<Record<string, unknown>>) {
  const offer = everflow.readRecord(
    {
      ...{
        network_offer_id: 9,
        name: 'Quiz',
        offer_status: 'active',
        tracking_url: 'https://t.example/A/B/',
      },
      relationship: { offer_affiliate_status: 'approved', payouts: { entries }, ruleset },
      ...own,
    },
    sampleAccount,
  )
  assert.ok(offer)
  return offer
}

const rule = (code: string, type: string) => ({ country_code: code, targeting_type: type })
const label = (word: string, type = 'include') => ({ label: word, targeting_type: type })

test('the sample is read exactly', () => {
  assert.deepEqual(offersOf(everflow, sample), [
    {
      externalId: '9',
      row: {
        external_id: '9',
        name: 'Sample quiz',
        currency: 'EUR',
        categories: ['surveys'],
        description: 'Line one\nLine two & more',
        destination_url: 'https://www.trk.example/5ZS8GM/BP658/?sub1={click_id}',
        countries: ['AT'],
        platforms: ['Android'],
        goals: [
          { goal: '21', name: 'Base', revenue: '1.25', external_id: '21', default: true },
          { goal: '22', name: 'Deposit', external_id: '22' },
        ],
      },
      standing: 'open',
      doubts: ['Goal “Deposit” has a payout that is an amount and a percentage of each sale.'],
    },
    {
      externalId: '10',
      row: { external_id: '10', name: 'Browse row without payouts', currency: 'USD' },
      standing: 'not_approved',
      isUnpriced: true,
      doubts: [],
    },
  ])
})

test('the key stands in a header, and the host may be that of Europe', () => {
  const { url, headers } = everflow.firstPage({ key: 'k', settings: { api_host: 'api-eu.eflow.team' } })
  assert.equal(url, 'https://api-eu.eflow.team/v1/affiliates/offersrunnable?page=1&page_size=500')
  assert.equal(headers['x-eflow-api-key'], 'k')
  assert.ok(everflow.firstPage({ key: 'k', settings: {} }).url.startsWith('https://api.eflow.team/'))
})

test('pages follow each other by the size that the network gives, until its total', () => {
  const body = { offers: [{}], paging: { page: 1, page_size: 1, total_count: 3 } }
  assert.ok(pageOf(everflow, JSON.stringify(body)).next?.url.includes('page=2&'))
  assert.equal(pageOf(everflow, sample).next, undefined)
  assert.equal(pageOf(everflow, JSON.stringify({ ...body, offers: [] })).next, undefined)
  assert.deepEqual(pageOf(everflow, JSON.stringify({ offers: null, paging: {} })).records, [])
})

test('a key of another realm is told as such, and a limit is one', () => {
  assert.match(faultIn(everflow, '{"Error":"Out of realm"}', 403).message, /not one of an affiliate/)
  assert.equal(faultIn(everflow, '{"error":"secret"}', 403).cause, 'key_refused')
  assert.equal(faultIn(everflow, '{"error":"Too many requests"}', 429).cause, 'rate_limited')
  assert.equal(faultIn(everflow, '{"campaigns":[]}').cause, 'no_feed')
})

test('countries that are excluded are taken from all of them', () => {
  const { row } = read({ ruleset: { countries: [rule('DE', 'exclude'), rule('UK', 'exclude')] } })
  const countries = row['countries']
  assert.ok(Array.isArray(countries))
  assert.equal(countries.length, 247)
  assert.ok(!countries.includes('DE') && !countries.includes('GB') && countries.includes('FR'))
})

test('an excluded word that is no country is a doubt, because it would open one that is closed', () => {
  const { row, doubts } = read({ ruleset: { countries: [rule('XQ', 'exclude')] } })
  assert.deepEqual(
    [row['countries'], doubts],
    [undefined, ['Countries: name "XQ", which is no country that Quoin knows.']],
  )
})

test('operating systems and devices hold together', () => {
  const platforms = [label('Android'), label('iOS'), label('Windows')]
  const phones = { platforms, device_types: [label('Mobile')] }
  assert.deepEqual(read({ ruleset: phones }).row['platforms'], ['android', 'ios'])
  assert.deepEqual(read({ ruleset: { platforms: [label('iOS', 'exclude')] } }).row['platforms'], [
    'desktop',
    'android',
  ])
})

test('one payout is the offer’s own, and any type but cpa is a doubt', () => {
  assert.equal(read({}).row['revenue'], '2')
  for (const type of ['cps', 'cpa_cps', 'cpc', 'cpm', 'prv', 'other']) {
    const { row, doubts } = read({ entries: [{ ...payout, payout_type: type }] })
    assert.deepEqual([row['revenue'], doubts.length], [undefined, 1], type)
  }
  assert.equal(read({ entries: [{ ...payout, payout_amount: 0 }] }).row['revenue'], undefined)
})

test('a row without payouts says so, and has no amount', () => {
  const { isUnpriced, row } = read({ relationship: { offer_affiliate_status: 'approved' } })
  assert.deepEqual([isUnpriced, row['revenue'], row['goals']], [true, undefined, undefined])
})

test('caps count only where the network has turned them on', () => {
  const caps = { daily_conversion_cap: 20, global_conversion_cap: 1_000_000 }
  assert.equal(read(caps).row['daily_cap'], undefined)
  const { row } = read({ ...caps, is_caps_enabled: true })
  assert.deepEqual([row['daily_cap'], row['total_cap']], [20, undefined])
})

test('a description that is marked as text keeps its letters', () => {
  const html = { html_description: 'a &amp; <b>' }
  assert.equal(read({ ...html, is_description_plain_text: true }).row['description'], 'a &amp; <b>')
  assert.equal(read(html).row['description'], 'a &')
})

for (const relationship of [
  undefined,
  null,
  [],
  {},
  { offer_affiliate_status: 'approved', payouts: { entries: [payout] } },
  { offer_affiliate_status: 'approved', ruleset: null },
  { offer_affiliate_status: 'approved', payouts: { entries: [] }, ruleset: [] },
  { ruleset: 'US' },
]) {
  test(`an offer with the relationship ${JSON.stringify(relationship)} is a doubt`, () => {
    assert.deepEqual(read({ relationship }).doubts, [
      'The network does not tell its countries and platforms.',
    ])
  })
}

test('a row of the list of all offers leaves its countries and platforms out, and is no doubt', () => {
  const { row, isUnpriced, doubts } = read({ relationship: { offer_affiliate_status: 'approved' } })
  assert.deepEqual([isUnpriced, doubts], [true, []])
  assert.ok(!Object.hasOwn(row, 'countries') && !Object.hasOwn(row, 'platforms'))
})

for (const countries of ['US', 5, [{ country_code: null }], [rule('', 'exclude')], [null], ['US']]) {
  test(`rules of countries that are ${JSON.stringify(countries)} are a doubt`, () => {
    const { row, doubts } = read({ ruleset: { countries } })
    assert.deepEqual([row['countries'], doubts.length], [undefined, 1])
  })
}

test('rules of countries that are null or left out are for all of them', () => {
  for (const ruleset of [{ countries: null }, {}, { countries: [] }])
    assert.deepEqual(read({ ruleset }).doubts, [])
})

test('a description that is text is judged by what its entities mean', () => {
  const own = { html_description: 'No adult &amp; incent traffic', is_description_plain_text: true }
  assert.equal(read(own).forbidden?.sentence, 'No adult & incent traffic')
})

test('categories and payouts have no entities in their names', () => {
  const entries = [
    { ...payout, entry_name: 'Buy &amp; sell' },
    { ...payout, network_offer_payout_revenue_id: 2 },
  ]
  const relationship = {
    ...{ offer_affiliate_status: 'approved', payouts: { entries }, ruleset: {} },
    category: { name: 'Food &amp; Drink' },
  }
  const { row } = read({ relationship })
  assert.deepEqual(row['categories'], ['food-drink'])
  assert.match(JSON.stringify(row['goals']), /"Buy & sell"/)
})
