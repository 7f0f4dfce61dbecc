import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertError, assertSuccess } from '../../../../../../test/support/assert-answer.ts'
import { followOffer, tell } from '../../../../../../test/support/conversions.ts'
import { createWorld, type World } from '../../../../../../test/support/world.ts'
import { createApp } from '../../../features/apps/create-app.ts'
import { addListEntry } from '../../../features/lists/add-list-entry.ts'
import { openSession } from '../../../features/credentials/open-session.ts'

let world: World
before(async () => {
  world = await createWorld({ environment: { RATE_LIMIT_PER_MINUTE: '100000' } })
})
after(() => world.close())

interface Listed {
  readonly ids: number[]
  readonly total: number
}

async function list(query: Record<string, string> = {}, headers = world.credentials): Promise<Listed> {
  const response = await world.get('/api/v1/offers', {
    query: { userId: 'user-42', limit: '100', ...query },
    headers,
  })
  const offers = assertSuccess<{ offer_id: number }[]>(response)
  return { ids: offers.map(({ offer_id }) => offer_id), total: response.json().meta.total }
}

async function isListed(
  offerId: number,
  query: Record<string, string> = {},
  headers = world.credentials,
): Promise<boolean> {
  const { ids, total } = await list({ offerIds: String(offerId), ...query }, headers)
  assert.equal(total, ids.length)
  return ids.includes(offerId)
}

async function convert(
  offerId: number,
  { userId = 'user-42', status = 'approved', apiKey = world.app.live.apiKey } = {},
): Promise<string> {
  const clickId = await followOffer(world, { offerId, userId, apiKey })
  assertSuccess(await tell(world, { query: { click_id: clickId, payout: '1.50', status } }))
  return clickId
}

for (const [status, isGone] of [
  ['approved', true],
  ['pending', true],
  ['rejected', false],
] as const) {
  test(`not listed: an offer whose conversion is ${status} is ${isGone ? 'gone' : 'still'} on the user's list, at once`, async () => {
    const offerId = await world.addOffer()
    await convert(offerId, { status })
    assert.equal(await isListed(offerId), !isGone)
    assert.equal(await isListed(offerId, { userId: 'User-42' }), true)
    assert.equal(await isListed(offerId, { userId: 'user-43' }), true)
  })
}

test('not listed: a repeatable offer stays on the list of who completed it', async () => {
  const offerId = await world.addOffer({ repeatable: 'yes' })
  await convert(offerId)
  assert.equal(await isListed(offerId), true)
})

test('not listed: what is left out is left out of total and pages, too', async () => {
  const ids = await world.addOffers([{ payout: '31' }, { payout: '32' }, { payout: '33' }, { payout: '34' }])
  const [first = 0, second = 0, third = 0, fourth = 0] = ids
  await convert(third, { userId: 'pager' })
  const page = (offset: number) =>
    list({ userId: 'pager', minPayout: '31', limit: '2', offset: String(offset) })
  assert.deepEqual(await page(0), { ids: [fourth, second], total: 3 })
  assert.deepEqual(await page(2), { ids: [first], total: 3 })
})

test('test mode: what test credentials complete is gone from the test list only, and the other way round', async () => {
  const offerId = await world.addOffer()
  await convert(offerId, { apiKey: world.app.test.apiKey })
  assert.equal(await isListed(offerId, {}, world.testCredentials), false)
  assert.equal(await isListed(offerId), true)
  await convert(offerId)
  assert.equal(await isListed(offerId), false)
})

test("another app's users are other users, also under the same id", async () => {
  const { live } = await createApp(world.ports, { name: 'Other', publisher: 'Other' })
  const offerId = await world.addOffer()
  await convert(offerId)
  const headers = { 'x-api-key': live.apiKey, 'x-api-secret': live.apiSecret }
  assert.deepEqual((await list({ offerIds: String(offerId) }, headers)).ids, [offerId])
})

test('not listed: an offer whose daily cap is used up is gone for everybody, until the next UTC day', async () => {
  const offerId = await world.addOffer({ daily_cap: '1' })
  await convert(offerId, { userId: 'first' })
  assert.equal(await isListed(offerId, { userId: 'somebody' }), false)
  world.clock.advance({ days: 1 })
  await world.open.exclusions.refreshCapped()
  assert.equal(await isListed(offerId, { userId: 'somebody' }), true)
})

test('not listed: an offer whose total cap is used up', async () => {
  const offerId = await world.addOffer({ total_cap: '2' })
  await convert(offerId, { userId: 'first' })
  assert.equal(await isListed(offerId, { userId: 'somebody' }), true)
  await convert(offerId, { userId: 'second' })
  assert.equal(await isListed(offerId, { userId: 'somebody' }), false)
})

test('not listed: an offer before its start and from its end on, to the second', async () => {
  const atSec = Math.floor(world.clock.nowMs() / 1000)
  const iso = (sec: number) => new Date(sec * 1000).toISOString().replace('.000Z', 'Z')
  const offerId = await world.addOffer({ starts_at: iso(atSec + 10), ends_at: iso(atSec + 20) })
  const listedAfter = async (seconds: number) => {
    world.clock.advance({ ms: (atSec + seconds) * 1000 - world.clock.nowMs() })
    return isListed(offerId)
  }
  assert.equal(await listedAfter(9), false)
  assert.equal(await listedAfter(10), true)
  assert.equal(await listedAfter(19), true)
  assert.equal(await listedAfter(20), false)
})

test('a paused offer is not listed, and a resumed one is', async () => {
  const offerId = await world.addOffer({ external_id: 'pausing', status: 'paused' })
  assert.equal(await isListed(offerId), false)
  assert.equal(await world.addOffer({ external_id: 'pausing', status: 'active' }), offerId)
  assert.equal(await isListed(offerId), true)
})

test('test mode: test offers are listed to test credentials only, along with the live ones', async () => {
  const [live = 0, sandbox = 0] = await world.addOffers([{}, {}])
  await world.ports.db.query('update offers set is_test = true where id = $1', [sandbox])
  await world.ports.snapshots.refresh('catalogue')
  const both = { offerIds: `${live},${sandbox}`, sort: 'oldest' }
  assert.deepEqual((await list(both)).ids, [live])
  assert.deepEqual((await list(both, world.testCredentials)).ids, [live, sandbox])
})

test('not listed: a blocked user sees none, and everybody else what there is', async () => {
  const offerId = await world.addOffer()
  const block = {
    kind: 'user',
    action: 'block',
    appId: world.app.appId,
    reason: 'test',
    actor: 'test',
  } as const
  await addListEntry(world.ports, { ...block, value: 'blocked-user' })
  assert.deepEqual(await list({ userId: 'blocked-user' }), { ids: [], total: 0 })
  assert.equal(await isListed(offerId, { userId: 'blocked-user-2' }), true)
  await addListEntry(world.ports, { ...block, value: 'blocked-user', action: 'allow' })
  assert.equal(await isListed(offerId, { userId: 'blocked-user' }), true)
})

test('not listed: a blocked address of the end user; the address of a server is nobody', async () => {
  const offerId = await world.addOffer()
  const block = {
    kind: 'address',
    action: 'block',
    appId: null,
    value: '198.51.100.66',
    reason: 'test',
    actor: 'test',
  } as const
  await addListEntry(world.ports, block)
  const query = { offerIds: String(offerId) }
  assert.deepEqual((await list({ ...query, ip: '198.51.100.66' })).ids, [])
  const ask = (headers: Readonly<Record<string, string>>) =>
    world.get('/api/v1/offers', { query: { userId: 'u', ...query }, headers, address: '198.51.100.66' })
  assert.equal(assertSuccess<unknown[]>(await ask(world.credentials)).length, 1)
  const { token } = openSession(world.ports, { apiKey: world.app.live.apiKey, userId: 'u' })
  assert.equal(assertSuccess<unknown[]>(await ask({ authorization: `Bearer ${token}` })).length, 0)
})

test('a list whose look-up the database does not answer is 503 with Retry-After', async () => {
  const away = await createWorld()
  await away.database.database.close()
  const response = await away.get('/api/v1/offers', { query: { userId: 'u' }, headers: away.credentials })
  assertError(response, 503, 'SERVER_ERROR')
  assert.match(String(response.headers['retry-after']), /^[1-9]\d*$/)
  assert.equal(response.headers['x-ratelimit-remaining'], '99')
  await away.close()
})
