import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { test, type TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import Fastify from 'fastify'
import { until } from '../../../../../test/support/eventually.ts'
import { endConnections } from './end-connections.ts'

/** Much shorter than connections are kept, and much longer than an answer takes. */
const closedWithinMs = 5_000
/** More than the system takes at once for who does not read. */
const largeBytes = 32 * 1024 ** 2

async function open(t: TestContext, bounds?: Parameters<typeof endConnections>[1]) {
  const server = Fastify({ keepAliveTimeout: 60_000, return503OnClosing: false })
  endConnections(server, bounds)
  const begun = Promise.withResolvers<void>()
  const written = Promise.withResolvers<void>()
  server.post('/read', (_request, reply) => reply.send('read'))
  server.get('/write', async ({ url }, reply) => {
    const rest = url.endsWith('large') ? 'x'.repeat(largeBytes) : 'tten'
    reply.hijack()
    reply.raw.writeHead(200, { 'content-length': 3 + rest.length })
    reply.raw.write('wri')
    begun.resolve()
    await written.promise
    reply.raw.end(rest)
  })
  await server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = server.server.address() as AddressInfo // an IP server has one
  const socket = connect({ port, host: '127.0.0.1' })
  const caller = { socket, text: '' }
  socket.on('data', (bytes) => {
    caller.text += String(bytes)
  })
  socket.on('error', () => {})
  t.after(() => socket.destroy())
  return { server, caller, begun: begun.promise, write: () => written.resolve() }
}

test('a request whose body comes while the server closes is answered, and its connection ends with that', async (t) => {
  const { server, caller } = await open(t)
  const head = 'POST /read HTTP/1.1\r\nHost: q\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n\r\n'
  const begun = once(server.server, 'request')
  caller.socket.write(`${head}ha`)
  await begun
  const startedMs = performance.now()
  const closed = server.close()
  const ended = once(caller.socket, 'close')
  await until(() => !server.server.listening, 'the server closes')
  caller.socket.write('lf')
  await Promise.all([closed, ended])
  assert.match(caller.text, /^HTTP\/1.1 200 OK\r\n.*connection: close\r\n.*read$/is)
  assert.ok(performance.now() - startedMs < closedWithinMs)
})

test('an answer that is half written when the server closes is written to its end, and its connection ends', async (t) => {
  const { server, caller, begun, write } = await open(t)
  caller.socket.write('GET /write HTTP/1.1\r\nHost: q\r\n\r\n')
  await begun
  const startedMs = performance.now()
  const closed = server.close()
  const ended = once(caller.socket, 'close')
  await until(() => !server.server.listening, 'the server closes')
  write()
  await Promise.all([closed, ended])
  assert.match(caller.text, /written$/)
  assert.ok(performance.now() - startedMs < closedWithinMs)
})

test('a large answer that is read slowly while the server closes arrives whole', async (t) => {
  const { server, caller, begun, write } = await open(t)
  let received = 0
  caller.socket.removeAllListeners('data').pause()
  caller.socket.write('GET /write?large HTTP/1.1\r\nHost: q\r\n\r\n')
  await begun
  const closed = server.close()
  await until(() => !server.server.listening, 'the server closes')
  write()
  await delay(500)
  caller.socket.on('data', (bytes) => {
    received += bytes.length
  })
  caller.socket.resume()
  await Promise.all([closed, once(caller.socket, 'close')])
  assert.ok(received > largeBytes, `${received} bytes of ${largeBytes} and a head`)
})

const post = 'POST /read HTTP/1.1\r\nHost: q\r\nContent-Type: text/plain\r\nContent-Length: 1000\r\n\r\n'

for (const [held, first, next] of [
  ['never says a word', '', ''],
  ['stops within the headers', 'GET /read HTTP/1.1\r\nHo', ''],
  ['sends headers byte by byte', 'GET /read HTTP/1.1\r\nHo', 'o'],
  ['sends a body byte by byte', post, 'b'],
  ['has begun another request after its answer', 'POST /read HTTP/1.1\r\nHost: q\r\n\r\nPOST /re', ''],
] as const) {
  test(`a connection that ${held} keeps a server from closing no longer than it may take`, async (t) => {
    const { server, caller } = await open(t, { silentMs: 200, allMs: 600 })
    const accepted = once(server.server, 'connection')
    caller.socket.write(first)
    await accepted
    const sending = setInterval(() => next !== '' && caller.socket.write(next), 50)
    t.after(() => clearInterval(sending))
    await delay(200)
    const startedMs = performance.now()
    await Promise.all([server.close(), once(caller.socket, 'close')])
    const ms = performance.now() - startedMs
    assert.ok(ms < 1_500, `it took ${ms} ms`)
    if (first !== '') assert.ok(ms > 500, `it was cut after ${ms} ms`)
  })
}

test('a connection whose first request is on its way when the server closes is answered', async (t) => {
  const { server, caller } = await open(t, { silentMs: 1_000, allMs: 10_000 })
  await once(server.server, 'connection')
  const closed = server.close()
  await until(() => !server.server.listening, 'the server closes')
  caller.socket.write('POST /read HTTP/1.1\r\nHost: q\r\n\r\n')
  await Promise.all([closed, once(caller.socket, 'close')])
  assert.match(caller.text, /^HTTP\/1.1 200 OK\r\n.*connection: close\r\n.*read$/is)
})

test('a large answer that is complete when the server closes, and is read slowly, arrives whole', async (t) => {
  const { server, caller, begun, write } = await open(t)
  let received = 0
  caller.socket.removeAllListeners('data').pause()
  caller.socket.write('GET /write?large HTTP/1.1\r\nHost: q\r\n\r\n')
  await begun
  write()
  await delay(100)
  const closed = server.close()
  await delay(300)
  caller.socket.on('data', (bytes) => {
    received += bytes.length
  })
  caller.socket.resume()
  await Promise.all([closed, once(caller.socket, 'close')])
  assert.ok(received > largeBytes, `${received} bytes of ${largeBytes} and a head`)
})

test('an answer that is never read keeps a server from closing no longer than it may take', async (t) => {
  const { server, caller, begun, write } = await open(t, { silentMs: 200, allMs: 600 })
  caller.socket.removeAllListeners('data').pause()
  caller.socket.write('GET /write?large HTTP/1.1\r\nHost: q\r\n\r\n')
  await begun
  write()
  await delay(100)
  const startedMs = performance.now()
  await server.close()
  const ms = performance.now() - startedMs
  assert.ok(ms > 500 && ms < 1_500, `it took ${ms} ms`)
})
