import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { assertError, assertSuccess, rulesOf } from '../../../../test/support/assert-answer.ts'
import { createWorld, type World } from '../../../../test/support/world.ts'
import { openKeyring } from '../adapters/crypto/keyring.ts'
import { createApp } from '../features/apps/create-app.ts'
import { listApps } from '../features/apps/list-apps.ts'
import { revokeCredential } from '../features/apps/revoke-credential.ts'
import { updateApp } from '../features/apps/update-app.ts'
import { openSession, readSession } from '../features/credentials/open-session.ts'

let world: World
before(async () => {
  world = await createWorld({
    environment: { RATE_LIMIT_PER_MINUTE: '10000', FAILED_CREDENTIALS_PER_MINUTE: '10000' },
  })
})
after(() => world.close())

interface Opened {
  readonly token: string
  readonly expires_at: number
}

async function open(body: Record<string, unknown> = {}, credentials = world.credentials): Promise<Opened> {
  const response = await world.post('/api/v1/sessions', {
    headers: credentials,
    body: { userId: 'user-42', ...body },
  })
  return assertSuccess<Opened>(response, 201)
}

function list(token: string, userId = 'user-42', address = '198.51.100.1') {
  return world.get('/api/v1/offers', {
    query: { userId },
    headers: { authorization: `Bearer ${token}` },
    address,
  })
}

test('sessions: data is {token, expires_at}, in an hour unless the publisher says otherwise', async () => {
  const nowSec = world.clock.nowMs() / 1000
  const session = await open()
  assert.deepEqual(Object.keys(session), ['token', 'expires_at'])
  assert.equal(session.expires_at, nowSec + 3_600)
  assert.equal((await open({ ttlSeconds: 60 })).expires_at, nowSec + 60)
  assert.equal((await open({ ttlSeconds: 86_400 })).expires_at, nowSec + 86_400)
})

test('sessions are short-lived: what their life may not be is INVALID_REQUEST', async () => {
  for (const ttlSeconds of [59, 86_401, 0, -1, 60.5, '60', null]) {
    const body = { userId: 'u', ttlSeconds }
    const response = await world.post('/api/v1/sessions', { headers: world.credentials, body })
    const [rule] = rulesOf(assertError(response, 400, 'INVALID_REQUEST'))
    assert.match(rule ?? '', /^ttlSeconds /)
  }
})

test('sessions: the token stands for key and secret at the offer list and the fingerprint', async () => {
  await world.addOffer()
  const { token } = await open()
  const offers = assertSuccess<{ link: string }[]>(await list(token))
  assert.ok(offers.length > 0)
  assert.equal(new URL(offers[0]?.link ?? '').searchParams.get('apiKey'), world.app.live.apiKey)
  const body = { fingerprint_hash: 'hash-1', user_id: 'user-42' }
  for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
    const headers = { authorization: `${scheme} ${token}` }
    assertSuccess(await world.post('/api/v1/fingerprint', { headers, body }))
  }
})

test('sessions: bound to the user: another userId is INVALID_REQUEST that names the field', async () => {
  const { token } = await open()
  assert.deepEqual(rulesOf(assertError(await list(token, 'user-43'), 400, 'INVALID_REQUEST')), [
    'userId session',
  ])
  assert.deepEqual(rulesOf(assertError(await list(token, 'User-42'), 400, 'INVALID_REQUEST')), [
    'userId session',
  ])
  const fingerprint = await world.post('/api/v1/fingerprint', {
    headers: { authorization: `Bearer ${token}` },
    body: { fingerprint_hash: 'hash-1', user_id: 'user-43' },
  })
  assert.deepEqual(rulesOf(assertError(fingerprint, 400, 'INVALID_REQUEST')), ['user_id session'])
})

test('sessions: an expired token is INVALID_API_KEY, from the very second that expires_at says', async () => {
  const { token, expires_at } = await open({ ttlSeconds: 60 })
  world.clock.advance({ ms: expires_at * 1000 - world.clock.nowMs() - 1 })
  assertSuccess(await list(token))
  world.clock.advance({ ms: 1 })
  assertError(await list(token), 401, 'INVALID_API_KEY')
})

test('sessions: a tampered token is INVALID_API_KEY: no character of it can be another', async () => {
  const { token } = await open()
  for (let index = 0; index < token.length; index += 1) {
    for (const other of ['A', 'B', 'z', '9', '-', '.']) {
      if (token[index] === other) continue
      const tampered = token.slice(0, index) + other + token.slice(index + 1)
      assert.throws(() => readSession(world.ports, tampered), { code: 'INVALID_API_KEY' }, tampered)
    }
  }
  for (const tampered of [
    `${token}=`,
    `${token}A`,
    `${token}.x`,
    token.slice(0, -1),
    token.slice(3),
    'qs_',
    'qs_.',
    'x',
  ]) {
    assertError(await list(tampered), 401, 'INVALID_API_KEY')
  }
})

test('a token of another purpose or another QUOIN_SECRET is INVALID_API_KEY', async () => {
  const foreign = { ...world.ports, keyring: openKeyring({ current: 'x'.repeat(32), previous: null }) }
  const { token } = openSession(foreign, { apiKey: world.app.live.apiKey, userId: 'user-42' })
  assertError(await list(token), 401, 'INVALID_API_KEY')
  const claims = token.slice('qs_'.length).split('.')[0] ?? ''
  assertError(
    await list(`qs_${claims}.${world.ports.keyring.sign('sign-in', claims)}`),
    401,
    'INVALID_API_KEY',
  )
})

test('QUOIN_SECRET: after a rotation, tokens under the previous secret are still accepted', async () => {
  const { token } = await open()
  const rotated = {
    ...world.ports,
    keyring: openKeyring({ current: 'n'.repeat(32), previous: 'a-master-secret-for-tests-0123456789abcdef' }),
  }
  assert.equal(readSession(rotated, token).userId, 'user-42')
  const { token: renewed } = openSession(rotated, { apiKey: world.app.live.apiKey, userId: 'user-42' })
  assert.equal(readSession(rotated, renewed).userId, 'user-42')
  assert.throws(() => readSession(world.ports, renewed), { code: 'INVALID_API_KEY' })
})

test('sessions: bound to the app: when its key is revoked or the app suspended, so is the session', async () => {
  const app = await createApp(world.ports, { name: 'Ending', publisher: 'Sessions' })
  const credentials = { 'x-api-key': app.live.apiKey, 'x-api-secret': app.live.apiSecret }
  const { token } = await open({}, credentials)
  assertSuccess(await list(token))
  await updateApp(world.ports, app.appId, { status: 'suspended' })
  assertError(await list(token), 401, 'INVALID_API_KEY')
  await updateApp(world.ports, app.appId, { status: 'active' })
  assertSuccess(await list(token))
  const key = (await listApps(world.ports))
    .find(({ id }) => id === app.appId)
    ?.keys.find(({ mode }) => mode === 'live')
  await revokeCredential(world.ports, { kind: 'key', id: key?.id ?? 0 })
  assertError(await list(token), 401, 'INVALID_API_KEY')
})

test('sessions: they open nothing else: conversions and further sessions need key and secret', async () => {
  const { token } = await open()
  const headers = { authorization: `Bearer ${token}` }
  for (const [path, body] of [
    ['/v1/conversions', { userId: 'user-42', offerId: 1 }],
    ['/api/v1/conversions', { userId: 'user-42', offerId: 1 }],
    ['/api/v1/sessions', { userId: 'user-42' }],
  ] as const) {
    assertError(await world.post(path, { headers, body }), 401, 'INVALID_API_KEY')
  }
})

test('a session of test credentials is a test session', async () => {
  const { token } = await open({}, world.testCredentials)
  assert.equal(readSession(world.ports, token).key.mode, 'test')
})

test('rate limit: a session has its own, generous limit per user and address, told in the same headers', async () => {
  const { token } = await open({ userId: 'limited' })
  const first = await list(token, 'limited')
  assert.equal(first.headers['x-ratelimit-limit'], '600')
  assert.equal(first.headers['x-ratelimit-remaining'], '599')
  for (let call = 1; call < 600; call += 1)
    await world.server.inject({
      url: '/api/v1/offers?userId=limited',
      headers: { authorization: `Bearer ${token}` },
      remoteAddress: '198.51.100.1',
    })
  const refused = await list(token, 'limited')
  assertError(refused, 429, 'RATE_LIMIT_EXCEEDED')
  assert.equal(refused.headers['x-ratelimit-remaining'], '0')
  assert.equal(refused.headers['retry-after'], '60')
  assertSuccess(await list(token, 'limited', '198.51.100.2'))
  assertSuccess(await list((await open({ userId: 'other' })).token, 'other'))
})

test('a session holds any user id exactly', () => {
  const anyId = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 255 })
  fc.assert(
    fc.property(anyId, (userId) => {
      const { token } = openSession(world.ports, { apiKey: world.app.live.apiKey, userId })
      assert.match(token, /^qs_[\w-]+\.[\w-]{43}$/)
      assert.equal(readSession(world.ports, token).userId, userId)
    }),
  )
  const longest = '😀'.repeat(255)
  const { token } = openSession(world.ports, { apiKey: world.app.live.apiKey, userId: longest })
  assert.equal(readSession(world.ports, token).userId, longest)
})
