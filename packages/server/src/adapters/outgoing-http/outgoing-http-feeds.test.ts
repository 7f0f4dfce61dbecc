import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { afterEach, test } from 'node:test'
import * as zlib from 'node:zlib'
import type { OutgoingResult } from '@quoin/core/outgoing/outgoing-answer.ts'
import { readCidr } from '@quoin/core/detect/address.ts'
import { receiverCertificate, receiverKey } from '../../../../../test/support/receiver-certificate.ts'
import { type OpenOutgoing, openOutgoing } from './outgoing-http.ts'
import { systemClock } from '../system-clock.ts'

const secret = 'sk-4711-never-shown'
const limits = { bytesMax: 1_000_000, isPacked: true, redirectsMax: 3, totalMs: 5_000 }
const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** One loopback address is open, so that another can be the forbidden one. */
function outgoing(options: Partial<Parameters<typeof openOutgoing>[0]> = {}): OpenOutgoing {
  const open = openOutgoing({
    policy: { allowed: ['127.0.0.2'].flatMap((text) => readCidr(text) ?? []), ports: [80, 443] },
    clock: systemClock,
    resolve: () => Promise.resolve(['127.0.0.2']),
    ...options,
  })
  closing.push(open.close)
  return open
}

async function listen(server: Server, host = '127.0.0.2'): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => {})))
  closing.push(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  server.listen(0, host)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port // TCP has no other kind
}

const serve = (answer: RequestListener) => listen(createHttpServer(answer))
const serveBytes = (bytes: string | Buffer, then: (socket: Socket) => void = (socket) => socket.end()) =>
  listen(createServer((socket) => socket.once('data', () => socket.write(bytes, () => then(socket)))))

const get = (port: number, path = '/', host = '127.0.0.2') => ({
  method: 'GET' as const,
  url: `http://${host}:${port}${path}?api_key=${secret}`,
  headers: { 'x-api-key': secret, cookie: secret, accept: 'application/json', 'user-agent': 'Quoin test' },
  body: null,
})

function outcomeOf(result: OutgoingResult): string | number {
  assert.ok(!JSON.stringify(result).includes(secret), 'a secret is told')
  if (result.kind === 'answer') return result.status
  assert.match(result.detail, /^The .*\.$/)
  assert.doesNotMatch(result.detail, /127\.|169\.|https?:\/\/\w|\?/)
  return result.reason
}
const bytesOf = (result: OutgoingResult) =>
  result.kind === 'answer' && result.bytes ? Buffer.from(result.bytes).toString() : undefined

test('a redirect of each kind is followed, and its last answer is the answer', async () => {
  for (const status of [301, 302, 303, 307, 308]) {
    const port = await serve((request, response) => {
      if (request.url?.startsWith('/last')) response.end(`${request.method} ${request.headers['x-api-key']}`)
      else response.writeHead(status, { location: '/last#part' }).end('moved')
    })
    const result = await outgoing().send(get(port), limits)
    assert.equal(bytesOf(result), `GET ${secret}`, String(status))
  }
})

test('without redirects allowed, with a POST, or without a target, a redirect is an answer', async () => {
  const port = await serve(({ url }, response) =>
    response.writeHead(302, url === '/none' ? {} : { location: '/last' }).end('moved'),
  )
  const { send } = outgoing()
  assert.equal(outcomeOf(await send(get(port), { bytesMax: 100 })), 302)
  assert.equal(outcomeOf(await send(get(port), { ...limits, redirectsMax: 0 })), 302)
  assert.equal(outcomeOf(await send({ ...get(port), method: 'POST', body: 'x' }, limits)), 302)
  const none = { ...get(port), url: `http://127.0.0.2:${port}/none` }
  assert.equal(outcomeOf(await send(none, limits)), 302)
})

test('another host, port or scheme gets no header but accept and user-agent, and neither do later ones', async () => {
  const seen: unknown[] = []
  const note: RequestListener = ({ url, headers }, response) => {
    const { host: _host, connection: _connection, 'accept-encoding': _packing, ...rest } = headers
    seen.push([url, rest])
    response.end('{}')
  }
  const harmless = { accept: 'application/json', 'user-agent': 'Quoin test' }
  const last = await serve(note)
  const first = await serve((request, response) => {
    if (request.url === '/back') note(request, response)
    else response.writeHead(302, { location: `http://127.0.0.2:${last}/plain` }).end()
  })
  const { send } = outgoing({ ca: receiverCertificate })
  assert.equal(bytesOf(await send(get(first), limits)), '{}')
  const byName = await serve((_request, response) =>
    response.writeHead(302, { location: `http://b.example:${byName}/name` }).end(),
  )
  const there = createHttpServer((request, response) =>
    request.headers.host?.startsWith('a.')
      ? response.writeHead(302, { location: `http://b.example:${port}/name` }).end()
      : note(request, response),
  )
  const port = await listen(there)
  assert.equal(bytesOf(await send(get(port, '/', 'a.example'), limits)), '{}')
  const secure = await listen(createHttpsServer({ cert: receiverCertificate, key: receiverKey }, note))
  const plain = await serve((_request, response) =>
    response.writeHead(301, { location: `https://receiver.test:${secure}/secure` }).end(),
  )
  assert.equal(bytesOf(await send(get(plain, '/', 'receiver.test'), limits)), '{}')
  const away = await serve((_request, response) =>
    response.writeHead(302, { location: `http://127.0.0.2:${home}/back` }).end(),
  )
  const home = await serve((request, response) => {
    if (request.url === '/back') note(request, response)
    else response.writeHead(302, { location: `http://127.0.0.2:${away}/` }).end()
  })
  assert.equal(bytesOf(await send(get(home), limits)), '{}')
  assert.deepEqual(
    seen,
    ['/plain', '/name', '/secure', '/back'].map((path) => [path, harmless]),
  )
})

test('a redirect to an inner address, another scheme or from https to http reaches nothing', async () => {
  let reached = 0
  const victim = await listen(
    createHttpServer((_request, response) => {
      reached += 1
      response.end('inside')
    }),
    '127.0.0.1',
  )
  const targets = [
    `http://127.0.0.1:${victim}/`,
    `//127.0.0.1:${victim}/`,
    `\\\\127.0.0.1:${victim}/`,
    `http://2130706433:${victim}/`,
    `http://[::ffff:127.0.0.1]:${victim}/`,
    `http://inner.example:${victim}/`,
    'http://169.254.169.254/latest/meta-data/',
    'http://[fd00:ec2::254]/',
    `http://user:word@127.0.0.2:${victim}/`,
    'file:///etc/passwd',
    'ftp://127.0.0.2/',
    'http://',
    'https://exa mple/',
  ]
  const { send } = outgoing({
    ca: receiverCertificate,
    resolve: (name) => Promise.resolve([name === 'inner.example' ? '127.0.0.1' : '127.0.0.2']),
  })
  for (const location of targets) {
    const port = await serve((_request, response) => response.writeHead(302, { location }).end())
    assert.equal(outcomeOf(await send(get(port), limits)), 'refused_address', location)
  }
  const plain = await serve((_request, response) => response.end('plain'))
  const door = createHttpsServer({ cert: receiverCertificate, key: receiverKey }, (_request, response) =>
    response.writeHead(301, { location: `http://127.0.0.2:${plain}/` }).end(),
  )
  const url = `https://receiver.test:${await listen(door)}/`
  assert.equal(outcomeOf(await send({ ...get(plain), url }, limits)), 'refused_address')
  assert.equal(reached, 0)
})

test('redirects end: those in a circle after as many as were allowed, slow ones with the time of all', async () => {
  let asked = 0
  const circle = await serve((_request, response) => {
    asked += 1
    response.writeHead(302, { location: '/again' }).end()
  })
  const { send } = outgoing()
  assert.equal(outcomeOf(await send(get(circle), limits)), 'refused_address')
  assert.equal(asked, 4)
  asked = 0
  await send(get(circle), { ...limits, redirectsMax: 1e9 })
  assert.equal(asked, 11)
  const slow = await serve((_request, response) => {
    setTimeout(() => response.writeHead(302, { location: '/again' }).end(), 80)
  })
  const result = await send(get(slow), { ...limits, totalMs: 200, redirectsMax: 10 })
  assert.equal(outcomeOf(result), 'timeout')
  assert.ok(result.latencyMs < 1_000)
})

test('the body of a redirect is not read, however long it is', async () => {
  const port = await serve(({ url }, response) => {
    if (url === '/last') return response.end('here')
    response.writeHead(302, { location: '/last' })
    const more = (): void => void (response.destroyed || response.write('x'.repeat(65_536), more))
    return more()
  })
  assert.equal(bytesOf(await outgoing().send(get(port), limits)), 'here')
})

const text = JSON.stringify(Array.from({ length: 20_000 }, (_, id) => ({ id, name: `Offer ${id * 7919} ü` })))
const packers: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: zlib.gzipSync,
  ...('zstdCompressSync' in zlib ? { zstd: zlib.zstdCompressSync } : {}),
}

for (const [packing, pack] of Object.entries(packers))
  test(`${packing}: an answer is unpacked; a broken, cut or unknown one is a failure with a sentence`, async () => {
    const asked: unknown[] = []
    const packed = pack(Buffer.from(text))
    const broken = Buffer.concat([packed.subarray(0, 40), Buffer.alloc(60, 0xff), packed.subarray(100)])
    const bodies: Readonly<Record<string, Buffer>> = {
      '/whole': packed,
      '/broken': broken,
      '/cut': packed.subarray(0, packed.length / 2),
      '/plain': Buffer.from(text),
      '/nothing': Buffer.of(),
    }
    const port = await serve(({ url = '', headers }, response) => {
      asked.push(headers['accept-encoding'])
      response.writeHead(200, { 'content-encoding': packing }).end(bodies[url.split('?')[0] ?? ''])
    })
    const { send } = outgoing()
    const whole = await send(get(port, '/whole'), limits)
    assert.equal(bytesOf(whole), text)
    assert.ok(whole.kind === 'answer' && !('content-encoding' in whole.headers))
    for (const path of ['/broken', '/cut', '/plain', '/nothing']) {
      const result = await send(get(port, path), limits)
      assert.equal(outcomeOf(result), 'reset', path)
      assert.ok(result.kind === 'failure' && /^The packed body of the answer is broken/.test(result.detail))
    }
    assert.deepEqual([...new Set(asked)], [Object.keys(packers).join(', ')])
  })

test('a packing that was not asked for is a failure; none, and that of an answer without a body, are none', async () => {
  const packings: readonly (readonly [string, number, string | Buffer, string | number])[] = [
    ['br', 200, zlib.brotliCompressSync('x'), 'reset'],
    ['gzip, gzip', 200, zlib.gzipSync(zlib.gzipSync('x')), 'reset'],
    ['constructor', 200, 'x', 'reset'],
    ['identity', 200, 'x', 200],
    ['gzip', 304, '', 304],
  ]
  for (const [packing, status, body, outcome] of packings) {
    const port = await serve((_request, response) =>
      response.writeHead(status, { 'content-encoding': packing }).end(body),
    )
    assert.equal(outcomeOf(await outgoing().send(get(port), limits)), outcome, packing)
  }
})

test('a megabyte that unpacks to a gigabyte ends at the bound, in little memory', async () => {
  const mebibyte = Buffer.alloc(1024 * 1024)
  const gzip = zlib.createGzip({ level: 9 })
  const packing = gzip.toArray()
  for (let written = 0; written < 1024; written += 1) if (!gzip.write(mebibyte)) await once(gzip, 'drain')
  gzip.end()
  const bomb = Buffer.concat(await packing)
  assert.ok(bomb.length < 1_200_000, `${bomb.length} bytes`)
  const port = await serve((_request, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
  )
  const before = process.memoryUsage().rss
  const result = await outgoing().send(get(port), limits)
  assert.equal(outcomeOf(result), 'too_large')
  assert.ok(process.memoryUsage().rss - before < 100_000_000)
})

test('zstd that wants more memory than HTTP allows is a failure', async () => {
  if (!('createZstdCompress' in zlib)) return
  for (const [windowLog, outcome] of [
    [23, 200],
    [27, 'reset'],
  ] as const) {
    const zstd = zlib.createZstdCompress({ params: { [zlib.constants.ZSTD_c_windowLog]: windowLog } })
    const packing = zstd.toArray()
    // In two parts: the length of one would be known, and the window no wider than it.
    zstd.write(text)
    await new Promise<void>((resolve) => zstd.flush(() => resolve()))
    zstd.end(text)
    const packed = Buffer.concat(await packing)
    const port = await serve((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'zstd' }).end(packed),
    )
    const result = await outgoing().send(get(port), { ...limits, bytesMax: 2_000_000 })
    assert.equal(outcomeOf(result), outcome, String(windowLog))
  }
})

test('a body above the bound is a failure where an answer must be whole, and an answer without bytes elsewhere', async () => {
  const port = await serve((_request, response) => response.end('x'.repeat(1_001)))
  const { send } = outgoing()
  assert.equal(outcomeOf(await send(get(port), { bytesMax: 1_000, isPacked: true })), 'too_large')
  assert.equal(outcomeOf(await send(get(port), { bytesMax: 1_000, redirectsMax: 1 })), 'too_large')
  assert.equal(bytesOf(await send(get(port), { bytesMax: 1_001, isPacked: true })), 'x'.repeat(1_001))
  const other = await send(get(port), { bytesMax: 1_000 })
  assert.deepEqual([outcomeOf(other), bytesOf(other)], [200, undefined])
})

test('a body that is cut is a failure, never a shorter one', async () => {
  const { send } = outgoing()
  const head = 'HTTP/1.1 200 OK\r\n'
  const packed = zlib.gzipSync(text)
  const packedHead = Buffer.from(`${head}content-encoding: gzip\r\ncontent-length: ${packed.length}\r\n\r\n`)
  const cases: readonly (readonly [string | Buffer, ((socket: Socket) => void)?])[] = [
    [`${head}content-length: 9\r\n\r\nabc`],
    [`${head}content-length: 9\r\n\r\nabc`, (socket) => socket.resetAndDestroy()],
    [`${head}content-length: 2\r\n\r\nabc`],
    [`${head}content-length: 2\r\ncontent-length: 3\r\n\r\nabc`],
    [`${head}transfer-encoding: chunked\r\n\r\n5\r\nabcde\r\n`],
    [`${head}transfer-encoding: chunked\r\n\r\n5\r\nabc`],
    [`${head}transfer-encoding: chunked\r\n\r\n5\r\nabcde\r\n0\r\n`],
    [`${head}transfer-encoding: chunked\r\n\r\nzz\r\n`],
    [`${head}connection: close\r\n\r\nabc`, (socket) => setTimeout(() => socket.resetAndDestroy(), 20)],
    [Buffer.concat([packedHead, packed.subarray(0, 5_000)])],
  ]
  for (const [bytes, then] of cases) {
    const result = await send(get(await serveBytes(bytes, then)), limits)
    assert.equal(outcomeOf(result), 'reset', bytes.toString('latin1').slice(0, 80))
  }
})

test('a drip ends when time is up, packed and plain, and in the headers', async () => {
  const { send } = outgoing()
  const drip = (socket: Socket) => {
    const timer = setInterval(() => socket.write('x'), 20)
    socket.once('close', () => clearInterval(timer))
  }
  const packed = zlib.gzipSync(text).subarray(0, 200).toString('latin1')
  for (const bytes of [
    'HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n',
    'HTTP/1.1 200 OK\r\nx-slow: ',
    Buffer.from(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\n${packed}`, 'latin1'),
  ]) {
    const result = await send(get(await serveBytes(bytes, drip)), { ...limits, totalMs: 200 })
    // Packed bytes that drip may also turn out to be broken: either is a failure in time.
    assert.ok(['timeout', 'reset'].includes(String(outcomeOf(result))))
    assert.ok(result.latencyMs < 1_000)
  }
})

test('ten seconds are the most, but for what is fetched in the background, which has 120', async (context) => {
  const { send } = outgoing({ resolve: () => new Promise(() => {}) })
  const open = { ...get(1), url: 'http://slow.example:443/' }
  context.mock.timers.enable({ apis: ['setTimeout'] })
  const outcomes: unknown[] = []
  const short = send(open, { totalMs: 1e9 }).then((result) => outcomes.push(outcomeOf(result)))
  const hanging = await listenHanging()
  const long = outgoing()
    .send(get(hanging), { ...limits, totalMs: 1e9 })
    .then((result) => outcomes.push(outcomeOf(result)))
  await turn()
  context.mock.timers.tick(10_000)
  await short
  assert.deepEqual(outcomes, ['timeout'])
  context.mock.timers.tick(109_999)
  await turn()
  assert.deepEqual(outcomes, ['timeout'])
  context.mock.timers.tick(1)
  await long
  assert.deepEqual(outcomes, ['timeout', 'timeout'])
})

const listenHanging = () => listen(createServer(() => {}))
const turn = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)))

test('a kept connection is given up when idle, and not while its request waits for a slow answer', async () => {
  const sockets: Socket[] = []
  const noting = (...given: Parameters<typeof connect>): Socket => {
    const socket = connect(...given)
    sockets.push(socket)
    return socket
  }
  const timeouts: unknown[] = []
  const port = await serve((_request, response) => {
    timeouts.push(sockets[0]?.timeout ?? 0)
    response.end('OK')
  })
  const { send } = outgoing({ connectTcp: noting as typeof connect }) // It has its other forms, too.
  for (let call = 0; call < 3; call += 1) {
    assert.equal(outcomeOf(await send(get(port))), 200)
    await turn()
    assert.equal(sockets[0]?.timeout, 4_000)
  }
  assert.deepEqual([timeouts, sockets.length], [[0, 0, 0], 1])
})

test('a kept connection that is reset in the middle of its answer is a failure, and its request is sent once', async () => {
  let requests = 0
  const port = await serve((_request, response) => {
    requests += 1
    if (requests === 1) return response.end('OK')
    response.writeHead(200, { 'content-length': 1_000 }).write('x')
    return setTimeout(() => response.socket?.resetAndDestroy(), 50)
  })
  const { send } = outgoing()
  assert.equal(outcomeOf(await send(get(port), limits)), 200)
  assert.equal(outcomeOf(await send(get(port), limits)), 'reset')
  assert.equal(requests, 2)
})
