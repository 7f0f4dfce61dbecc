import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertError } from '../../../../../test/support/assert-answer.ts'
import { createWorld, type World } from '../../../../../test/support/world.ts'

const token = 'a-token-of-the-monitoring-0123456789abcdef'
let open: World
let closed: World
before(async () => {
  open = await createWorld({ environment: { TRUST_PROXY: '127.0.0.1,10.0.0.0/8' } })
  closed = await createWorld({ environment: { METRICS_TOKEN: token }, beside: open })
})
after(async () => {
  await closed.close()
  await open.close()
})

test('without METRICS_TOKEN the machine itself is answered, by either loopback address', async () => {
  for (const address of ['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1'])
    assert.equal((await open.get('/metrics', { address })).statusCode, 200, address)
})

test('without METRICS_TOKEN nobody else finds the metrics', async () => {
  for (const address of ['192.0.2.7', '10.0.0.9', '2001:db8::1'])
    assertError(await open.get('/metrics', { address }), 404, 'RESOURCE_NOT_FOUND')
})

for (const [name, value] of [
  ['x-forwarded-for', '127.0.0.1'],
  ['x-forwarded-for', '192.0.2.7'],
  ['x-forwarded-for', ''],
  ['x-forwarded-host', 'quoin.example'],
  ['forwarded', 'for=192.0.2.7'],
  ['x-real-ip', '127.0.0.1'],
  ['cf-connecting-ip', '192.0.2.7'],
  ['true-client-ip', '192.0.2.7'],
  ['x-client-ip', '192.0.2.7'],
  ['fly-client-ip', '192.0.2.7'],
  ['via', '1.1 proxy'],
] as const) {
  test(`a request that a proxy on the machine passes on is an outsider's: ${name}: ${value}`, async () => {
    assertError(await open.get('/metrics', { headers: { [name]: value } }), 404, 'RESOURCE_NOT_FOUND')
  })
}

test('with METRICS_TOKEN it is asked of everybody, and lets in from everywhere', async () => {
  const wrong = ['', 'Bearer ', 'Bearer wrong', `Bearer ${token}x`, `Basic ${token}`, token]
  for (const authorization of wrong)
    assertError(await closed.get('/metrics', { headers: { authorization } }), 401, 'INVALID_API_KEY')
  assertError(await closed.get('/metrics'), 401, 'INVALID_API_KEY')
  const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': '192.0.2.7' }
  assert.equal((await closed.get('/metrics', { address: '192.0.2.7', headers })).statusCode, 200)
  assert.ok(!closed.log.lines.join('\n').includes(token))
})
