import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { test } from 'node:test'
import fc from 'fast-check'
import { countCases } from '../../../../../test/support/count-cases.ts'
import { until } from '../../../../../test/support/eventually.ts'
import { readAnswers } from '../../../../../test/support/raw-socket.ts'
import { createWorld } from '../../../../../test/support/world.ts'
import { AnswerSlabs } from './answer-slabs.ts'

function doMeet(one: Buffer, other: Buffer): boolean {
  const isBefore = one.byteOffset + one.length <= other.byteOffset
  const isBehind = other.byteOffset + other.length <= one.byteOffset
  return one.buffer === other.buffer && !isBefore && !isBehind
}

test('bytes taken and not given back are never written over, whatever comes and goes', () => {
  const size = fc.oneof(
    fc.integer({ min: 1, max: 200_000 }),
    fc.integer({ min: 1, max: 2_000 }),
    fc.constant(300_000),
  )
  const step = fc.record({ size, back: fc.option(fc.nat(), { freq: 2 }) })
  const seen = countCases({ 'gives back': 0.5, 'takes what came back': 0.3, 'has too large a one': 0.3 })
  fc.assert(
    fc.property(fc.array(step, { minLength: 20, maxLength: 120 }), (steps) => {
      const slabs = new AnswerSlabs()
      const held: { bytes: Buffer; mark: number }[] = []
      const returned: Buffer[] = []
      let isReused = false
      for (const [index, { size: wanted, back }] of steps.entries()) {
        const bytes = slabs.take(wanted)
        assert.equal(bytes.length, wanted)
        isReused ||= returned.some((one) => doMeet(one, bytes))
        const mark = index % 251
        bytes.fill(mark)
        held.push({ bytes, mark })
        if (back !== null) {
          const [gone] = held.splice(back % held.length, 1)
          if (gone) {
            returned.push(gone.bytes)
            slabs.giveBack(gone.bytes)
          }
        }
        for (const one of held) assert.ok(one.bytes.equals(Buffer.alloc(one.bytes.length, one.mark)))
      }
      seen.note({
        'gives back': returned.length > 0,
        'takes what came back': isReused,
        'has too large a one': steps.some(({ size: wanted }) => wanted > 256 * 1024),
      })
    }),
    { numRuns: 40 },
  )
  seen.assertOften()
})

test('room that has come back is used again, and what was never taken is nobody’s', () => {
  const slabs = new AnswerSlabs()
  const seen = new Set<ArrayBufferLike>()
  for (let index = 0; index < 5_000; index += 1) {
    const bytes = slabs.take(10_000)
    seen.add(bytes.buffer)
    slabs.giveBack(bytes)
  }
  assert.equal(seen.size, 1)
  slabs.giveBack(Buffer.alloc(10))
  const both = [slabs.take(10), slabs.take(10)]
  assert.notEqual(both[0]?.byteOffset, both[1]?.byteOffset)
})

test('an answer whose reader is slow is not written over by those to others', async () => {
  const world = await createWorld({ environment: { RATE_LIMIT_PER_MINUTE: '100000' } })
  try {
    // Long answers: the kernel soon takes in no more of them.
    const offers = 90
    await world.addOffers(Array.from({ length: offers }, () => ({ description: 'x'.repeat(2_000) })))
    await world.server.listen({ host: '127.0.0.1', port: 0 })
    const { port } = world.server.server.address() as AddressInfo // an IP server has one
    const path = (userId: string): string =>
      `/api/v1/offers?userId=${userId}&limit=100&country=DE&platform=ios`
    const headers = Object.entries(world.credentials).map(([name, value]) => `${name}: ${value}\r\n`)
    const request = `GET ${path('slow')} HTTP/1.1\r\nHost: q.example\r\n${headers.join('')}\r\n`
    let asked = 0
    const accepted = once(world.server.server, 'connection')
    const socket = connect({ port, host: '127.0.0.1' })
    socket.pause()
    const hasBoth = async (): Promise<void> => {
      const answer = await fetch(`http://127.0.0.1:${port}${path('fast')}`, { headers: world.credentials })
      const text = await answer.text()
      assert.ok(text.includes('userId=fast') && !text.includes('userId=slow'))
    }
    const [slow]: Socket[] = await accepted
    // One at a time: a connection that asks far ahead is closed.
    for (; asked < 200 && slow?.writableLength === 0; asked += 1) {
      const before = slow.bytesWritten
      socket.write(request)
      await until(() => slow.bytesWritten > before + 100_000, 'the answer was written')
      await hasBoth()
    }
    assert.ok((slow?.writableLength ?? 0) > 0)
    for (let round = 0; round < 5; round += 1) await Promise.all(Array.from({ length: 10 }, hasBoth))
    const parts: Buffer[] = []
    let bytes = 0
    for await (const part of socket) {
      parts.push(part)
      bytes += part.length
      if (bytes < asked * 100_000) continue
      const bodies = readAnswers(Buffer.concat(parts))
      if (bodies.length < asked) continue
      for (const { body } of bodies) {
        assert.ok(body.includes('userId=slow') && !body.includes('userId=fast'))
        assert.equal(JSON.parse(body).data.length, offers)
      }
      break
    }
    assert.ok(readAnswers(Buffer.concat(parts)).length === asked)
  } finally {
    await world.close()
  }
})
