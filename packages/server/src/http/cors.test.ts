import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertError, assertSuccess } from '../../../../test/support/assert-answer.ts'
import { createWorld, type World } from '../../../../test/support/world.ts'
import { createApp } from '../features/apps/create-app.ts'
import { updateApp } from '../features/apps/update-app.ts'
import { openSession } from '../features/credentials/open-session.ts'

const own = 'https://game.example'
const other = 'https://other.example'
const foreign = 'https://evil.example'

let world: World
let bearer: Record<string, string>
before(async () => {
  world = await createWorld({ app: { allowedOrigins: [own, 'https://second.example:8443'] } })
  await createApp(world.ports, { name: 'Other', publisher: 'Other', allowedOrigins: [other] })
  const { token } = openSession(world.ports, { apiKey: world.app.live.apiKey, userId: 'u' })
  bearer = { authorization: `Bearer ${token}` }
})
after(() => world.close())

function preflight(path: string, origin: string, method = 'GET') {
  const headers = {
    origin,
    'access-control-request-method': method,
    'access-control-request-headers': 'authorization,content-type',
  }
  return world.call({ method: 'OPTIONS', path, headers })
}

function corsHeaders(headers: Record<string, unknown>): string[] {
  return Object.keys(headers).filter((name) => name.startsWith('access-control-'))
}

test('CORS: a preflight of an allowed origin is answered for the session endpoints, without cookies', async () => {
  for (const path of ['/api/v1/offers', '/api/v1/fingerprint']) {
    for (const origin of [own, 'https://second.example:8443', other]) {
      const { statusCode, headers, body } = await preflight(path, origin)
      assert.equal(statusCode, 204)
      assert.equal(body, '')
      assert.equal(headers['access-control-allow-origin'], origin)
      assert.equal(headers['access-control-allow-headers'], 'Authorization, Content-Type')
      assert.equal(headers['access-control-allow-methods'], 'GET, POST')
      assert.equal(headers['access-control-allow-credentials'], undefined)
      assert.equal(headers['vary'], 'Origin')
    }
  }
})

test('CORS: a preflight of any other origin allows nothing', async () => {
  for (const origin of [
    foreign,
    'null',
    'http://game.example',
    `${own}:444`,
    `${own}.evil.example`,
    `${own}/`,
    '*',
  ]) {
    const { statusCode, headers } = await preflight('/api/v1/offers', origin)
    assert.equal(statusCode, 204)
    assert.deepEqual(corsHeaders(headers), [], origin)
  }
})

test('CORS: endpoints that sessions do not open answer no preflight', async () => {
  for (const path of [
    '/v1/conversions',
    '/api/v1/conversions',
    '/api/v1/sessions',
    '/track',
    '/postback',
    '/nowhere',
  ]) {
    const response = await preflight(path, own, 'POST')
    assertError(response, 404, 'RESOURCE_NOT_FOUND')
    assert.deepEqual(corsHeaders(response.headers), [])
  }
})

test('an OPTIONS request that is no preflight is a wrong method, 404', async () => {
  for (const headers of [{}, { origin: own }, { 'access-control-request-method': 'GET' }]) {
    assertError(
      await world.call({ method: 'OPTIONS', path: '/api/v1/offers', headers }),
      404,
      'RESOURCE_NOT_FOUND',
    )
  }
})

test("CORS: a session's call from an origin of its own app may be read, with the limit headers and the request id", async () => {
  for (const response of [
    await world.get('/api/v1/offers', { query: { userId: 'u' }, headers: { ...bearer, origin: own } }),
    await world.post('/api/v1/fingerprint', {
      body: { fingerprint_hash: 'h', user_id: 'u' },
      headers: { ...bearer, origin: own },
    }),
  ]) {
    assertSuccess(response)
    assert.equal(response.headers['access-control-allow-origin'], own)
    assert.equal(response.headers['access-control-allow-credentials'], undefined)
    const exposed = String(response.headers['access-control-expose-headers']).split(', ')
    for (const name of [
      'X-RateLimit-Limit',
      'X-RateLimit-Remaining',
      'X-RateLimit-Reset',
      'X-Request-Id',
      'Retry-After',
    ]) {
      assert.ok(exposed.includes(name), name)
    }
    assert.match(String(response.headers['vary']), /Origin/)
  }
})

test("CORS: errors of a session's call may be read as well", async () => {
  const bad = await world.get('/api/v1/offers', {
    query: { userId: '' },
    headers: { ...bearer, origin: own },
  })
  assertError(bad, 400, 'INVALID_REQUEST')
  assert.equal(bad.headers['access-control-allow-origin'], own)
  const expired = await world.get('/api/v1/offers', {
    query: { userId: 'u' },
    headers: { authorization: 'Bearer qs_old.x', origin: own },
  })
  assertError(expired, 401, 'INVALID_API_KEY')
  assert.equal(expired.headers['access-control-allow-origin'], own)
})

test("CORS: a session's call from a foreign origin, also that of another app, may not be read", async () => {
  for (const origin of [foreign, other, 'null']) {
    const response = await world.get('/api/v1/offers', {
      query: { userId: 'u' },
      headers: { ...bearer, origin },
    })
    assert.deepEqual(corsHeaders(response.headers), [], origin)
    assert.match(String(response.headers['vary']), /Origin/)
  }
})

test('CORS: off for key and secret, whatever the origin', async () => {
  const { apiKey, apiSecret } = world.app.live
  for (const request of [
    { query: { userId: 'u' }, headers: { ...world.credentials, origin: own } },
    { query: { userId: 'u', apiKey, apiSecret }, headers: { origin: own } },
    { query: { userId: 'u', apiKey }, headers: { origin: own } },
  ]) {
    const response = await world.get('/api/v1/offers', request)
    assert.deepEqual(corsHeaders(response.headers), [])
  }
})

test('the origins of a suspended app are allowed no more', async () => {
  const origin = 'https://ending.example'
  const app = await createApp(world.ports, { name: 'Ending', publisher: 'Ending', allowedOrigins: [origin] })
  assert.equal((await preflight('/api/v1/offers', origin)).headers['access-control-allow-origin'], origin)
  await updateApp(world.ports, app.appId, { status: 'suspended' })
  assert.deepEqual(corsHeaders((await preflight('/api/v1/offers', origin)).headers), [])
})

test('a call without Origin gets no CORS headers', async () => {
  const response = await world.get('/api/v1/offers', { query: { userId: 'u' }, headers: bearer })
  assertSuccess(response)
  assert.deepEqual(corsHeaders(response.headers), [])
})
