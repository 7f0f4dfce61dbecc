import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { test, type TestContext } from 'node:test'
import Fastify from 'fastify'
import { limitPieces } from './limit-pieces.ts'

async function open(t: TestContext): Promise<{ port: number; closed(): number }> {
  const server = Fastify()
  let closed = 0
  server.post('/', ({ body }) => `${JSON.stringify(body).length}`)
  server.get('/', (_request, reply) => {
    reply.hijack()
    reply.raw.writeHead(200)
    for (let piece = 0; piece < 5_000; piece += 1) reply.raw.write('x')
    reply.raw.end()
  })
  limitPieces(server, () => {
    closed += 1
  })
  t.after(() => server.close())
  const { port } = new URL(await server.listen({ host: '127.0.0.1', port: 0 }))
  return { port: Number(port), closed: () => closed }
}

/** A JSON text of so many characters, one in each chunk. */
function chunked(length: number): string {
  const chunks = [...JSON.stringify('x'.repeat(length - 2))].map((letter) => `1\r\n${letter}\r\n`).join('')
  return (
    'POST / HTTP/1.1\r\nHost: q\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n' +
    `${chunks}0\r\n\r\n`
  )
}

async function speak(port: number, text: string, end = ''): Promise<string> {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  socket.setEncoding('latin1').write(text)
  let heard = ''
  socket.on('data', (piece: string) => {
    heard += piece
    if (end !== '' && heard.endsWith(end)) socket.destroy()
  })
  // A connection that is cut may be reset.
  await new Promise<void>((resolve) => socket.once('close', () => resolve()))
  return heard
}

test('a body in a thousand pieces is read, again and again on one connection', async (t) => {
  const { port, closed } = await open(t)
  const last = chunked(900).replace('Host: q', 'Host: q\r\nConnection: close')
  const heard = await speak(port, chunked(900) + chunked(900) + last)
  assert.equal(heard.match(/200 OK/g)?.length, 3)
  assert.equal(closed(), 0)
})

test('a body in more pieces closes its connection, and no other one, whoever has its parser then', async (t) => {
  const { port, closed } = await open(t)
  for (let time = 1; time <= 5; time += 1) {
    assert.doesNotMatch(await speak(port, chunked(30_000)), /200 OK/)
    assert.equal(closed(), time)
    assert.match(await speak(port, chunked(900), '900'), /200 OK/)
  }
  // A client of this process, with a parser of these.
  const asked = request({ port, host: '127.0.0.1' }).end()
  const [answer] = await once(asked, 'response')
  let length = 0
  for await (const piece of answer) length += piece.length
  assert.equal(length, 5_000)
})
