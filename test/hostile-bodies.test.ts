import assert from 'node:assert/strict'
import { type AddressInfo, connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { createWorld, type World } from './support/world.ts'

let world: World
let port = 0
before(async () => {
  world = await createWorld()
  await world.server.listen({ host: '127.0.0.1', port: 0 })
  port = (world.server.server.address() as AddressInfo).port // an IP server has one
})
after(() => world.close())

const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const zeros = Buffer.alloc(20_000_000)
const nested = (start: string, depth: number, end: string) => `${start.repeat(depth)}1${end.repeat(depth)}`

type Body = readonly [headers: Readonly<Record<string, string>>, body: string | Buffer<ArrayBuffer>]
const bodies: Readonly<Record<string, Body>> = {
  'gzip that unfolds to a thousand times its size': [
    { ...json, 'content-encoding': 'gzip' },
    Buffer.from(gzipSync(zeros)),
  ],
  'brotli that unfolds to a million times its size': [
    { ...json, 'content-encoding': 'br' },
    Buffer.from(brotliCompressSync(zeros)),
  ],
  'a compressed form': [{ ...form, 'content-encoding': 'deflate' }, Buffer.from(gzipSync('note=1'))],
  'arrays in arrays': [json, `{"click_id":${nested('[', 15_000, ']')}}`],
  'arrays that never end': [json, '['.repeat(30_000)],
  'objects in objects': [json, nested('{"a":', 5_000, '}')],
  'a form of twenty thousand fields': [form, Array.from({ length: 20_000 }, (_, at) => `a${at}=1`).join('&')],
  'a form that names prototypes': [form, '__proto__[x]=1&__proto__=2&constructor.prototype.x=3'],
  'more bytes than any call has': [json, JSON.stringify({ a: 'x'.repeat(3_000_000) })],
  'a multipart without an end': [{ 'content-type': 'multipart/form-data; boundary=x' }, '--x\r\n'],
}

/** One address of each kind of caller. */
const paths = () => [
  ...['/postback', '/api/v1/fingerprint', '/v1/conversions', '/wall/phone/none', '/dashboard/csp-report'],
  ...['/dashboard/auth/sign-in', '/operator/v1/networks', '/manage/v1/apps'],
  `/wall/impressions?apiKey=${world.app.live.apiKey}&userId=ada`,
]
const secondsMax = 5

describe('a hostile body is refused in time, and breaks nothing', () => {
  for (const [title, [headers, body]] of Object.entries(bodies))
    test(title, async () => {
      for (const path of paths()) {
        const isApi = path.startsWith('/api/') || path.startsWith('/v1/')
        const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
          method: 'POST',
          headers: { ...headers, ...(isApi ? world.credentials : {}), origin: `http://127.0.0.1:${port}` },
          body,
          signal: AbortSignal.timeout(secondsMax * 1000),
        })
        assert.ok([204, 400, 401, 404].includes(answer.status), `${path}: ${answer.status}`)
      }
      assert.equal((await fetch(`http://127.0.0.1:${port}/livez`)).status, 200)
      assert.deepEqual(
        world.log.lines.filter((line) => line.startsWith('error')),
        [],
      )
      assert.equal(({} as Record<string, unknown>)['x'], undefined)
    })
})

/** Ways of hiding a second request in a first, and of sending more than a head should have. */
const heads: Readonly<Record<string, string>> = {
  'two lengths of one body':
    'content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET /livez HTTP/1.1\r\n',
  'a coding behind the pieces': 'transfer-encoding: chunked, identity\r\n\r\n0\r\n\r\n',
  'a space behind a name': 'transfer-encoding : chunked\r\n\r\n0\r\n\r\n',
  'two different lengths': 'content-length: 1\r\ncontent-length: 2\r\n\r\nab',
  'a length below zero': 'content-length: -5\r\n\r\n',
  'a length beyond all bodies': 'content-length: 99999999999\r\nconnection: close\r\n\r\n',
  'an endless header': `x-a: ${'a'.repeat(100_000)}\r\n\r\n`,
  'thousands of headers': `${Array.from({ length: 3_000 }, (_, at) => `x-${at}: 1\r\n`).join('')}\r\n`,
  'an endless extension of a piece': `transfer-encoding: chunked\r\n\r\n0;${'x'.repeat(50_000)}\r\n\r\n`,
  'headers behind the body': `transfer-encoding: chunked\r\n\r\n0\r\n${'a: b\r\n'.repeat(20_000)}\r\n`,
}

describe('a hostile head gets one answer, a refusal, and its connection is closed', () => {
  for (const [title, head] of Object.entries(heads))
    test(title, async () => {
      const answer = await new Promise<string>((resolve, reject) => {
        const socket = connect(port, '127.0.0.1', () => {
          socket.write(`POST /postback HTTP/1.1\r\nhost: x\r\n${head}`)
        })
        let text = ''
        socket.on('data', (chunk) => {
          text += chunk
        })
        socket.on('error', () => {})
        socket.on('close', () => resolve(text))
        setTimeout(() => reject(new Error('the connection stays open')), secondsMax * 1000).unref()
      })
      assert.match(answer, /^HTTP\/1\.1 400 /)
      assert.equal(answer.split('HTTP/1.1 ').length, 2)
    })
})
