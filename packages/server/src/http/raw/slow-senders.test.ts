import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { until } from '../../../../../test/support/eventually.ts'
import { openTestApp } from '../../../../../test/support/test-app.ts'
import { createWorld, type World } from '../../../../../test/support/world.ts'

const limits = {
  headersMs: 1_000,
  requestMs: 1_500,
  silenceMs: 1_200,
  keepAliveMs: 1_500,
  checkEveryMs: 50,
  requestsMax: 3,
}
/** Sixteen megabytes: more than the buffers of two kernels take. */
const longPage = Buffer.alloc(16 * 1024 * 1024, 'a')
const connectionsMax = 10

let world: World
let server: FastifyInstance
let port: number
before(async () => {
  world = await createWorld({ environment: { MAX_CONNECTIONS: String(connectionsMax) } })
  server = await openTestApp(world, {
    limits,
    lagMs: () => 0,
    docs: { answer: async () => ({ status: 200, policy: '', contentType: 'text/plain', body: longPage }) },
  })
  await server.listen({ host: '127.0.0.1', port: 0 })
  port = (server.server.address() as AddressInfo).port // an IP server has one
})
after(async () => {
  await server.close()
  await world.close()
})

async function open(): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' })
  // A connection that is cut may be reset.
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** Everything that came until the server closed. */
async function readToEnd(socket: Socket): Promise<string> {
  let text = ''
  socket.setEncoding('latin1')
  socket.on('data', (part: string) => {
    text += part
  })
  await once(socket, 'close')
  return text
}

/** Sends a byte now and then, so that the connection is never silent, until it is cut. */
function drip(socket: Socket): void {
  const timer = setInterval(() => socket.write('a'), 50)
  socket.once('close', () => clearInterval(timer))
}

test('headers that do not come to an end are cut', async () => {
  const socket = await open()
  socket.write('GET /livez HTTP/1.1\r\nHost: q.example\r\nX-Slow: ')
  drip(socket)
  assert.match(await readToEnd(socket), /^HTTP\/1\.1 400 [\s\S]*"code":"INVALID_REQUEST"/)
})

test('a body that does not come to its end is cut', async () => {
  const socket = await open()
  const { apiKey, apiSecret } = world.app.live
  socket.write(
    `POST /v1/conversions HTTP/1.1\r\nHost: q.example\r\nX-API-Key: ${apiKey}\r\nX-API-Secret: ${apiSecret}\r\n` +
      'Content-Type: application/json\r\nContent-Length: 10000\r\n\r\n{',
  )
  drip(socket)
  assert.doesNotMatch(await readToEnd(socket), /HTTP\/1\.1 2/)
})

test('a connection that says nothing is cut', async () => {
  const socket = await open()
  assert.doesNotMatch(await readToEnd(socket), /HTTP\/1\.1 2/)
})

test('an answer that is not read is cut', async () => {
  const socket = await open()
  socket.write('GET /docs/ HTTP/1.1\r\nHost: q.example\r\n\r\n')
  socket.pause()
  // The server's own side of it: nobody else is connected now.
  await untilConnected(1)
  await untilConnected(0)
  socket.destroy()
})

async function untilConnected(expected: number): Promise<void> {
  const connections = () =>
    new Promise<number>((resolve) => {
      server.server.getConnections((_error, count) => resolve(count))
    })
  await until(async () => (await connections()) === expected, `connections are ${expected}`)
}

test('two Host headers are no valid request', async () => {
  const socket = await open()
  socket.end('GET /livez HTTP/1.1\r\nHost: a.example\r\nHost: b.example\r\nConnection: close\r\n\r\n')
  assert.match(await readToEnd(socket), /^HTTP\/1\.1 400 [\s\S]*"code":"INVALID_REQUEST"/)
})

test('a connection is closed after its share of requests, and says so', async () => {
  const socket = await open()
  const text = readToEnd(socket)
  for (let count = 0; count < limits.requestsMax; count += 1) {
    socket.write('GET /livez HTTP/1.1\r\nHost: q.example\r\n\r\n')
  }
  const answers = (await text).split(/(?=HTTP\/1\.1 )/)
  assert.equal(answers.length, limits.requestsMax)
  assert.match(answers.at(-1) ?? '', /^connection: close/im)
})

test('connections beyond MAX_CONNECTIONS are closed at once, and room is made by those that go', async () => {
  const held = await Promise.all(Array.from({ length: connectionsMax }, () => open()))
  const extra = await open()
  assert.equal(await readToEnd(extra), '')
  for (const socket of held) socket.destroy()
  await untilConnected(0)
  const again = await open()
  again.write('GET /livez HTTP/1.1\r\nHost: q.example\r\nConnection: close\r\n\r\n')
  assert.match(await readToEnd(again), /^HTTP\/1\.1 200 /)
})
