import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  faultIn,
  feedSample,
  offersOf,
  pageOf,
  sampleAccount,
} from '../../../../../test/support/feed-samples.ts'
import type { FeedAccount } from '../feed-kind.ts'
import { tune } from './tune.ts'

const paged = feedSample('tune-paged.json')

/** A reply with other members in its envelope. */
function reply(response: object, request: object = {}): string {
  return JSON.stringify({ request, response: { status: 1, httpStatus: 200, errors: [], ...response } })
}

function recordOf(offer: object, others: object = {}): object {
  const own = { id: '5', name: 'Quest', default_payout: '2.00000', payout_type: 'cpa_flat', status: 'active' }
  const link = { click_url: 'https://t.example/aff_c?offer_id=5' }
  return { Offer: { ...own, ...offer }, TrackingLink: link, Country: [], Goal: [], ...others }
}

function read(offer: object, others: object = {}, account: FeedAccount = sampleAccount) {
  const found = tune.readRecord(recordOf(offer, others), account)
  assert.ok(found)
  return found
}

test('the sample is read exactly', () => {
  const zoned = { ...sampleAccount, settings: { ...sampleAccount.settings, time_zone: 'America/New_York' } }
  assert.deepEqual(offersOf(tune, paged, zoned), [
    {
      externalId: '1177',
      row: {
        external_id: '1177',
        name: 'Sample Quest - iOS - US,GB (No Incent)',
        description: 'Install & reach level 5.\n• New users only 🎮',
        ends_at: '2032-01-01T00:59:59Z',
        destination_url: 'https://demo.go2cloud.example/aff_c?offer_id=1177&aff_id=77&aff_sub={click_id}',
        image_url: 'https://img.example/a.png',
        countries: ['US', 'UK'],
        platforms: ['ios'],
        goals: [
          { goal: '0', name: 'Conversion', revenue: '2', external_id: '0', default: true },
          { goal: '31', name: 'Level 5', revenue: '1.5', external_id: '31' },
        ],
      },
      standing: 'open',
      forbidden: { sentence: 'Sample Quest - iOS - US,GB (No Incent)', place: 'name' },
      doubts: [],
    },
    {
      externalId: '1180',
      row: {
        external_id: '1180',
        name: 'Shop CPS AE',
        description: 'Plain text',
        currency: 'AED',
        daily_cap: 25,
        repeatable: true,
      },
      standing: 'not_approved',
      doubts: ['It has a payout that is a percentage of each sale.'],
    },
  ])
})

test('an account is asked at the host of its network, or at one of its own', () => {
  const first = (settings: Readonly<Record<string, string>>) =>
    new URL(tune.firstPage({ key: 'k&1', settings }).url)
  assert.equal(first({ network_id: 'demo' }).origin, 'https://demo.api.hasoffers.com')
  assert.equal(first({ network_id: 'demo', api_host: 'api.own.example' }).origin, 'https://api.own.example')
  assert.equal(first({ api_host: 'http://127.0.0.1:8080/' }).origin, 'http://127.0.0.1:8080')
  assert.equal(first({ network_id: 'demo' }).searchParams.get('api_key'), 'k&1')
})

test('pages follow each other until the last that the network names', () => {
  const page = pageOf(tune, paged)
  assert.equal(page.theirs, 3)
  assert.equal(new URL(page.next?.url ?? '').searchParams.get('page'), '2')
  const last = JSON.parse(paged)
  last.response.data.page = '2'
  assert.equal(pageOf(tune, JSON.stringify(last)).next, undefined)
})

for (const data of [[], false, '', null, { page: '1', count: 0, pageCount: 0, data: [] }]) {
  test(`data of ${JSON.stringify(data)} has no offers`, () => {
    const { records, next } = pageOf(tune, reply({ data }))
    assert.deepEqual([records, next], [[], undefined])
  })
}

test('offers without pages are read as well, by their keys or as an array', () => {
  const one = recordOf({})
  assert.equal(pageOf(tune, reply({ data: { 5: one } })).records.length, 1)
  assert.equal(pageOf(tune, reply({ data: [one] })).records.length, 1)
  assert.equal(pageOf(tune, feedSample('tune-empty.json')).records.length, 0)
})

test('a pageCount without an end is no endless sequence', () => {
  const body = JSON.parse(reply({ data: { page: '1', pageCount: 999_999, data: { 5: recordOf({}) } } }))
  const page = tune.readPage({ status: 200, headers: {}, body }, sampleAccount, { page: 200, seen: 1 })
  assert.ok(!('cause' in page) && page.next === undefined)
})

for (const [message, cause] of [
  ['API usage exceeded rate limit.', 'rate_limited'],
  ['Invalid API key', 'key_refused'],
  ['Method not allowed for this account', 'key_refused'],
  ['Something is wrong', 'no_feed'],
] as const) {
  test(`“${message}” in a 200 is ${cause}, and the message has nothing of the key`, () => {
    const text = reply({ status: -1, data: '', errorMessage: message }, { api_key: 'a-secret-key' })
    const fault = faultIn(tune, text)
    assert.equal(fault.cause, cause)
    assert.ok(!fault.message.includes('secret'))
  })
}

test('the sample of a rate limit is one', () => {
  assert.equal(faultIn(tune, feedSample('tune-rate-limit.json')).cause, 'rate_limited')
})

test('a table that the network refuses is left out of the next request for the same page', () => {
  const contain = ['TrackingLink', 'Country', 'Goal']
  const refusal = { status: -1, data: '', errorMessage: 'Contain Goal is not permitted' }
  const { records, next } = pageOf(tune, reply(refusal, { contain, page: '3' }))
  const asked = new URL(next?.url ?? '').searchParams
  assert.deepEqual(records, [])
  assert.deepEqual([asked.get('page'), asked.getAll('contain[]')], ['3', ['TrackingLink', 'Country']])
})

test('a network that repeats no request is asked by the number of requests, and not again without a table', () => {
  const body = JSON.parse(reply({ data: { pageCount: 9, data: { 5: recordOf({}) } } }))
  const page = tune.readPage({ status: 200, headers: {}, body }, sampleAccount, { page: 4, seen: 3 })
  assert.ok(!('cause' in page) && page.next?.url.includes('page=5&'))
  const refusal = { status: -1, data: '', errorMessage: 'Contain Goal is not permitted' }
  assert.equal(faultIn(tune, reply(refusal)).cause, 'no_feed')
})

test('a network that refuses tables for ever is at fault', () => {
  const refusal = { status: -1, data: '', errorMessage: 'Goal is not permitted' }
  const body = JSON.parse(reply(refusal, { contain: ['Goal'], page: '1' }))
  const page = tune.readPage({ status: 200, headers: {}, body }, sampleAccount, { page: 20, seen: 0 })
  assert.ok('cause' in page)
})

for (const [type, because] of [
  ['cpa_percentage', 'is a percentage of each sale'],
  ['cpa_both', 'is an amount and a percentage of each sale'],
  ['cpc', 'is for clicks'],
] as const) {
  test(`a payout of type ${type} is a doubt and no amount`, () => {
    const { row, doubts } = read({ payout_type: type })
    assert.equal(row['revenue'], undefined)
    assert.deepEqual(doubts, [`It has a payout that ${because}.`])
  })
}

test('a payout of 0 is a doubt, and beside goals it is an event that is paid nothing', () => {
  assert.deepEqual(read({ default_payout: '0.00' }).doubts, [
    'It has a payout that is "0.00", which is nothing.',
  ])
  const goals = { 7: { id: '7', name: 'Deposit', status: 'active', default_payout: '4' } }
  assert.deepEqual(read({ default_payout: '0.00' }, { Goal: goals }).row['goals'], [
    { goal: '0', name: 'Conversion', revenue: '0', external_id: '0', default: true },
    { goal: '7', name: 'Deposit', revenue: '4', external_id: '7' },
  ])
})

test('goals that the network does not tell are a doubt', () => {
  assert.deepEqual(read({ has_goals_enabled: '1' }, { Goal: undefined }).doubts, [
    'It has goals that the network does not tell.',
  ])
})

for (const country of [undefined, null, 'US', [{ name: 'Austria' }], [null]]) {
  test(`countries that are ${JSON.stringify(country)} are not told, which is a doubt`, () => {
    const { row, doubts } = read({}, { Country: country })
    assert.deepEqual([row['countries'], doubts], [undefined, ['The network does not tell its countries.']])
  })
}

test('an empty list of countries, however PHP writes it, is for all of them', () => {
  for (const country of [[], {}, false, '']) assert.deepEqual(read({}, { Country: country }).doubts, [])
})

test('an offer with goals whose table is null is a doubt, and one without goals is none', () => {
  const doubts = ['It has goals that the network does not tell.']
  assert.deepEqual(read({ has_goals_enabled: '1' }, { Goal: null }).doubts, doubts)
  assert.deepEqual(read({ has_goals_enabled: '0' }, { Goal: undefined }).doubts, [])
})

test('an offer whose link the network refuses is not approved', () => {
  assert.equal(read({}, { TrackingLink: undefined }).standing, 'not_approved')
})

for (const [offer, standing] of [
  [{}, 'open'],
  [{ require_approval: '1' }, 'not_approved'],
  [{ require_approval: '1', approval_status: 'approved' }, 'open'],
  [{ approval_status: 'pending' }, 'not_approved'],
  [{ status: 'paused' }, 'ended'],
  [{ is_expired: '1' }, 'ended'],
] as const) {
  test(`an offer with ${JSON.stringify(offer)} is ${standing}`, () => {
    assert.equal(read(offer).standing, standing)
  })
}

test('dates of zeros and caps of 0 are none', () => {
  const { row, doubts } = read({ expiration_date: '0000-00-00 00:00:00', conversion_cap: '0' })
  assert.deepEqual([row['ends_at'], row['daily_cap'], doubts], [undefined, undefined, []])
})
