import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { until } from '../../../../../test/support/eventually.ts'
import { openResponses, RefusalResponse } from './refusal-response.ts'

const refused = { head: 'HTTP/1.1 503 Busy\r\ncontent-length: 4\r\n', body: 'busy' }

/** A server that refuses what is asked below /busy, and counts what it was asked; callers speak over bare sockets. */
async function serve(t: TestContext, { requestsMax = 0 } = {}) {
  const responses = openResponses()
  responses.refuses = ({ url }) => (url?.startsWith('/busy') ? new RefusalResponse(refused) : undefined)
  const asked: IncomingMessage[] = []
  const server = createServer({ ServerResponse: responses.ServerResponse, keepAliveTimeout: 7_000 })
  server.maxRequestsPerSocket = requestsMax
  server.on('request', (request, response) => {
    asked.push(request)
    response.end(response instanceof RefusalResponse ? undefined : `long ${request.url};`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // an IP server has one
  const call = async (): Promise<Caller> => {
    const socket = connect(port, '127.0.0.1').setEncoding('latin1')
    t.after(() => socket.destroy())
    const caller = { socket, text: '' }
    socket.on('data', (text) => (caller.text += text))
    await once(socket, 'connect')
    return caller
  }
  t.after(() => server.close())
  return { server, asked, call }
}

interface Caller {
  readonly socket: Socket
  text: string
}

const ask = (path: string, ...headers: string[]): string =>
  [`GET ${path} HTTP/1.1`, 'host: h', ...headers, '', ''].join('\r\n')

const connectionsOf = async (server: Server): Promise<number> =>
  await new Promise((resolve) => server.getConnections((_error, count) => resolve(count)))

test('a connection lives on after a refusal, and is answered and refused by turns', async (t) => {
  const { call, asked } = await serve(t)
  const caller = await call()
  for (const [path, answer] of [
    [
      '/busy',
      'HTTP/1.1 503 Busy\r\ncontent-length: 4\r\nconnection: keep-alive\r\nkeep-alive: timeout=7\r\n\r\nbusy',
    ],
    ['/', 'HTTP/1.1 200 OK'],
    ['/busy', 'HTTP/1.1 503 Busy'],
    ['/', 'HTTP/1.1 200 OK'],
  ] as const) {
    caller.text = ''
    caller.socket.write(ask(path))
    await until(() => /busy$|long .*;$/.test(caller.text), 'an answer came')
    assert.ok(caller.text.startsWith(answer), caller.text)
  }
  assert.equal(asked.length, 4)
})

test('whoever asks for the end of the connection has it after their refusal', async (t) => {
  const { call, server } = await serve(t)
  const caller = await call()
  caller.socket.write(ask('/busy', 'connection: close'))
  await once(caller.socket, 'close')
  assert.match(caller.text, /^HTTP\/1.1 503 Busy\r\n.*connection: close\r\n\r\nbusy$/s)
  assert.equal(await connectionsOf(server), 0)
})

test('requests that come together are answered in their order', async (t) => {
  const { call } = await serve(t)
  const caller = await call()
  const paths = ['/busy', '/1', '/busy2', '/busy3', '/4', '/5']
  caller.socket.write(paths.map((path) => ask(path)).join(''))
  await until(() => caller.text.endsWith('long /5;'), 'the last is answered')
  const bodies = caller.text.split('HTTP/1.1 ').map((answer) => answer.split('\r\n\r\n')[1])
  const waiting = paths.slice(1).map((path) => `long ${path};`)
  assert.deepEqual(bodies.slice(1), ['busy', ...waiting])
})

test('a request that is more than a question goes the long way', async (t) => {
  const { call, asked } = await serve(t)
  for (const request of [
    'POST /busy HTTP/1.1\r\nhost: h\r\ncontent-length: 1\r\n\r\nx',
    'HEAD /busy HTTP/1.1\r\nhost: h\r\n\r\n',
    'GET /busy HTTP/1.0\r\n\r\n',
    ask('/busy', 'expect: 100-continue'),
    `${ask('/busy', 'content-length: 1')}x`,
  ]) {
    const caller = await call()
    caller.socket.write(request)
    await until(() => /HTTP\/1.1 200 OK/.test(caller.text), request)
  }
  assert.equal(asked.length, 5)
})

test('a connection that has had its number of requests is refused, and ends', async (t) => {
  const { call, asked } = await serve(t, { requestsMax: 2 })
  const caller = await call()
  caller.socket.write(ask('/busy'))
  await until(() => caller.text.includes('connection: keep-alive'), 'the first is refused')
  caller.socket.write(ask('/busy'))
  await once(caller.socket, 'close')
  assert.match(caller.text, /connection: close\r\n\r\nbusy$/)
  assert.equal(asked.length, 2)
})

test('a thousand refusals, half of them of callers who leave at once, leave nothing behind', async (t) => {
  const { call, server, asked } = await serve(t)
  for (let count = 0; count < 100; count += 1) {
    const callers = await Promise.all(Array.from({ length: 10 }, call))
    for (const [index, { socket }] of callers.entries()) {
      socket.write(ask('/busy'))
      if (index % 2 === 0) socket.destroy()
    }
    await until(() => callers.every(({ text }, index) => index % 2 === 0 || text.endsWith('busy')), 'refused')
    for (const { socket } of callers) socket.destroy()
  }
  await until(async () => (await connectionsOf(server)) === 0, 'all have left')
  assert.ok(asked.length >= 500)
})
