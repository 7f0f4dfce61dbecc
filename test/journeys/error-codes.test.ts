import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertError, assertSuccess, rulesOf } from '../support/assert-answer.ts'
import { followOffer, tell } from '../support/conversions.ts'
import { failReads } from '../support/failing-table.ts'
import { createWorld, type World } from '../support/world.ts'

/** One journey per code of the contract: a caller makes the mistake everywhere it can be made, and then gets it right. */
let world: World
let offerId: number
before(async () => {
  world = await createWorld()
  offerId = await world.addOffer()
})
after(() => world.close())

const list = (
  headers: Readonly<Record<string, string>>,
  query: Record<string, string> = { userId: 'u' },
  at = world,
) => at.get('/api/v1/offers', { query, headers })

test('INVALID_API_KEY, 401: missing, invalid or expired, on every endpoint that asks for a key', async () => {
  const { apiSecret } = world.app.live
  for (const headers of [
    {},
    { 'x-api-secret': apiSecret },
    { 'x-api-key': 'pk_live_wrong', 'x-api-secret': apiSecret },
  ]) {
    assertError(await list(headers), 401, 'INVALID_API_KEY')
    for (const path of [
      '/api/v1/fingerprint',
      '/v1/conversions',
      '/api/v1/conversions',
      '/api/v1/sessions',
    ]) {
      assertError(await world.post(path, { headers, body: {} }), 401, 'INVALID_API_KEY')
    }
  }
  for (const apiKey of [undefined, 'pk_live_wrong', world.app.live.apiSecret]) {
    const query = { offerId: String(offerId), userId: 'u', ...(apiKey === undefined ? {} : { apiKey }) }
    assertError(await world.get('/track', { query }), 401, 'INVALID_API_KEY')
  }
  assertSuccess(await list(world.credentials))
})

test('INVALID_API_SECRET, 401: missing or invalid, on every endpoint that asks for a secret', async () => {
  const key = { 'x-api-key': world.app.live.apiKey }
  for (const headers of [
    key,
    { ...key, 'x-api-secret': 'sk_live_wrong' },
    { ...key, 'x-api-secret': world.app.test.apiSecret },
  ]) {
    assertError(await list(headers), 401, 'INVALID_API_SECRET')
    for (const path of [
      '/api/v1/fingerprint',
      '/v1/conversions',
      '/api/v1/conversions',
      '/api/v1/sessions',
    ]) {
      assertError(await world.post(path, { headers, body: {} }), 401, 'INVALID_API_SECRET')
    }
  }
  assertSuccess(await list(world.credentials))
})

test('RATE_LIMIT_EXCEEDED, 429: too many requests; the headers say when to come back, and then it works', async () => {
  const limited = await createWorld()
  const ask = () => list(limited.credentials, { userId: 'u' }, limited)
  const first = await ask()
  // The rate is read from the header, since the contract states two.
  const limit = Number(first.headers['x-ratelimit-limit'])
  assert.ok(limit === 100 || limit === 60)
  for (let call = 1; call < limit; call += 1) assertSuccess(await ask())
  const refused = await ask()
  assertError(refused, 429, 'RATE_LIMIT_EXCEEDED')
  assert.equal(refused.headers['x-ratelimit-remaining'], '0')
  const resetSec = Number(refused.headers['x-ratelimit-reset'])
  const nowSec = refused.json().meta.timestamp
  assert.ok(resetSec > nowSec && resetSec <= nowSec + 60)
  limited.clock.advance({ seconds: Number(refused.headers['retry-after']) })
  assertSuccess(await ask())
  await limited.close()
})

test('INVALID_REQUEST, 400: malformed or missing parameters, each named, on every endpoint', async () => {
  const headers = world.credentials
  assert.deepEqual(rulesOf(assertError(await list(headers, { limit: '0' }), 400, 'INVALID_REQUEST')), [
    'userId required',
    'limit range',
  ])
  for (const [path, rules] of [
    ['/api/v1/fingerprint', ['fingerprint_hash required', 'user_id required']],
    ['/v1/conversions', ['userId required', 'offerId required']],
    ['/api/v1/sessions', ['userId required']],
  ] as const) {
    assert.deepEqual(
      rulesOf(assertError(await world.post(path, { headers, body: {} }), 400, 'INVALID_REQUEST')),
      rules,
    )
    assert.equal(assertError(await world.post(path, { headers, body: '{' }), 400, 'INVALID_REQUEST'), null)
  }
  const visit = await world.get('/track', { query: { apiKey: world.app.live.apiKey } })
  assert.deepEqual(rulesOf(assertError(visit, 400, 'INVALID_REQUEST')), [
    'offerId required',
    'userId required',
  ])
  const postback = await world.get('/postback')
  assert.deepEqual(rulesOf(assertError(postback, 400, 'INVALID_REQUEST')), [
    'click_id required',
    'payout required',
    'status required',
  ])
})

test('RESOURCE_NOT_FOUND, 404: an offer, a click or an endpoint that does not exist', async () => {
  const nowhere = 987_654_321
  const claim = await world.post('/v1/conversions', {
    headers: world.credentials,
    body: { userId: 'u', offerId: nowhere },
  })
  assertError(claim, 404, 'RESOURCE_NOT_FOUND')
  const visit = await world.get('/track', {
    query: { offerId: String(nowhere), apiKey: world.app.live.apiKey, userId: 'u' },
  })
  assertError(visit, 404, 'RESOURCE_NOT_FOUND')
  const query = { click_id: world.ports.newId(), payout: '1', status: 'approved' }
  assertError(await tell(world, { query }), 404, 'RESOURCE_NOT_FOUND')
  assertError(await tell(world, { query: { ...query, click_id: 'no-uuid' } }), 404, 'RESOURCE_NOT_FOUND')
  for (const path of ['/api/v2/offers', '/api/v1/nothing', '/offers']) {
    assertError(await world.get(path, { headers: world.credentials }), 404, 'RESOURCE_NOT_FOUND')
  }
  const clickId = await followOffer(world, { offerId })
  assertSuccess(await tell(world, { query: { ...query, click_id: clickId } }))
})

test('SERVER_ERROR, 500: a failure inside says nothing of itself outside, and is logged with its request id', async () => {
  const broken = await createWorld()
  const mend = await failReads(broken.ports.db, 'conversions')
  const failed = await list(broken.credentials, { userId: 'u' }, broken)
  assert.equal(assertError(failed, 500, 'SERVER_ERROR'), null)
  assert.doesNotMatch(failed.body, /conversions|on purpose|select|\.ts/)
  assert.equal(failed.headers['retry-after'], undefined)
  const logged = broken.log.lines.filter((line) => line.startsWith('error'))
  assert.equal(logged.length, 1)
  assert.match(logged[0] ?? '', /the table conversions fails on purpose/)
  assert.ok(logged[0]?.includes(failed.json().meta.request_id))
  await mend()
  assertSuccess(await list(broken.credentials, { userId: 'u' }, broken))
  await broken.close()
})

test('SERVER_ERROR, 503: while the database is away, with Retry-After, and the same envelope on every endpoint', async () => {
  const away = await createWorld()
  const clickId = away.ports.newId()
  await away.database.database.close()
  const { credentials: headers } = away
  for (const answer of [
    await list(headers, { userId: 'u' }, away),
    await away.post('/api/v1/fingerprint', { headers, body: { fingerprint_hash: 'h', user_id: 'u' } }),
    await away.post('/v1/conversions', { headers, body: { userId: 'u', offerId: 1 } }),
    await away.get('/postback', { query: { click_id: clickId, payout: '1', status: 'approved' } }),
  ]) {
    assert.equal(assertError(answer, 503, 'SERVER_ERROR'), null)
    assert.match(String(answer.headers['retry-after']), /^[1-9]\d*$/)
  }
  // Calls that need no database go on, and mistakes are still told apart.
  assertSuccess(await away.post('/api/v1/sessions', { headers, body: { userId: 'u' } }), 201)
  assertSuccess(await away.get('/livez'))
  assertError(await list({}, { userId: 'u' }, away), 401, 'INVALID_API_KEY')
  assertError(await list(headers, {}, away), 400, 'INVALID_REQUEST')
  assertError(await away.get('/nowhere'), 404, 'RESOURCE_NOT_FOUND')
  await away.close()
})
