import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterEach, test } from 'node:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { OutgoingResult } from '@quoin/core/outgoing/outgoing-answer.ts'
import { readCidr } from '@quoin/core/detect/address.ts'
import { receiverCertificate, receiverKey } from '../../../../../test/support/receiver-certificate.ts'
import { type OpenOutgoing, openOutgoing } from './outgoing-http.ts'
import { systemClock } from '../system-clock.ts'

const policy = { allowed: ['127.0.0.0/8'].flatMap((text) => readCidr(text) ?? []), ports: [443] }
const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

function outgoing(options: Partial<Parameters<typeof openOutgoing>[0]> = {}): OpenOutgoing {
  const open = openOutgoing({
    policy,
    clock: systemClock,
    resolve: () => Promise.resolve(['127.0.0.1']),
    ...options,
  })
  closing.push(open.close)
  return open
}

async function listen(server: Server): Promise<number> {
  closing.push(() => server.close())
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => {})))
  closing.push(() => sockets.forEach((socket) => void socket.destroy()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port // TCP has no other kind
}

const serveHttp = (answer: RequestListener) => listen(createHttpServer(answer))
/** Says these bytes to every request, and leaves the rest to the client. */
const serveBytes = (bytes: string, then: (socket: Socket) => void = () => {}) =>
  listen(
    createServer((socket) => {
      socket.once('data', () => socket.write(bytes, () => then(socket)))
    }),
  )

const get = (port: number, path = '/') => ({
  method: 'GET' as const,
  url: `http://127.0.0.1:${port}${path}`,
  headers: {},
  body: null,
})
const reasonOf = (result: OutgoingResult) => (result.kind === 'failure' ? result.reason : result.status)

test('method, path, headers and body arrive exactly as they were signed', async () => {
  const seen: unknown[] = []
  const port = await serveHttp(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    seen.push(request.method, request.url, request.headers['webhook-id'], Buffer.concat(chunks).toString())
    response.writeHead(201, { 'x-one': ['a', 'b'] }).end('thank you')
  })
  const body = '{"name":"ü 😀"}'
  const result = await outgoing().send({
    ...get(port, '/cb?a=%20b&c=ü'),
    method: 'POST',
    headers: { 'webhook-id': 'i1' },
    body,
  })
  assert.deepEqual(seen, ['POST', '/cb?a=%20b&c=%C3%BC', 'i1', body])
  assert.ok(result.kind === 'answer')
  assert.deepEqual([result.status, result.headers['x-one'], result.bodyExcerpt], [201, 'a, b', 'thank you'])
})

test('connections are used again, and one that died meanwhile is replaced without a failure', async () => {
  let connections = 0
  const server = createHttpServer((_request, response) => response.end('1'))
  const sockets: Socket[] = []
  server.on('connection', (socket) => {
    connections += 1
    sockets.push(socket)
  })
  const port = await listen(server)
  const { send } = outgoing()
  for (let call = 0; call < 5; call += 1) assert.equal(reasonOf(await send(get(port))), 200)
  assert.equal(connections, 1)
  for (const socket of sockets) socket.resetAndDestroy()
  assert.equal(reasonOf(await send({ ...get(port), method: 'POST', body: 'x' })), 200)
  assert.equal(connections, 2)
})

test('a host gets so many requests at a time; others wait their turn, and none is lost', async () => {
  let [open, most] = [0, 0]
  const server = createHttpServer((_request, response) => setImmediate(() => response.end('OK')))
  server.on('connection', (socket) => {
    open += 1
    most = Math.max(most, open)
    socket.once('close', () => {
      open -= 1
    })
  })
  const port = await listen(server)
  const { send } = outgoing()
  const results = await Promise.all(Array.from({ length: 200 }, () => send(get(port))))
  assert.deepEqual(new Set(results.map(reasonOf)), new Set([200]))
  assert.ok(most <= 32, `${most} connections`)
})

test('a call behind receivers that hang is given up in time, and the places are free again', async () => {
  const hanging = await serveBytes('')
  const { send } = outgoing()
  const results = await Promise.all(Array.from({ length: 80 }, () => send(get(hanging), { totalMs: 100 })))
  assert.deepEqual(new Set(results.map(reasonOf)), new Set(['timeout']))
  const again = await Promise.all(Array.from({ length: 80 }, () => send(get(hanging), { totalMs: 100 })))
  assert.deepEqual(new Set(again.map(reasonOf)), new Set(['timeout']))
  const well = await serveHttp((_request, response) => response.end('OK'))
  assert.equal(reasonOf(await send(get(well))), 200)
})

const limits = { totalMs: 200 }

test('a receiver that never answers, drips, or keeps saying "continue" is left when time is up', async () => {
  const { send } = outgoing()
  const drip = (socket: Socket) => {
    const timer = setInterval(() => socket.write('x'), 20)
    socket.once('close', () => clearInterval(timer))
  }
  const interim = (socket: Socket) => {
    const timer = setInterval(() => socket.write('HTTP/1.1 102 Processing\r\n\r\n'), 20)
    socket.once('close', () => clearInterval(timer))
  }
  for (const port of [
    await serveBytes(''),
    await serveBytes('HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n', drip),
    await serveBytes('HTTP/1.1 200 OK\r\nx-slow: ', drip),
    await serveBytes('', interim),
  ]) {
    assert.equal(reasonOf(await send(get(port), limits)), 'timeout')
  }
})

test('a name server that never answers takes no longer than the limit', async () => {
  const { send } = outgoing({ resolve: () => new Promise(() => {}) })
  assert.equal(reasonOf(await send({ ...get(1), url: 'http://slow.example/' }, limits)), 'timeout')
})

test('the beginning of a long body is kept, and an endless one is not read to its end', async () => {
  const { send } = outgoing()
  const long = await serveHttp((_request, response) => response.end(`OK${'ü'.repeat(50_000)}`))
  const result = await send(get(long))
  assert.ok(
    result.kind === 'answer' && /^OKü+$/.test(result.bodyExcerpt) && result.bodyExcerpt.length <= 4096,
  )
  let written = 0
  const endless = await serveHttp((_request, response) => {
    const more = (): void => {
      if (response.destroyed) return
      written += 65_536
      response.write('x'.repeat(65_536), more)
    }
    response.writeHead(200)
    more()
  })
  const cut = await send(get(endless))
  assert.equal(reasonOf(cut), 200)
  assert.ok(written < 50_000_000)
})

test('a compressed body stays as it came: nothing of it is unpacked', async () => {
  const packed = [gzipSync(Buffer.alloc(50_000_000)), brotliCompressSync(Buffer.alloc(50_000_000))]
  for (const [index, coding] of ['gzip', 'br'].entries()) {
    const asked: (string | undefined)[] = []
    const port = await serveHttp(({ headers }, response) => {
      asked.push(headers['accept-encoding']?.toString())
      response.writeHead(200, { 'content-encoding': coding }).end(packed[index])
    })
    const result = await outgoing().send(get(port), { bytesMax: 100_000 })
    assert.deepEqual(asked, ['identity'])
    assert.ok(result.kind === 'answer' && result.body.length <= (packed[index]?.length ?? 0))
    assert.deepEqual(result.bytes && Buffer.compare(result.bytes, packed[index] ?? Buffer.of()), 0)
  }
})

test('headers beyond the limit, resets, silence and what is not HTTP are told apart', async () => {
  const { send } = outgoing()
  const closed = await serveBytes('')
  closing.splice(0).forEach((close) => void close())
  const cases: [port: number, reason: string][] = [
    [await serveBytes(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`), 'too_large'],
    [await serveBytes('', (socket) => socket.resetAndDestroy()), 'reset'],
    [await serveBytes('', (socket) => socket.end()), 'reset'],
    [await serveBytes('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc', (socket) => socket.end()), 'reset'],
    [await serveBytes('SSH-2.0-OpenSSH\r\n'), 'reset'],
    [await serveBytes('HTTP/1.1 101 X\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'), 'reset'],
    [closed, 'connect'],
  ]
  for (const [port, reason] of cases) {
    const result = await send(get(port), { totalMs: 20_000 })
    assert.equal(reasonOf(result), reason)
    assert.ok(result.kind === 'failure' && !result.detail.includes('127.0.0.1'), 'no inner address is told')
  }
})

test('a NUL, half a character and any bytes become text that can be stored', async () => {
  const bytes = Buffer.from([0x41, 0x00, 0xff, 0xc3])
  const port = await serveHttp((_request, response) => response.end(bytes))
  const result = await outgoing().send(get(port))
  assert.equal(result.kind === 'answer' && result.bodyExcerpt, 'A\ufffd\ufffd')
})

test('a certificate must be trusted, and be for the host', async () => {
  const server = createHttpsServer({ cert: receiverCertificate, key: receiverKey }, (_request, response) =>
    response.end('OK'),
  )
  const port = await listen(server)
  const over = (host: string) => ({ ...get(port), url: `https://${host}:${port}/` })
  assert.equal(reasonOf(await outgoing().send(over('receiver.test'))), 'tls')
  const { send } = outgoing({ ca: receiverCertificate })
  assert.equal(reasonOf(await send(over('receiver.test'))), 200)
  assert.equal(reasonOf(await send(over('127.0.0.1'))), 200)
  assert.equal(reasonOf(await send(over('other.test'))), 'tls')
  const plain = await serveHttp((_request, response) => response.end('OK'))
  assert.equal(reasonOf(await send({ ...get(plain), url: `https://receiver.test:${plain}/` })), 'tls')
})

test('a header that would split the request is refused, and nothing is sent', async () => {
  let requests = 0
  const port = await serveHttp((_request, response) => {
    requests += 1
    response.end()
  })
  const result = await outgoing().send({ ...get(port), headers: { x: 'a\r\nhost: b' } })
  assert.equal(result.kind, 'failure')
  assert.equal(requests, 0)
})
