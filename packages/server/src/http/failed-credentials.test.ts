import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertError, assertSuccess } from '../../../../test/support/assert-answer.ts'
import { GivenClock } from '../../../../test/support/given-clock.ts'
import { createWorld, type World } from '../../../../test/support/world.ts'
import { BoundedLimiter, customerOf } from './bounded-limiter.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

function guess(address: string) {
  return world.get('/api/v1/offers', { query: { userId: 'u', apiKey: 'pk_live_guess' }, address })
}

async function exhaust(address: string): Promise<void> {
  for (let call = 0; call < 60; call += 1) assertError(await guess(address), 401, 'INVALID_API_KEY')
}

test('60 wrong credentials a minute of one address are answered, the next are RATE_LIMIT_EXCEEDED', async () => {
  await exhaust('198.51.100.1')
  world.clock.advance({ seconds: 20 })
  const refused = await guess('198.51.100.1')
  assertError(refused, 429, 'RATE_LIMIT_EXCEEDED')
  assert.equal(refused.headers['retry-after'], '40')
  assert.equal(refused.headers['x-ratelimit-limit'], undefined)
  assertError(await guess('198.51.100.2'), 401, 'INVALID_API_KEY')
  world.clock.advance({ seconds: 40 })
  assertError(await guess('198.51.100.1'), 401, 'INVALID_API_KEY')
})

test('wrong secrets and bad session tokens are guesses too', async () => {
  const address = '198.51.100.10'
  const { apiKey } = world.app.live
  for (let call = 0; call < 30; call += 1) {
    const query = { userId: 'u', apiKey, apiSecret: `sk_live_${call}` }
    assertError(await world.get('/api/v1/offers', { query, address }), 401, 'INVALID_API_SECRET')
    const headers = { authorization: `Bearer qs_${call}.x` }
    assertError(
      await world.get('/api/v1/offers', { query: { userId: 'u' }, headers, address }),
      401,
      'INVALID_API_KEY',
    )
  }
  assertError(await guess(address), 429, 'RATE_LIMIT_EXCEEDED')
})

test('valid credentials always pass, also from an address that guesses', async () => {
  const address = '198.51.100.20'
  await exhaust(address)
  assertError(await guess(address), 429, 'RATE_LIMIT_EXCEEDED')
  const list = (headers: Record<string, string>) =>
    world.get('/api/v1/offers', { query: { userId: 'u' }, headers, address })
  assertSuccess(await list({ ...world.credentials }))
  const session = await world.post('/api/v1/sessions', {
    headers: world.credentials,
    body: { userId: 'u' },
    address,
  })
  assertSuccess(await list({ authorization: `Bearer ${session.json().data.token}` }))
})

test('a limited caller is told so, not which credential was wrong', async () => {
  const address = '198.51.100.30'
  await exhaust(address)
  const query = { userId: 'u', apiKey: world.app.live.apiKey, apiSecret: 'sk_live_x' }
  assertError(await world.get('/api/v1/offers', { query, address }), 429, 'RATE_LIMIT_EXCEEDED')
})

test('an IPv6 customer has a /64 of addresses, and one limit for all of them', async () => {
  for (let call = 0; call < 60; call += 1) {
    assertError(await guess(`2001:db8:1:2::${(call + 1).toString(16)}`), 401, 'INVALID_API_KEY')
  }
  assertError(await guess('2001:db8:1:2:ffff::1'), 429, 'RATE_LIMIT_EXCEEDED')
  assertError(await guess('2001:db8:1:3::1'), 401, 'INVALID_API_KEY')
})

test('an IPv4 address in IPv6 clothes is that address, not one /64 of all IPv4', async () => {
  await exhaust('::ffff:198.51.100.40')
  assertError(await guess('198.51.100.40'), 429, 'RATE_LIMIT_EXCEEDED')
  assertError(await guess('::ffff:198.51.100.41'), 401, 'INVALID_API_KEY')
})

test('behind a trusted proxy the limit is for the client, and a header of anybody else is not believed', async () => {
  const proxied = await createWorld({
    environment: { TRUST_PROXY: '10.0.0.0/8', FAILED_CREDENTIALS_PER_MINUTE: '1' },
  })
  const guessFrom = (address: string, forwarded: string) =>
    proxied.get('/api/v1/offers', {
      query: { apiKey: 'x' },
      address,
      headers: { 'x-forwarded-for': forwarded },
    })
  assertError(await guessFrom('10.0.0.1', '198.51.100.1'), 401, 'INVALID_API_KEY')
  assertError(await guessFrom('10.0.0.2', '198.51.100.1'), 429, 'RATE_LIMIT_EXCEEDED')
  assertError(await guessFrom('10.0.0.1', '198.51.100.2'), 401, 'INVALID_API_KEY')
  assertError(await guessFrom('10.0.0.1', '203.0.113.9, 198.51.100.2'), 429, 'RATE_LIMIT_EXCEEDED')
  assertError(await guessFrom('192.0.2.1', '198.51.100.3'), 401, 'INVALID_API_KEY')
  assertError(await guessFrom('192.0.2.1', '198.51.100.4'), 429, 'RATE_LIMIT_EXCEEDED')
  await proxied.close()
})

test('memory is bounded: beyond 10,000 customers the one that was silent longest is forgotten', () => {
  const limiter = new BoundedLimiter({ limit: 1, clock: new GivenClock() })
  assert.equal(limiter.admit('busy').isAdmitted, true)
  for (let customer = 0; customer < 30_000; customer += 1) {
    limiter.admit(`customer ${customer}`)
    if (customer % 1_000 === 0) assert.equal(limiter.admit('busy').isAdmitted, false)
  }
  assert.equal(limiter.size, 10_000)
  assert.equal(limiter.admit('customer 0').isAdmitted, true)
})

for (const [address, customer] of [
  ['198.51.100.7', '198.51.100.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['', ''],
] as const) {
  test(`a customer is an IPv4 address or an IPv6 /64: "${address}" is "${customer}"`, () =>
    assert.equal(customerOf(address), customer))
}
