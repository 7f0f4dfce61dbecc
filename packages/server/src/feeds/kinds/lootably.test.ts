import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  faultIn,
  feedSample,
  offersOf,
  pageOf,
  sampleAccount,
} from '../../../../../test/support/feed-samples.ts'
import { lootably } from './lootably.ts'

test('the sample is read exactly', () => {
  assert.deepEqual(offersOf(lootably, feedSample('lootably.json')), [
    {
      externalId: 'a-1',
      row: {
        external_id: 'a-1',
        name: 'Survey',
        description: 'Answer',
        image_url: 'https://img.example/a.png',
        categories: ['survey'],
        countries: ['US'],
        destination_url: 'https://trk.example/s?p=1&u={click_id}',
      },
      standing: 'open',
      doubts: ['It has a payout that is "variable", no fixed amount.'],
    },
    {
      externalId: 'a-2',
      row: {
        external_id: 'a-2',
        name: 'Game',
        description: 'Reach',
        countries: ['US', 'CA'],
        platforms: ['android'],
        destination_url: 'https://trk.example/s?p=2&u={click_id}',
        goals: [
          { goal: 'g1', name: 'Install', revenue: '0.2', external_id: 'g1' },
          { goal: 'g2', name: 'L5', revenue: '1.3', external_id: 'g2' },
        ],
      },
      standing: 'open',
      doubts: [],
    },
  ])
})

test('key and placement stand in the body, and never in the address', () => {
  const { method, url, body } = lootably.firstPage({ key: 'k', settings: { placement_id: 'p-1' } })
  assert.deepEqual([method, url], ['POST', 'https://api.lootably.com/api/v2/offers/get'])
  assert.deepEqual(JSON.parse(body ?? ''), { apiKey: 'k', placementID: 'p-1' })
})

test('the older shape is read as well, and one page is all', () => {
  const page = pageOf(lootably, '{"success":true,"data":[{"offerID":"a"}]}')
  assert.deepEqual([page.records.length, page.next], [1, undefined])
})

for (const [message, cause] of [
  ['Invalid API key', 'key_refused'],
  ['Too many requests', 'rate_limited'],
  ['Oops', 'no_feed'],
] as const) {
  test(`success false with “${message}” in a 200 is ${cause}`, () => {
    assert.equal(faultIn(lootably, JSON.stringify({ success: false, message, data: null })).cause, cause)
  })
}

function read(own: object) {
  const offer = lootably.readRecord(
    { offerID: 'a', name: 'A', revenue: 1.5, link: 'https://t.example/?u={userID}', ...own },
    sampleAccount,
  )
  assert.ok(offer)
  return offer
}

test('a goal with a variable payout has no amount, and the others keep theirs', () => {
  const goals = [
    { goalID: 'g1', description: 'Install', revenue: 0 },
    { goalID: 'g2', description: 'Buy', revenue: 'variable' },
  ]
  const { row, doubts } = read({ goals, revenue: undefined })
  assert.deepEqual(row['goals'], [
    { goal: 'g1', name: 'Install', revenue: '0', external_id: 'g1' },
    { goal: 'g2', name: 'Buy', external_id: 'g2' },
  ])
  assert.deepEqual(doubts, ['Goal “Buy” has a payout that is "variable", no fixed amount.'])
})

test('one goal alone is a goal, because postbacks name it', () => {
  const { row } = read({ goals: [{ goalID: 'g1', description: 'Install', revenue: 1 }] })
  assert.deepEqual(row['goals'], [{ goal: 'g1', name: 'Install', revenue: '1', external_id: 'g1' }])
})

test('a link without a place for the user is a doubt', () => {
  assert.equal(
    read({ link: 'https://t.example/?u=%7BuserID%7D' }).row['destination_url'],
    'https://t.example/?u={click_id}',
  )
  assert.equal(read({ link: 'https://t.example/' }).doubts.length, 1)
  assert.equal(read({ link: '' }).standing, 'not_approved')
})

test('countries and devices that are no list are read, and those that name none are a doubt', () => {
  const { row } = read({ countries: 'US', devices: 'android' })
  assert.deepEqual([row['countries'], row['platforms']], [['US'], ['android']])
  assert.deepEqual(read({ countries: [null], devices: [{}] }).doubts, [
    'Countries: have a rule that names no country.',
    'Platforms: have a rule that names no platform.',
  ])
})
