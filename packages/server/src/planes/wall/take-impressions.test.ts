import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { perAddressMax } from '@quoin/core/impressions/impression-gate.ts'
import { createWorld, type World } from '../../../../../test/support/world.ts'
import { createApp, type CreatedApp } from '../../features/apps/create-app.ts'
import { deleteDemo } from '../../store/demo/remove-demo.ts'
import { beaconsPerMinute } from './take-impressions.ts'

let world: World
let offers: number[]
const browser =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'

before(async () => {
  world = await createWorld({ app: { allowedOrigins: ['https://site.example'] } })
  offers = await world.addOffers(Array.from({ length: 4 }, () => ({})))
})
after(() => world.close())

interface Beacon {
  readonly userId?: string
  readonly apiKey?: string
  readonly offerIds?: readonly (number | string)[]
  readonly headers?: Readonly<Record<string, string>>
  readonly address?: string
}

async function send({ userId = 'ada', apiKey, offerIds = offers, headers = {}, address }: Beacon = {}) {
  return await world.call({
    method: 'POST',
    path: '/wall/impressions',
    query: { apiKey: apiKey ?? world.app.live.apiKey, userId },
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': browser, ...headers },
    body: new URLSearchParams({ offers: offerIds.join(',') }).toString(),
    ...(address === undefined ? {} : { address }),
  })
}

async function newApp(): Promise<CreatedApp> {
  return await createApp(world.ports, { name: 'Other', publisher: 'Other', allowedOrigins: [] })
}

async function rowsOf(appId: number): Promise<{ offer_id: number; impressions: number }[]> {
  await world.open.impressions.write()
  return await world.ports.db.query(
    `select offer_id, sum(impressions)::int as impressions from impressions where app_id = $1
     group by offer_id order by offer_id`,
    [appId],
  )
}

describe('a beacon', () => {
  test('counts each offer once for a user and day, in one row for all users of an hour', async () => {
    for (const userId of ['ada', 'bob', 'ada']) assert.equal((await send({ userId })).statusCode, 204)
    assert.deepEqual(
      await rowsOf(world.app.appId),
      offers.map((offer_id) => ({ offer_id, impressions: 2 })),
    )
    const [{ rows } = { rows: 0 }] = await world.ports.db.query<{ rows: number }>(
      'select count(*)::int as rows from impressions',
      [],
    )
    assert.equal(rows, offers.length)
  })

  test('with another app’s key changes nothing of an app, and a test key, a tool and an unknown offer count nowhere', async () => {
    const before = await rowsOf(world.app.appId)
    const other = await newApp()
    await send({ apiKey: other.live.apiKey, userId: 'eve' })
    await send({ apiKey: world.app.test.apiKey, userId: 'tester' })
    await send({ userId: 'tool', headers: { 'user-agent': 'curl/8.0' } })
    await send({ userId: 'eve', offerIds: [999_999] })
    assert.deepEqual(await rowsOf(world.app.appId), before)
    assert.equal((await rowsOf(other.appId)).length, offers.length)
  })

  test('for made-up users from one address counts up to a bound', async () => {
    const other = await newApp()
    const [offer = 0] = offers
    for (let user = 0; user < perAddressMax + 20; user += 1) {
      await send({ apiKey: other.live.apiKey, userId: `u${user}`, offerIds: [offer], address: '9.9.9.9' })
    }
    assert.deepEqual(await rowsOf(other.appId), [{ offer_id: offer, impressions: perAddressMax }])
  })

  test('comes from our pages and the app’s sites, so often a minute from one address', async () => {
    const other = await newApp()
    const from = (origin: string) =>
      send({ apiKey: other.live.apiKey, headers: { origin, 'sec-fetch-site': 'cross-site' } })
    assert.equal((await from('https://else.example')).statusCode, 401)
    const own = { origin: 'https://site.example', 'sec-fetch-site': 'cross-site' }
    assert.equal((await send({ headers: own })).statusCode, 204)
    const statuses: number[] = []
    for (let sent = 0; sent <= beaconsPerMinute; sent += 1)
      statuses.push((await send({ address: '1.1.1.1' })).statusCode)
    assert.deepEqual([statuses.at(-2), statuses.at(-1)], [204, 429])
  })

  for (const offerIds of [[], ['x'], Array.from({ length: 101 }, (_, id) => id + 1)])
    test(`with ${offerIds.length === 1 ? 'a word' : offerIds.length} for offers is refused by the envelope`, async () => {
      const answer = await send({ offerIds })
      assert.equal(answer.statusCode, 400)
      assert.equal(answer.json().error.code, 'INVALID_REQUEST')
    })
})

test('while the database is away sums wait and are added once it is back', async () => {
  const other = await newApp()
  await send({ apiKey: other.live.apiKey })
  const { database } = world.database
  await database.query('alter table impressions rename to impressions_away', [])
  await world.open.impressions.write()
  await send({ apiKey: other.live.apiKey, userId: 'bob' })
  await database.query('alter table impressions_away rename to impressions', [])
  assert.deepEqual(
    await rowsOf(other.appId),
    offers.map((offer_id) => ({ offer_id, impressions: 2 })),
  )
})

test('reports tell impressions, click-through rate and eCPM; none where they are not counted so', async () => {
  const other = await newApp()
  const [shown = 0, only = 0] = offers
  for (let user = 0; user < 8; user += 1)
    await send({ apiKey: other.live.apiKey, userId: `r${user}`, offerIds: [shown, only] })
  await world.open.impressions.write()
  const query = { offerId: String(shown), apiKey: other.live.apiKey, userId: 'r0' }
  const { headers } = await world.get('/track', { query, headers: { 'user-agent': browser } })
  const clickId = new URL(String(headers.location)).searchParams.get('click_id') ?? ''
  await world.get('/postback', { query: { click_id: clickId, payout: '2.00', status: 'approved' } })
  const day = new Date(world.clock.nowMs()).toISOString().slice(0, 10)
  const ask = async (more: Readonly<Record<string, string>>) => {
    const asked = { from: day, to: day, interval: 'total', ...more }
    const keys = { 'x-api-key': other.live.apiKey, 'x-api-secret': other.live.apiSecret }
    const answer = await world.get('/api/v1/stats', { query: asked, headers: keys })
    assert.equal(answer.statusCode, 200, answer.body)
    return answer.json().data as Record<string, number | null>[]
  }
  const [first, second] = await ask({ groupBy: 'offer' })
  assert.deepEqual([first?.['impressions'], first?.['clicks'], first?.['click_through_rate']], [8, 1, 0.125])
  assert.equal(first?.['ecpm'], ((first?.['payout'] ?? 0) * 1_000) / 8)
  assert.deepEqual(
    [second?.['offer_id'], second?.['impressions'], second?.['clicks'], second?.['ecpm']],
    [only, 8, 0, 0],
  )
  const [all] = await ask({})
  assert.equal(all?.['impressions'], 16)
  for (const more of [{ groupBy: 'subId' }, { groupBy: 'status' }, { timezone: 'Asia/Kathmandu' }])
    assert.equal((await ask(more))[0]?.['impressions'], null)
})

test('old sums are deleted, and the demo’s go with it', async () => {
  const { clock, ports } = world
  await send({ userId: 'last' })
  await world.open.impressions.write()
  assert.equal(
    await ports.store.impressions.deleteOldImpressions(ports.db, clock.nowMs() - 86_400_000, 10),
    0,
  )
  await ports.db.query('update publishers set is_demo = true', [])
  await ports.db.transaction((tx) => deleteDemo(tx))
  assert.equal((await rowsOf(world.app.appId)).length, 0)
})
