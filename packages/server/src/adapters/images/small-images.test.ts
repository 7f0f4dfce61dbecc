import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { crc32, createDeflate, deflateSync } from 'node:zlib'
import { readCidr } from '@quoin/core/detect/address.ts'
import { GivenClock } from '../../../../../test/support/given-clock.ts'
import { openOther, type OtherServer } from '../../../../../test/support/wall-world.ts'
import { openOutgoing } from '../outgoing-http/outgoing-http.ts'
import { systemClock } from '../system-clock.ts'
import { openSmallImages } from './small-images.ts'

/** A picture in one grey, however large: its rows are zeros, which compress to nearly nothing. */
function greyPng(
  width: number,
  height: number,
  rows: Buffer = deflateSync(Buffer.alloc((width + 1) * Math.min(height, 4_000))),
): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** The rows of a whole picture, however large, without having them all in memory. */
async function greyRows(width: number, height: number): Promise<Buffer> {
  const rows = Readable.from(Array(height).fill(Buffer.alloc(width + 1)))
  return buffer(rows.pipe(createDeflate()))
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

const script = '<script>alert(1)</script>'
const large = 18_000
const pictures: Readonly<Record<string, Buffer>> = {
  good: greyPng(300, 200),
  'a drawing in XML': Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${script}</svg>`,
  ),
  'a page that calls itself a picture': Buffer.from(`<!doctype html>${script}`),
  'a drawing behind the first bytes of a picture': Buffer.from(`GIF89a<svg>${script}</svg>`, 'latin1'),
  'a picture that ends in the middle': greyPng(300, 200).subarray(0, 50),
  'a picture of more points than memory is spent on': greyPng(30_000, 30_000),
  'a file of more than 3 MB': Buffer.concat([greyPng(10, 10), Buffer.alloc(3 * 1024 * 1024)]),
  'an empty file': Buffer.alloc(0),
  // Decoders make room for the points of its stream, whatever the file says of itself in front.
  'an AVIF': Buffer.from(`\0\0\0\x20ftypavif\0\0\0\0${'\0'.repeat(400)}`, 'latin1'),
  'a whole picture of more points than memory is spent on': greyPng(
    large,
    large,
    await greyRows(large, large),
  ),
}

describe('pictures of others', () => {
  const clock = new GivenClock()
  const allowed = readCidr('127.0.0.0/8') ?? assert.fail()
  const outgoing = openOutgoing({ policy: { allowed: [allowed], ports: [] }, clock: systemClock })
  const images = openSmallImages({ outgoing, clock })
  let other: OtherServer
  const urlOf = (name: string) => `${other.origin}/${encodeURIComponent(name)}`

  before(async () => {
    other = await openOther(({ url = '' }) => {
      const body = pictures[decodeURIComponent(url.slice(1))]
      return body ? { type: 'image/png', body } : { status: 404, type: 'text/plain', body: 'none' }
    })
  })
  after(async () => {
    await outgoing.close()
    await other.close()
  })

  test('a picture is made small and square, and asked for once in six hours', async () => {
    for (const size of [96, 192]) {
      const image = (await images.find(urlOf('good'), size)) ?? assert.fail()
      assert.equal(image.subarray(0, 4).toString() + image.subarray(8, 12), 'RIFFWEBP')
      assert.deepEqual(webpSize(image), [size, size])
      assert.equal(await images.find(urlOf('good'), size), image)
    }
    assert.equal(other.asked.length, 2)
    clock.advance({ seconds: 6 * 3_600 + 1 })
    await images.find(urlOf('good'), 96)
    assert.equal(other.asked.length, 3)
  })

  for (const name of Object.keys(pictures).slice(1))
    test(`${name} is none`, async () => assert.equal(await images.find(urlOf(name), 96), undefined))

  test('a picture of more points than memory is spent on is refused before it is unpacked', async () => {
    const name = 'a whole picture of more points than memory is spent on'
    const first = process.memoryUsage.rss()
    let most = first
    const timer = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss())
    }, 1)
    assert.equal(await images.find(urlOf(name), 192), undefined)
    clearInterval(timer)
    const grownMB = Math.round((most - first) / 1_000_000)
    assert.ok(grownMB < (large * large) / 4_000_000, `${grownMB} MB`)
  })

  test('a picture that could not be had is asked for again after five minutes, and not before', async () => {
    const asks = () => other.asked.filter((one) => one.endsWith('/missing')).length
    for (const seconds of [0, 299, 2]) {
      clock.advance({ seconds })
      assert.equal(await images.find(urlOf('missing'), 96), undefined)
    }
    assert.equal(asks(), 2)
  })

  test('addresses of this machine are asked only where the operator allows them', async () => {
    const guarded = openOutgoing({ policy: { allowed: [], ports: [] }, clock: systemClock })
    const before = other.asked.length
    assert.equal(await openSmallImages({ outgoing: guarded, clock }).find(urlOf('good'), 96), undefined)
    assert.equal(other.asked.length, before)
    await guarded.close()
  })
})

test('a picture for which there was no place in the queue is made as soon as there is one', async () => {
  const waiting: (() => void)[] = []
  const asked: string[] = []
  const send = async ({ url }: { readonly url: string }) => {
    asked.push(url)
    if (asked.length <= 204) await new Promise<void>((resolve) => waiting.push(resolve))
    return {
      kind: 'answer',
      status: 200,
      bytes: greyPng(300, 200),
      headers: {},
      bodyExcerpt: '',
      latencyMs: 1,
    } as const
  }
  const outgoing = { send } as unknown as Parameters<typeof openSmallImages>[0]['outgoing']
  const images = openSmallImages({ outgoing, clock: new GivenClock() })
  const first = Array.from({ length: 204 }, (_, at) => images.find(`https://a.example/${at}`, 96))
  assert.equal(await images.find('https://a.example/late', 96), undefined)
  while (asked.length < 204) {
    for (const go of waiting.splice(0)) go()
    await new Promise((resolve) => setImmediate(resolve))
  }
  for (const go of waiting.splice(0)) go()
  await Promise.all(first)
  assert.ok(await images.find('https://a.example/late', 96))
})

/** The size of a lossy file: it stands behind the frame's mark, fourteen bits each. */
function webpSize(file: Buffer): [width: number, height: number] {
  const mark = file.indexOf(Buffer.from([0x9d, 0x01, 0x2a]))
  return [file.readUInt16LE(mark + 3) & 0x3fff, file.readUInt16LE(mark + 5) & 0x3fff]
}
