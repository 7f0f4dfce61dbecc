import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { formatCredential } from '@quoin/core/credentials/credential.ts'
import { assertError, assertSuccess, rulesOf } from '../../../../test/support/assert-answer.ts'
import { type CallOptions, createWorld, type World } from '../../../../test/support/world.ts'
import { createApp } from '../features/apps/create-app.ts'

let world: World
before(async () => {
  world = await createWorld({
    environment: { RATE_LIMIT_PER_MINUTE: '100000', FAILED_CREDENTIALS_PER_MINUTE: '100000' },
  })
})
after(() => world.close())

const unknownKey = formatCredential({ kind: 'pk', mode: 'live', cell: 0 }, new Uint8Array(16))
const unknownSecret = formatCredential({ kind: 'sk', mode: 'live', cell: 0 }, new Uint8Array(32))

/** The three ways of the contract, for an endpoint of each kind that takes them. */
function ways(apiKey: string | undefined, apiSecret: string | undefined): [string, CallOptions][] {
  const given = {
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(apiSecret === undefined ? {} : { apiSecret }),
  }
  const headers = {
    ...(apiKey === undefined ? {} : { 'X-API-Key': apiKey }),
    ...(apiSecret === undefined ? {} : { 'X-API-Secret': apiSecret }),
  }
  const list = { path: '/api/v1/offers', query: { userId: 'user-42' } }
  const session = { method: 'POST', path: '/api/v1/sessions', body: { userId: 'user-42' } }
  return [
    ['query of a GET', { ...list, query: { ...list.query, ...given } }],
    ['headers of a GET', { ...list, headers }],
    ['headers of a POST', { ...session, headers }],
    ['body of a POST', { ...session, body: { ...session.body, ...given } }],
    ['query of a POST', { ...session, query: given }],
  ]
}

test('credentials are taken from the query, from headers and from the body', async () => {
  const { apiKey, apiSecret } = world.app.live
  for (const [way, request] of ways(apiKey, apiSecret)) {
    const { statusCode, body } = await world.call(request)
    assert.ok(statusCode === 200 || statusCode === 201, `${way}: ${body}`)
  }
})

test('one credential may stand in a header and the other in the query', async () => {
  const { apiKey, apiSecret } = world.app.live
  const response = await world.get('/api/v1/offers', {
    query: { userId: 'u', apiSecret },
    headers: { 'x-api-key': apiKey },
  })
  assertSuccess(response)
})

test('header names are case-insensitive', async () => {
  const { apiKey, apiSecret } = world.app.live
  for (const [key, secret] of [
    ['X-API-Key', 'X-API-Secret'],
    ['x-api-key', 'x-api-secret'],
    ['X-Api-KEY', 'x-aPI-sECRET'],
  ] as const) {
    const headers = { [key]: apiKey, [secret]: apiSecret }
    assertSuccess(await world.get('/api/v1/offers', { query: { userId: 'u' }, headers }))
  }
})

test('a missing or invalid key is INVALID_API_KEY, 401, whichever way it is sent', async () => {
  const { apiKey, apiSecret } = world.app.live
  const wrong = [
    undefined,
    '',
    unknownKey,
    apiKey.slice(0, -1),
    `${apiKey}x`,
    apiKey.toLowerCase(),
    ` ${apiKey} x`,
    apiSecret,
    'constructor',
    '__proto__',
  ]
  for (const key of wrong) {
    for (const [way, request] of ways(key, apiSecret)) {
      const response = await world.call(request)
      assert.equal(assertError(response, 401, 'INVALID_API_KEY'), null, way)
    }
  }
})

test('a missing or invalid secret is INVALID_API_SECRET, 401, whichever way it is sent', async () => {
  const { apiKey, apiSecret } = world.app.live
  const other = await createApp(world.ports, { name: 'Other', publisher: 'Other' })
  const wrong = [
    undefined,
    '',
    unknownSecret,
    apiKey,
    apiSecret.slice(0, -1),
    `${apiSecret}x`,
    other.live.apiSecret,
  ]
  for (const secret of wrong) {
    for (const [way, request] of ways(apiKey, secret)) {
      const response = await world.call(request)
      assert.equal(assertError(response, 401, 'INVALID_API_SECRET'), null, way)
    }
  }
})

test('order of checks: a wrong key is named first, even when the secret and a parameter are wrong too', async () => {
  const bad = { limit: '-1', country: 'XX' }
  const { apiKey } = world.app.live
  const list = (query: Record<string, string | string[]>) => world.get('/api/v1/offers', { query })
  assertError(await list({ ...bad, apiKey: unknownKey, apiSecret: unknownSecret }), 401, 'INVALID_API_KEY')
  assertError(await list({ ...bad, apiKey: unknownKey, apiSecret: ['a', 'b'] }), 401, 'INVALID_API_KEY')
  assertError(await list({ ...bad, apiSecret: unknownSecret }), 401, 'INVALID_API_KEY')
  assertError(await list({ ...bad, apiKey, apiSecret: unknownSecret }), 401, 'INVALID_API_SECRET')
  assertError(await list({ ...bad, apiKey }), 401, 'INVALID_API_SECRET')
  const right = await list({ ...bad, apiKey, apiSecret: world.app.live.apiSecret })
  assert.deepEqual(rulesOf(assertError(right, 400, 'INVALID_REQUEST')), [
    'userId required',
    'country country',
    'limit range',
  ])
})

test('order of checks: an unknown route is 404 whoever asks, and existence comes last', async () => {
  assertError(await world.get('/api/v1/offer'), 404, 'RESOURCE_NOT_FOUND')
  const { credentials: headers } = world
  const unknownOffer = { userId: 'u', offerId: 987_654_321 }
  const claim = (body: unknown, sent = headers) => world.post('/v1/conversions', { headers: sent, body })
  assertError(await claim(unknownOffer, {}), 401, 'INVALID_API_KEY')
  assertError(await claim({ ...unknownOffer, userId: '' }), 400, 'INVALID_REQUEST')
  assertError(await claim(unknownOffer), 404, 'RESOURCE_NOT_FOUND')
})

test('the same credential twice with different values is INVALID_REQUEST, naming it', async () => {
  const { apiKey, apiSecret } = world.app.live
  const { apiKey: testKey, apiSecret: testSecret } = world.app.test
  const headers = world.credentials
  for (const [field, request] of [
    ['apiKey', { path: '/api/v1/offers', query: { userId: 'u', apiKey: testKey }, headers }],
    ['apiSecret', { path: '/api/v1/offers', query: { userId: 'u', apiSecret: testSecret }, headers }],
    ['apiKey', { path: '/api/v1/offers', query: { userId: 'u', apiKey: [apiKey, testKey], apiSecret } }],
    ['apiSecret', { path: '/api/v1/offers', query: { userId: 'u', apiKey, apiSecret: [apiSecret, ''] } }],
    ['apiKey', { method: 'POST', path: '/api/v1/sessions', body: { userId: 'u', apiKey: testKey }, headers }],
    ['apiSecret', { method: 'POST', path: '/api/v1/sessions', body: { userId: 'u', apiSecret: 7 }, headers }],
    [
      'apiKey',
      {
        path: '/api/v1/offers',
        query: { userId: 'u' },
        headers: { ...headers, 'x-api-key': `${apiKey}, ${testKey}` },
      },
    ],
    [
      'apiKey',
      {
        method: 'POST',
        path: '/api/v1/sessions',
        body: `{"userId":"u","apiKey":"${apiKey}","apiSecret":"${apiSecret}","apiKey":"${testKey}"}`,
      },
    ],
  ] as const) {
    const problems = assertError(await world.call(request), 400, 'INVALID_REQUEST')
    assert.deepEqual(rulesOf(problems), [`${field} single`])
  }
})

test('the same credential twice with the same value is fine', async () => {
  const { apiKey, apiSecret } = world.app.live
  const headers = world.credentials
  for (const request of [
    { path: '/api/v1/offers', query: { userId: 'u', apiKey, apiSecret }, headers },
    {
      path: '/api/v1/offers',
      query: { userId: 'u', apiKey: [apiKey, apiKey], apiSecret: [apiSecret, apiSecret] },
    },
    {
      path: '/api/v1/offers',
      query: { userId: 'u' },
      headers: { ...headers, 'x-api-key': `${apiKey}, ${apiKey}` },
    },
    {
      method: 'POST',
      path: '/api/v1/sessions',
      query: { apiKey },
      body: { userId: 'u', apiKey, apiSecret },
      headers,
    },
    {
      method: 'POST',
      path: '/api/v1/sessions',
      body: `{"apiKey":"${apiKey}","userId":"u","apiSecret":"${apiSecret}","apiKey":"${apiKey}"}`,
    },
  ]) {
    const { statusCode, body } = await world.call(request)
    assert.ok(statusCode < 300, body)
  }
})

test('live and test credentials belong together: one of each is INVALID_API_SECRET', async () => {
  const { live, test: sandbox } = world.app
  const list = (apiKey: string, apiSecret: string) =>
    world.get('/api/v1/offers', { query: { userId: 'u', apiKey, apiSecret } })
  assertError(await list(live.apiKey, sandbox.apiSecret), 401, 'INVALID_API_SECRET')
  assertError(await list(sandbox.apiKey, live.apiSecret), 401, 'INVALID_API_SECRET')
  assertSuccess(await list(sandbox.apiKey, sandbox.apiSecret))
})

test('/api/v1/* and /v1/conversions need key and secret: the key alone is not enough', async () => {
  const headers = { 'x-api-key': world.app.live.apiKey }
  for (const request of [
    { path: '/api/v1/offers', query: { userId: 'u' } },
    { method: 'POST', path: '/api/v1/fingerprint', body: { fingerprint_hash: 'h', user_id: 'u' } },
    { method: 'POST', path: '/v1/conversions', body: { userId: 'u', offerId: 1 } },
    { method: 'POST', path: '/api/v1/conversions', body: { userId: 'u', offerId: 1 } },
    { method: 'POST', path: '/api/v1/sessions', body: { userId: 'u' } },
  ]) {
    assertError(await world.call({ ...request, headers }), 401, 'INVALID_API_SECRET')
  }
})

test('the tracking link needs the key alone, the postback no credentials', async () => {
  const offerId = await world.addOffer()
  const query = { offerId: String(offerId), apiKey: world.app.live.apiKey, userId: 'u' }
  const visit = await world.get('/track', { query })
  assert.equal(visit.statusCode, 302)
  const clickId = new URL(String(visit.headers.location)).searchParams.get('click_id') ?? ''
  assertSuccess(
    await world.get('/postback', { query: { click_id: clickId, payout: '1', status: 'approved' } }),
  )
})
