import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { after, before, test } from 'node:test'
import { assertError, assertSuccess } from '../../../../../test/support/assert-answer.ts'
import { until } from '../../../../../test/support/eventually.ts'
import { type RawAnswer, sendRaw } from '../../../../../test/support/raw-socket.ts'
import { createWorld, type World } from '../../../../../test/support/world.ts'

let world: World
let port: number
let credentials: string
before(async () => {
  world = await createWorld({ environment: { RATE_LIMIT_PER_MINUTE: '100000' } })
  await world.server.listen({ host: '127.0.0.1', port: 0 })
  port = (world.server.server.address() as AddressInfo).port // an IP server has one
  const { apiKey, apiSecret } = world.app.live
  credentials = `X-API-Key: ${apiKey}\r\nX-API-Secret: ${apiSecret}\r\n`
})
after(() => world.close())

async function send(bytes: string | Buffer): Promise<RawAnswer> {
  const [answer] = await sendRaw(port, bytes)
  assert.ok(answer, `no answer to ${String(bytes).slice(0, 80)}`)
  return answer
}

/** The answer in the shape that the assertions read. */
function told({ status, headers, body }: RawAnswer) {
  return { statusCode: status, headers, body }
}

function request(target: string, headers = '', { method = 'GET', body = '' } = {}): string {
  return `${method} ${target} HTTP/1.1\r\nHost: q.example\r\n${headers}\r\n${body}`
}

for (const [title, bytes] of [
  ['no HTTP at all', 'hello\r\n\r\n'],
  ['a TLS handshake', Buffer.from('16030100c8010000c40303', 'hex')],
  ['a method that does not exist', request('/', '', { method: 'FOO' })],
  ['a header without a colon', request('/', 'broken header\r\n')],
  ['a space before the colon', request('/', 'X-A : b\r\n')],
  ['NUL in a header', request('/', 'X-A: a\u0000b\r\n')],
  ['a folded header', request('/', 'X-A: a\r\n b\r\n')],
  ['a space in the target', request('/a b')],
  ['an unknown version', 'GET / HTTP/3.7\r\nHost: q.example\r\n\r\n'],
  ['headers beyond 16 KiB', request('/livez', `X-A: ${'a'.repeat(20_000)}\r\n`)],
  ['a target beyond 16 KiB', request(`/livez?${'a'.repeat(20_000)}`)],
  ['a megabyte of headers', request('/livez', `X-A: ${'a'.repeat(1_000)}\r\n`.repeat(1_000))],
  ['a length that is no number', request('/v1/conversions', 'Content-Length: ten\r\n', { method: 'POST' })],
  ['a negative length', request('/v1/conversions', 'Content-Length: -1\r\n', { method: 'POST' })],
  [
    'two lengths',
    request('/v1/conversions', 'Content-Length: 2\r\nContent-Length: 3\r\n', { method: 'POST', body: '{}' }),
  ],
  [
    'a length and chunks',
    request('/v1/conversions', 'Content-Length: 2\r\nTransfer-Encoding: chunked\r\n', {
      method: 'POST',
      body: '0\r\n\r\n',
    }),
  ],
  [
    'a chunk of a length that is none',
    request('/v1/conversions', 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n', {
      method: 'POST',
      body: 'zz\r\n',
    }),
  ],
] as const) {
  test(`a request that is not valid HTTP gets the envelope with INVALID_REQUEST: ${title}`, async () => {
    const answer = await send(bytes)
    assertError(told(answer), 400, 'INVALID_REQUEST')
    assert.equal(answer.headers['connection'], 'close')
  })
}

test('an HTTP/1.1 request without Host is INVALID_REQUEST, with the envelope', async () => {
  assertError(told(await send('GET /livez HTTP/1.1\r\n\r\n')), 400, 'INVALID_REQUEST')
  assertSuccess(told(await send('GET /livez HTTP/1.0\r\n\r\n')))
})

test('odd requests that are valid HTTP are answered like others', async () => {
  const list = '/api/v1/offers?userId=u'
  for (const [bytes, status] of [
    [request(list, `${credentials}Expect: 200-maybe\r\n`), 200],
    [request(list, `${credentials}Upgrade: websocket\r\nConnection: Upgrade\r\n`), 200],
    [
      request(
        list,
        `${credentials}Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n`,
      ),
      200,
    ],
    [request(list, `${credentials}User-Agent: \u00ff\u00fe\r\n`), 200],
    [request(list, `${credentials}Cookie: ${'a=b; '.repeat(500)}\r\n`), 200],
    [request(`http://q.example${list}`, credentials), 200],
    [request('*', '', { method: 'OPTIONS' }), 404],
    [request(list, `${credentials}Content-Length: 3\r\n`, { body: 'abc' }), 200],
  ] as const) {
    const answer = await send(bytes)
    assert.equal(answer.status, status, `${bytes.slice(0, 60)}: ${answer.body}`)
    assert.equal(typeof JSON.parse(answer.body).success, 'boolean')
  }
})

test('a request that expects 100-continue is told to go on, and then answered', async () => {
  const body = '{"userId":"u"}'
  const headers = `${credentials}Content-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: ${body.length}\r\n`
  const answers = await sendRaw(port, request('/api/v1/sessions', headers, { method: 'POST', body }), {
    answersMax: 2,
  })
  assert.deepEqual(
    answers.map(({ status }) => status),
    [100, 201],
  )
})

test('a repeated credential header is one with several values, as by any other way', async () => {
  const { apiKey, apiSecret } = world.app.live
  const list = (...keys: string[]) =>
    send(
      request(
        '/api/v1/offers?userId=u',
        `${keys.map((key) => `X-API-Key: ${key}\r\n`).join('')}X-API-Secret: ${apiSecret}\r\n`,
      ),
    )
  assertSuccess(told(await list(apiKey, apiKey)))
  assertError(told(await list(apiKey, world.app.test.apiKey)), 400, 'INVALID_REQUEST')
})

test('a body of the right size in chunks is read, and a larger one refused without waiting for its end', async () => {
  const headers = `${credentials}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n`
  const chunked = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
  const small = request('/api/v1/sessions', headers, {
    method: 'POST',
    body: `${chunked('{"userId":')}${chunked('"u"}')}0\r\n\r\n`,
  })
  assertSuccess(told(await send(small)), 201)
  const endless = request('/api/v1/sessions', headers, {
    method: 'POST',
    body: chunked('x'.repeat(10_000)).repeat(8),
  })
  const answer = await send(endless)
  assertError(told(answer), 400, 'INVALID_REQUEST')
  assert.equal(answer.headers['connection'], 'close')
  assert.ok(answer.headers['x-ratelimit-remaining'])
})

test('a declared length beyond the limit is refused before a byte of it has come', async () => {
  const headers = `${credentials}Content-Type: application/json\r\nContent-Length: 99999999\r\n`
  assertError(
    told(await send(request('/v1/conversions', headers, { method: 'POST' }))),
    400,
    'INVALID_REQUEST',
  )
})

test('requests behind one another on a connection are answered in their order', async () => {
  const list = request('/api/v1/offers?userId=u', credentials)
  const answers = await sendRaw(port, list + request('/nowhere') + list, { answersMax: 3 })
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 404, 200],
  )
  assert.equal(new Set(answers.map(({ headers }) => headers['x-request-id'])).size, 3)
})

test('broken bytes behind requests are answered behind them', async () => {
  const list = request('/api/v1/offers?userId=u', credentials)
  const broken = await sendRaw(port, `${list}${list}broken\r\n\r\n`, { answersMax: 3 })
  assert.deepEqual(
    broken.map(({ status }) => status),
    [200, 200, 400],
  )
  const last = request('/api/v1/offers?userId=u', `${credentials}Connection: close\r\n`)
  const behindLast = await sendRaw(port, list + last + list, { answersMax: 3 })
  assert.deepEqual(
    behindLast.map(({ status }) => status),
    [200, 200],
  )
  const body = request('/v1/conversions', `${credentials}Content-Length: ten\r\n`, { method: 'POST' })
  const inBody = await sendRaw(port, list + body, { answersMax: 2 })
  assert.deepEqual(
    inBody.map(({ status }) => status),
    [200, 400],
  )
})

test('a client that goes away in the middle disturbs nobody', async () => {
  for (const bytes of [
    'GET /liv',
    request('/api/v1/offers?userId=u', credentials).slice(0, -10),
    request('/api/v1/sessions', `${credentials}Content-Type: application/json\r\nContent-Length: 100\r\n`, {
      method: 'POST',
      body: '{"us',
    }),
  ]) {
    const socket = connect({ port, host: '127.0.0.1' })
    await new Promise((resolve) => socket.write(bytes, resolve))
    socket.resetAndDestroy()
  }
  assertSuccess(told(await send(request('/livez'))))
  assert.deepEqual(
    world.log.lines.filter((line) => line.startsWith('error')),
    [],
  )
})

test('while the service closes, a request on an open connection is still answered with the envelope', async () => {
  const closing = await createWorld()
  await closing.server.listen({ host: '127.0.0.1', port: 0 })
  const closingPort = (closing.server.server.address() as AddressInfo).port // an IP server has one
  const list = request(
    '/api/v1/offers?userId=u',
    `X-API-Key: ${closing.app.live.apiKey}\r\nX-API-Secret: ${closing.app.live.apiSecret}\r\n`,
  )
  const coming = once(closing.server.server, 'request')
  // The first one is under way, held up by a lock, when closing begins; the second one comes behind it.
  const { answers, closed } = await closing.ports.db.transaction(async (tx) => {
    await tx.query('lock table conversions in access exclusive mode')
    const second = Promise.withResolvers<string>()
    const sent = sendRaw(closingPort, list, { answersMax: 2, more: second.promise })
    const [{ socket }] = await coming
    const isClosed = closing.server.close()
    while (closing.server.server.listening) await new Promise((resolve) => setImmediate(resolve))
    second.resolve(list)
    await until(() => socket.bytesRead === 2 * list.length, 'the second one has come')
    return { answers: sent, closed: isClosed }
  })
  for (const answer of await answers) assertSuccess(told(answer))
  assert.equal((await answers).length, 2)
  await closed
  await closing.close()
})
