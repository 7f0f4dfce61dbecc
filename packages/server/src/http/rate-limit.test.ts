import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { LightMyRequestResponse } from 'fastify'
import { assertError, assertSuccess } from '../../../../test/support/assert-answer.ts'
import { createWorld, type World } from '../../../../test/support/world.ts'
import { type CreatedApp, createApp } from '../features/apps/create-app.ts'
import { rotateKey } from '../features/apps/rotate-credential.ts'
import { updateApp } from '../features/apps/update-app.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

let appsMade = 0
function makeApp(rateLimitPerMinute?: number): Promise<CreatedApp> {
  appsMade += 1
  const limit = rateLimitPerMinute === undefined ? {} : { rateLimitPerMinute }
  return createApp(world.ports, { name: `App ${appsMade}`, publisher: 'Limits', ...limit })
}

function headersOf({ apiKey, apiSecret }: CreatedApp['live']): Record<string, string> {
  return { 'x-api-key': apiKey, 'x-api-secret': apiSecret }
}

function list(
  app: CreatedApp,
  query: Record<string, string> = { userId: 'u' },
): Promise<LightMyRequestResponse> {
  return world.get('/api/v1/offers', { query, headers: headersOf(app.live) })
}

/** Limit, remaining, and in how many seconds the reset is. */
function limitsOf({ headers }: LightMyRequestResponse): (number | undefined)[] {
  const read = (name: string) => (headers[name] === undefined ? undefined : Number(headers[name]))
  const reset = read('x-ratelimit-reset')
  const nowSec = Math.ceil(world.clock.nowMs() / 1000)
  return [
    read('x-ratelimit-limit'),
    read('x-ratelimit-remaining'),
    reset === undefined ? undefined : reset - nowSec,
  ]
}

const none = [undefined, undefined, undefined]

test('the default is 100 calls of a key in any 60 seconds, and the headers count down', async () => {
  const app = await makeApp()
  for (let call = 1; call <= 100; call += 1) {
    assert.deepEqual(limitsOf(await list(app)), [100, 100 - call, 60])
  }
  const refused = await list(app)
  assertError(refused, 429, 'RATE_LIMIT_EXCEEDED')
  assert.deepEqual(limitsOf(refused), [100, 0, 60])
  assert.equal(refused.headers['retry-after'], '60')
})

test('X-RateLimit-Reset is a Unix timestamp in whole seconds at which the full quota is back', async () => {
  const app = await makeApp(2)
  world.clock.advance({ ms: 250 })
  const first = await list(app)
  const reset = Number(first.headers['x-ratelimit-reset'])
  assert.match(String(first.headers['x-ratelimit-reset']), /^\d{10}$/)
  assert.equal(reset, Math.ceil(world.clock.nowMs() / 1000 + 60))
  await list(app)
  world.clock.advance({ ms: reset * 1000 - world.clock.nowMs() })
  assert.equal(limitsOf(await list(app))[1], 1)
})

test('rate limit: the log slides, so that no burst passes over the edge of a minute', async () => {
  const app = await makeApp(10)
  const burst = async (calls: number): Promise<number> => {
    const answers = await Promise.all(Array.from({ length: calls }, () => list(app)))
    return answers.filter(({ statusCode }) => statusCode === 200).length
  }
  assert.equal(await burst(4), 4)
  world.clock.advance({ ms: 59_999 })
  assert.equal(await burst(10), 6)
  world.clock.advance({ ms: 1 })
  // Exactly the four of a minute ago are free again, not the six of a moment ago.
  assert.equal(await burst(10), 4)
  world.clock.advance({ ms: 59_998 })
  assert.equal(await burst(1), 0)
  world.clock.advance({ ms: 1 })
  assert.equal(await burst(10), 6)
})

test('rate limit: Retry-After is when one place is free, and then one call passes', async () => {
  const app = await makeApp(1)
  await list(app)
  world.clock.advance({ ms: 20_500 })
  const refused = await list(app)
  assertError(refused, 429, 'RATE_LIMIT_EXCEEDED')
  assert.equal(refused.headers['retry-after'], '40')
  world.clock.advance({ seconds: 40 })
  assertSuccess(await list(app))
})

test('rate limit: refused calls are not counted, so a caller that keeps asking is let in again', async () => {
  const app = await makeApp(1)
  await list(app)
  for (let call = 0; call < 5; call += 1) {
    world.clock.advance({ seconds: 10 })
    assertError(await list(app), 429, 'RATE_LIMIT_EXCEEDED')
  }
  world.clock.advance({ seconds: 10 })
  assertSuccess(await list(app))
})

test('rate limit: the headers are on every answer to a counted call, errors included', async () => {
  const app = await makeApp(20)
  const headers = headersOf(app.live)
  const post = (path: string, body: unknown, more: Record<string, string> = {}) =>
    world.post(path, { body, headers: { ...headers, ...more } })
  const answers: [LightMyRequestResponse, number][] = [
    [await list(app), 200],
    [await list(app, {}), 400],
    [await list(app, { userId: 'u', limit: '1e2' }), 400],
    [await post('/api/v1/sessions', { userId: 'u' }), 201],
    [await post('/api/v1/sessions', '{"userId":'), 400],
    [await post('/api/v1/sessions', 'userId=u', { 'content-type': 'text/plain' }), 400],
    [await post('/api/v1/sessions', 'userId=u', { 'content-type': ';;' }), 400],
    [await post('/api/v1/sessions', { userId: 'u', pad: 'x'.repeat(70_000) }), 400],
    [await post('/v1/conversions', { userId: 'u', offerId: 987_654_321 }), 404],
    [await post('/api/v1/conversions', { userId: 'u' }), 400],
    [await post('/api/v1/fingerprint', { user_id: 'u' }), 400],
  ]
  for (const [index, [answer, status]] of answers.entries()) {
    assert.equal(answer.statusCode, status, answer.body)
    assert.deepEqual(limitsOf(answer), [20, 19 - index, 60], answer.body)
  }
})

test('rate limit: only calls with valid key and secret to /api/v1/* and /v1/conversions count', async () => {
  const app = await makeApp(5)
  const { apiKey, apiSecret } = app.live
  const offerId = await world.addOffer()
  const session = await world.post('/api/v1/sessions', {
    body: { userId: 'u' },
    headers: headersOf(app.live),
  })
  assert.deepEqual(limitsOf(session), [5, 4, 60])
  const bearer = { authorization: `Bearer ${session.json().data.token}` }
  const visit = await world.get('/track', { query: { offerId: String(offerId), apiKey, userId: 'u' } })
  const clickId = new URL(String(visit.headers.location)).searchParams.get('click_id') ?? ''
  const uncounted = [
    visit,
    await world.get('/postback', { query: { click_id: clickId, payout: '1', status: 'pending' } }),
    await world.get('/api/v1/offers', { query: { userId: 'u', apiKey } }),
    await world.get('/api/v1/offers', { query: { userId: 'u', apiKey, apiSecret: app.test.apiSecret } }),
    await world.get('/api/v1/nowhere', { headers: headersOf(app.live) }),
    await world.call({ method: 'HEAD', path: '/api/v1/offers?userId=u', headers: headersOf(app.live) }),
    await world.call({ method: 'PUT', path: '/api/v1/offers', headers: headersOf(app.live), body: {} }),
    await world.get('/api/v1/offers', { query: { userId: 'u', apiKey: [apiKey, 'x'], apiSecret } }),
  ]
  for (const answer of uncounted) assert.deepEqual(limitsOf(answer), none, answer.body)
  for (let call = 0; call < 20; call += 1) {
    const answer = await world.get('/api/v1/offers', { query: { userId: 'u' }, headers: bearer })
    assert.equal(answer.statusCode, 200)
  }
  assert.deepEqual(limitsOf(await list(app)), [5, 3, 60])
})

test("rate limit: an app's own limit counts, and a change keeps what was counted", async () => {
  const app = await makeApp(3)
  await list(app)
  await list(app)
  await updateApp(world.ports, app.appId, { rateLimitPerMinute: 4 })
  assert.deepEqual(limitsOf(await list(app)), [4, 1, 60])
  await updateApp(world.ports, app.appId, { rateLimitPerMinute: 2 })
  assertError(await list(app), 429, 'RATE_LIMIT_EXCEEDED')
})

test('the bucket belongs to the key: other keys, also of the same app, have their own', async () => {
  const app = await makeApp(1)
  const { apiKey } = await rotateKey(world.ports, { appId: app.appId, mode: 'live', overlapSec: 3_600 })
  const other = await makeApp(1)
  assertSuccess(await list(app))
  assertError(await list(app), 429, 'RATE_LIMIT_EXCEEDED')
  assertSuccess(await list({ ...app, live: { ...app.live, apiKey } }))
  assertSuccess(await list({ ...app, live: app.test }))
  assertSuccess(await list(other))
})

test('the bucket is one for all endpoints and all ways to send credentials', async () => {
  const app = await makeApp(3)
  const { apiKey, apiSecret } = app.live
  assertSuccess(await list(app))
  assertSuccess(await world.get('/api/v1/offers', { query: { userId: 'u', apiKey, apiSecret } }))
  assertSuccess(await world.post('/api/v1/sessions', { body: { userId: 'u', apiKey, apiSecret } }), 201)
  assertError(
    await world.post('/v1/conversions', { body: { apiKey, apiSecret } }),
    429,
    'RATE_LIMIT_EXCEEDED',
  )
})

test('the default is the setting RATE_LIMIT_PER_MINUTE, and the limit comes before validation', async () => {
  const strict = await createWorld({ environment: { RATE_LIMIT_PER_MINUTE: '1' } })
  const call = () => strict.get('/api/v1/offers', { headers: strict.credentials })
  assertError(await call(), 400, 'INVALID_REQUEST')
  assertError(await call(), 429, 'RATE_LIMIT_EXCEEDED')
  await strict.close()
})
