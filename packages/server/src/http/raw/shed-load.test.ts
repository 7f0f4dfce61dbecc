import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import Fastify, { type FastifyInstance } from 'fastify'
import { openTestApp } from '../../../../../test/support/test-app.ts'
import { createWorld, type World } from '../../../../../test/support/world.ts'
import { shedLoad } from './shed-load.ts'

let world: World
let server: FastifyInstance
let offerId: number
let origin: string
let lagMs = 0
before(async () => {
  world = await createWorld()
  offerId = await world.addOffer()
  server = await openTestApp(world, { lagMs: () => lagMs })
  origin = await server.listen({ host: '127.0.0.1', port: 0 })
})
after(async () => {
  await server.close()
  await world.close()
})

async function ask(what: 'list' | 'call' | 'link' | 'postback' | 'health') {
  const { apiKey } = world.app.live
  const requests = {
    list: { url: '/api/v1/offers?userId=u1', headers: world.credentials },
    call: {
      method: 'POST',
      url: '/v1/conversions',
      headers: world.credentials,
      payload: { userId: 'u1', offerId },
    },
    link: { url: `/track?offerId=${offerId}&apiKey=${apiKey}&userId=u1` },
    // A postback of no click: all that counts is that it is looked at.
    postback: { url: `/postback?click_id=${world.ports.newId()}&payout=1&status=approved` },
    health: { url: '/livez' },
  } as const
  return await server.inject(requests[what])
}

for (const [lag, refused] of [
  [0, []],
  [120, ['list']],
  [170, ['list', 'call']],
  [300, ['list', 'call', 'postback']],
  [600, ['list', 'call', 'postback']],
  [1_100, ['list', 'call', 'link', 'postback']],
] as const) {
  test(`${lag} ms behind, refused are: ${refused.join(', ') || 'none'}`, async () => {
    lagMs = lag
    const shed: string[] = []
    for (const what of ['list', 'call', 'link', 'postback', 'health'] as const) {
      const response = await ask(what)
      if (response.statusCode !== 503) continue
      shed.push(what)
      assert.equal(response.json().error.code, 'SERVER_ERROR')
      assert.ok(Number(response.headers['retry-after']) > 0)
      assert.ok(response.headers['x-request-id'])
    }
    assert.deepEqual(shed, refused)
  })
}

test('a visitor who is refused is told so on a page', async () => {
  lagMs = 1_100
  const { apiKey } = world.app.live
  const response = await server.inject({
    url: `/track?offerId=${offerId}&apiKey=${apiKey}&userId=u1`,
    headers: { accept: 'text/html' },
  })
  assert.equal(response.statusCode, 503)
  assert.match(String(response.headers['content-type']), /text\/html/)
})

test('a refused call costs nothing of the rate limit', async () => {
  lagMs = 0
  const before = Number((await ask('list')).headers['x-ratelimit-remaining'])
  lagMs = 600
  for (let count = 0; count < 5; count += 1) await ask('list')
  lagMs = 0
  assert.equal(Number((await ask('list')).headers['x-ratelimit-remaining']), before - 1)
})

async function statusOf(url: string): Promise<number> {
  const response = await fetch(url)
  await response.text()
  return response.status
}

test('over a socket the envelope is the same, and a body that came with it does not break the connection', async () => {
  lagMs = 1_100
  const refused = await fetch(`${origin}/v1/conversions`, {
    method: 'POST',
    headers: { ...world.credentials, 'content-type': 'application/json' },
    body: JSON.stringify({ userId: 'u1', offerId, padding: 'x'.repeat(20_000) }),
  })
  assert.equal(refused.status, 503)
  assert.equal(refused.headers.get('retry-after'), '1')
  const { success, error, meta } = (await refused.json()) as Record<string, Record<string, unknown>>
  assert.equal(success, false)
  assert.deepEqual(error?.['code'], 'SERVER_ERROR')
  assert.equal(refused.headers.get('x-request-id'), meta?.['request_id'])
  const link = `${origin}/track?offerId=${offerId}&apiKey=${world.app.live.apiKey}&userId=u1`
  const page = await fetch(link, { headers: { accept: 'text/html' } })
  assert.equal(page.status, 503)
  assert.match(String(page.headers.get('content-type')), /text\/html/)
  await page.text()
  // Requests that go past the framework are checked after this.
  const report = '?click_id=0199f2c4-0000-7000-8000-000000000000&payout=1&status=approved'
  for (const step of ['', '/token']) assert.equal(await statusOf(`${origin}/postback${step}${report}`), 503)
  assert.equal(await statusOf(`${origin}/livez`), 200)
  lagMs = 0
  assert.equal(await statusOf(`${origin}/postback${report}`), 404)
  const offers = await fetch(`${origin}/api/v1/offers?userId=u1`, { headers: world.credentials })
  assert.equal(offers.status, 200)
  await offers.text()
})

test('refusals say when they were made, in the form of all errors', async () => {
  lagMs = 1_100
  const report = `${origin}/postback?click_id=${world.ports.newId()}&payout=1&status=approved`
  const answers = []
  for (let count = 0; count < 2; count += 1) {
    const response = await fetch(report)
    const { meta } = (await response.json()) as { meta: { timestamp: number } }
    answers.push({
      timestamp: meta.timestamp,
      isNow: meta.timestamp === Math.floor(world.clock.nowMs() / 1000),
    })
    assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8')
    assert.equal(response.headers.get('cache-control'), 'no-store')
    world.clock.advance({ ms: 2_000 })
  }
  lagMs = 0
  assert.deepEqual(
    answers.map(({ isNow }) => isNow),
    [true, true],
  )
})

const endsWithinMs = 5_000

/** Sends it all at once, and reads until the connection ends, which it must do soon. */
async function speak(origin: string, text: string): Promise<string> {
  const { port } = new URL(origin)
  const socket = connect(Number(port), '127.0.0.1').setEncoding('latin1')
  const late = setTimeout(() => socket.destroy(new Error('the connection did not end')), endsWithinMs)
  socket.once('close', () => clearTimeout(late))
  socket.write(text)
  let heard = ''
  for await (const piece of socket) heard += piece
  return heard
}

const statusesOf = (heard: string): string[] => heard.match(/HTTP\/1.1 \d+/g) ?? []

test('a refused request that asks for the end of its connection ends it', async () => {
  lagMs = 1_100
  const heard = await speak(
    origin,
    'GET /postback?click_id=x&payout=1 HTTP/1.1\r\nhost: q\r\nconnection: close\r\n\r\n',
  )
  assert.deepEqual(statusesOf(heard), ['HTTP/1.1 503'])
})

test('refusals that were earned before the end of a connection are heard, whatever comes behind it', async () => {
  lagMs = 1_100
  const ask = (...headers: string[]) =>
    [`GET /postback?click_id=x&payout=1 HTTP/1.1`, 'host: q', ...headers, '', ''].join('\r\n')
  const heard = await speak(origin, ask() + ask('connection: close') + ask())
  assert.deepEqual(statusesOf(heard), ['HTTP/1.1 503', 'HTTP/1.1 503'])
  const short = await openTestApp(world, { lagMs: () => lagMs, limits: { requestsMax: 3 } })
  const shortOrigin = await short.listen({ host: '127.0.0.1', port: 0 })
  const all = await speak(shortOrigin, ask() + ask() + ask() + ask())
  assert.deepEqual(statusesOf(all), ['HTTP/1.1 503', 'HTTP/1.1 503', 'HTTP/1.1 503'])
  assert.equal(all.match(/connection: close/gi)?.length, 1)
  lagMs = 0
  await short.close()
})

test('a listener before the framework hears of refused requests as well', async () => {
  const app = Fastify()
  let heard = 0
  app.server.prependListener('request', () => {
    heard += 1
  })
  shedLoad(app, { ports: world.ports, lagMs: () => 110, isStarting: () => false, priorityOf: () => 'list' })
  app.get('/', () => 'not refused')
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  assert.equal((await fetch(origin)).status, 503)
  assert.equal(heard, 1)
  await app.close()
})
