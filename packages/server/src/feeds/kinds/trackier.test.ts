import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  faultIn,
  feedSample,
  offersOf,
  pageOf,
  sampleAccount,
} from '../../../../../test/support/feed-samples.ts'
import { trackier } from './trackier.ts'

test('the sample is read exactly', () => {
  assert.deepEqual(offersOf(trackier, feedSample('trackier-campaigns.json')), [
    {
      externalId: '88',
      row: {
        external_id: '88',
        name: 'App install',
        description: 'Get it',
        categories: ['utilities'],
        countries: ['IN'],
        daily_cap: 50,
        destination_url: 'https://trk.example/click?campaign_id=88&pub_id=3&p1={click_id}',
        platforms: ['android'],
        currency: 'USD',
        goals: [
          {
            goal: '0',
            name: 'Conversion',
            prices: [{ countries: ['IN'], revenue: '0.8' }],
            external_id: '0',
            default: true,
          },
          { goal: 'a1', name: 'Register', revenue: '1.1', external_id: 'a1' },
        ],
      },
      standing: 'open',
      doubts: [],
    },
    {
      externalId: '89',
      row: { external_id: '89', name: 'Not approved', currency: 'USD' },
      standing: 'not_approved',
      doubts: ['It has a payout that is of a model that Quoin does not know.'],
    },
  ])
})

test('the key stands in a header, and never in the address', () => {
  const { url, headers } = trackier.firstPage({ key: 'k', settings: {} })
  assert.equal(url, 'https://api.trackier.com/v2/publisher/campaigns?page=1&limit=500')
  assert.equal(headers['x-api-key'], 'k')
})

test('pages follow each other until as many were seen as the network counts', () => {
  const body = { success: true, data: { page: 1, count: 3, campaigns: [{ id: 1 }, { id: 2 }] } }
  const first = pageOf(trackier, JSON.stringify(body))
  assert.equal(first.theirs, 3)
  assert.match(first.next?.url ?? '', /page=2&/)
  const last = trackier.readPage({ status: 200, headers: {}, body }, sampleAccount, { page: 2, seen: 2 })
  assert.ok('records' in last && last.next === undefined)
})

for (const [error, cause] of [
  ['Invalid API key', 'key_refused'],
  ['Too many requests', 'rate_limited'],
  ['Oops', 'no_feed'],
] as const) {
  test(`success false with “${error}” in a 200 is ${cause}`, () => {
    assert.equal(faultIn(trackier, JSON.stringify({ success: false, error })).cause, cause)
  })
}

function read(own: object) {
  const offer = trackier.readRecord(
    {
      id: 1,
      title: 'A',
      model: 'cpa',
      payouts: [{ payout: 2 }],
      tracking_link: 'https://t.example/c',
      countries: [],
      ...own,
    },
    sampleAccount,
  )
  assert.ok(offer)
  return offer
}

test('payouts that Python wrote into a text are read where they are certain, and else are a doubt', () => {
  const sure = read({ payouts: "[{'payout': 2.5, 'currency': 'usd', 'geo': ['IN'], 'cap': None}]" })
  assert.deepEqual(sure.row['prices'], [{ countries: ['IN'], revenue: '2.5' }])
  assert.deepEqual([sure.row['currency'], sure.doubts], ['USD', []])
  for (const payouts of [
    "[{'payout': Decimal('2')}]",
    "[{'payout': 2, 'title': 'it\\'s'}]",
    "[{'payout': 2, 'title': \"it's\"}]",
    "[{'payout': 2",
    "{'payout': 2}",
    '2.5',
  ]) {
    const { row, doubts } = read({ payouts })
    assert.equal(row['revenue'], undefined, payouts)
    assert.deepEqual(doubts, ['It has payouts in a text that can be read in two ways.'], payouts)
  }
})

test('payouts that pay the same person differently are a doubt', () => {
  const { row, doubts } = read({ payouts: [{ payout: 1 }, { payout: 2, geo: ['US'] }] })
  assert.equal(row['prices'], undefined)
  assert.equal(doubts.length, 1)
})

test('payouts in several currencies, and for sales, are doubts', () => {
  const payouts = [
    { payout: 1, currency: 'USD', geo: ['US'] },
    { payout: 1, currency: 'EUR', geo: ['DE'] },
  ]
  assert.deepEqual(read({ payouts }).doubts, ['It is paid in several currencies: USD, EUR.'])
  assert.deepEqual(read({ payouts: [{ payout: '€2.50', currency: 'USD' }] }).doubts, [
    'It is paid in several currencies: USD, EUR.',
  ])
  assert.deepEqual(read({ model: 'cps' }).doubts, [
    'It has a payout that is for sales: an amount or a percentage.',
  ])
})

test('a campaign without payouts and goals is unpriced', () => {
  for (const payouts of [undefined, null, [], '', '[]']) assert.equal(read({ payouts }).isUnpriced, true)
})

test('a campaign without a link, or with an empty one, is not approved', () => {
  for (const tracking_link of [undefined, '']) assert.equal(read({ tracking_link }).standing, 'not_approved')
})

test('entities that stand for tags are tags, and those of a text with tags are its characters', () => {
  const description = (text: string) => read({ description: text }).row['description']
  assert.equal(description('&lt;ul&gt;&lt;li&gt;A &amp;amp; B&lt;/li&gt;&lt;/ul&gt;'), '• A & B')
  assert.equal(description('<p>1 &lt; 2</p>'), '1 < 2')
  assert.equal(description('Reach a &lt;b score'), 'Reach a <b score')
})

test('a kpi that forbids rewards forbids the offer, also behind entities', () => {
  assert.equal(read({ kpi: '&lt;b&gt;No incent traffic&lt;/b&gt;' }).forbidden?.place, 'kpi')
})
