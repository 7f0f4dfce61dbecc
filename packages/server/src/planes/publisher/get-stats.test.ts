import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { rollUpAll } from '../../../../../test/support/roll-up-all.ts'
import { type CallOptions, createWorld, type World } from '../../../../../test/support/world.ts'
import { checkStats } from '../../features/stats/check-stats.ts'

let world: World
let offerId = 0
before(async () => {
  world = await createWorld()
  offerId = await world.addOffer({ payout: '1.10', revenue: '1.50' })
})
after(() => world.close())

const browser =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36'

type Row = Readonly<Record<string, unknown>>

async function stats(query: CallOptions['query'], headers = world.credentials): Promise<Row[]> {
  const response = await world.get('/api/v1/stats', { query: query ?? {}, headers })
  assert.equal(response.statusCode, 200, response.body)
  return response.json().data
}

async function refusal(query: CallOptions['query']): Promise<string> {
  const response = await world.get('/api/v1/stats', { query: query ?? {}, headers: world.credentials })
  assert.equal(response.statusCode, 400, response.body)
  return response
    .json()
    .error.details.map(({ field, rule }: Row) => `${field} ${rule}`)
    .join(', ')
}

async function click(userId: string, subId?: string, key = world.app.live.apiKey): Promise<string> {
  const response = await world.get('/track', {
    query: { offerId: `${offerId}`, apiKey: key, userId, ...(subId === undefined ? {} : { subId }) },
    headers: { 'user-agent': browser },
  })
  assert.equal(response.statusCode, 302)
  return new URL(String(response.headers['location'])).searchParams.get('click_id') ?? ''
}

async function report(clickId: string, status: string): Promise<void> {
  const response = await world.get('/postback', { query: { click_id: clickId, payout: '1.50', status } })
  assert.equal(response.statusCode, 200, response.body)
}

const today = () => new Date(world.clock.nowMs()).toISOString().slice(0, 10)

test('a publisher reads what has happened, to the last click, rolled up or not', async () => {
  const day = { from: today(), to: today() }
  assert.deepEqual(await stats(day), [])
  const [first, , third] = [await click('anna', 'banner'), await click('anna'), await click('ben')]
  world.clock.advance({ seconds: 60 })
  await report(first, 'approved')
  await report(third, 'pending')
  const [row, ...others] = await stats(day)
  assert.deepEqual(others, [])
  const { from, until, local_time, time_to_credit, ...figures } = row ?? {}
  assert.deepEqual(figures, {
    impressions: 0,
    click_through_rate: null,
    ecpm: null,
    clicks: 3,
    unique_clicks: 2,
    fallback_clicks: 0,
    bot_clicks: 0,
    conversions: 2,
    pending: 1,
    approved: 1,
    rejected: 0,
    reversed: 0,
    payout: 1.1,
    payout_pending: 1.1,
    payout_reversed: 0,
    conversion_rate: 0.666667,
    epc: 0.366667,
    reversal_rate: 0,
  })
  assert.equal(local_time, `${today()}T00:00`)
  assert.equal(Number(until) - Number(from), 86_400)
  const { median } = time_to_credit as { median: number } // its shape is checked against the contract
  assert.ok(median >= 55 && median <= 65, `${median} s for 60 s`)
  await rollUpAll(world.ports)
  assert.deepEqual(await stats(day), [row])
  await report(first, 'reversed')
  const [reversed] = await stats(day)
  assert.deepEqual(
    [reversed?.['approved'], reversed?.['reversed'], reversed?.['payout'], reversed?.['payout_reversed']],
    [0, 1, 0, 1.1],
  )
  assert.equal(reversed?.['reversal_rate'], 1)
})

test('rows are grouped by what is asked for, and their sums stay the same', async () => {
  const day = { from: today(), to: today(), interval: 'total' }
  const bySub = await stats({ ...day, groupBy: 'offer,subId' })
  assert.deepEqual(
    bySub.map((row) => [row['offer_id'], row['sub_id'], row['clicks'], row['reversed'], row['pending']]),
    [
      [offerId, '', 2, 0, 1],
      [offerId, 'banner', 1, 1, 0],
    ],
  )
  const byStatus = await stats({ ...day, groupBy: 'status' })
  assert.deepEqual(
    byStatus.map((row) => [row['status'], row['clicks'], row['pending'], row['reversed']]),
    [
      [null, 3, 0, 0],
      // None is approved any more, but how long the first approval took is still known.
      ['approved', 0, 0, 0],
      ['pending', 0, 1, 0],
      ['reversed', 0, 0, 1],
    ],
  )
  assert.deepEqual(
    (await stats({ ...day, subId: 'banner' })).map((row) => row['clicks']),
    [1],
  )
  assert.deepEqual(await stats({ ...day, offerId: '999999' }), [])
})

test('hours and days begin where the time zone has them', async () => {
  const hours = await stats({ from: today(), to: today(), interval: 'hour', timezone: 'Asia/Kathmandu' })
  assert.ok(hours.length >= 1)
  for (const hour of hours) {
    // Kathmandu is 5 hours and 45 minutes ahead.
    assert.equal((Number(hour['from']) + 45 * 60) % 3_600, 0)
    assert.match(String(hour['local_time']), /:00$/)
  }
})

test('test mode and other apps enter nothing and see nothing', async () => {
  const before = await stats({ from: today(), to: today() })
  await report(await click('anna', undefined, world.app.test.apiKey), 'approved')
  assert.deepEqual(await stats({ from: today(), to: today() }), before)
  assert.deepEqual(await stats({ from: today(), to: today() }, world.testCredentials), [])
})

test('an erased user is counted as before, but under no sub id', async () => {
  const day = { from: today(), to: today(), interval: 'total' }
  await rollUpAll(world.ports)
  await click('anna', 'mail')
  const [before] = await stats(day)
  const erasure = await world.call({
    method: 'DELETE',
    path: '/api/v1/users/anna',
    headers: world.credentials,
  })
  assert.equal(erasure.statusCode < 300, true, erasure.body)
  assert.deepEqual(await stats(day), [before])
  const bySub = await stats({ ...day, groupBy: 'subId' })
  assert.deepEqual(
    bySub.map((row) => row['sub_id']),
    [''],
  )
  assert.deepEqual((await checkStats(world.ports, {})).differences, [])
  await rollUpAll(world.ports)
  assert.deepEqual((await checkStats(world.ports, {})).differences, [])
})

for (const [title, query, refused] of [
  ['no range', {}, 'from required, to required'],
  ['a day that does not exist', { from: '2026-02-30', to: '2026-03-01' }, 'from date'],
  ['an end before the start', { from: '2026-03-02', to: '2026-03-01' }, 'to range'],
  ['too many days', { from: '2025-01-01', to: '2026-11-01' }, 'to range'],
  ['too many hours', { from: '2026-10-01', to: '2026-11-01', interval: 'hour' }, 'to range'],
  [
    'a zone that does not exist',
    { from: '2026-11-01', to: '2026-11-01', timezone: 'Mars/Base' },
    'timezone timezone',
  ],
  ['a group that does not exist', { from: '2026-11-01', to: '2026-11-01', groupBy: 'user' }, 'groupBy enum'],
  ['a group twice', { from: '2026-11-01', to: '2026-11-01', groupBy: 'offer,offer' }, 'groupBy enum'],
] as const) {
  test(`refused with a reason: ${title}`, async () => assert.equal(await refusal(query), refused))
}
