import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test, type TestContext } from 'node:test'
import Fastify from 'fastify'
import { until } from '../../../../../test/support/eventually.ts'
import { readAnswers } from '../../../../../test/support/raw-socket.ts'
import { answerInTurn } from './answer-in-turn.ts'

interface Opened {
  readonly port: number
  /** The paths of the requests whose work has begun. */
  readonly begun: readonly string[]
  closed(): number
  /** Lets the work that has begun come to its end, and all that begins later. */
  release(): void
}

/** A server whose answers wait until they are released. */
async function open(t: TestContext, waitingOfAllMax = 100): Promise<Opened> {
  const server = Fastify()
  const begun: string[] = []
  const gate = Promise.withResolvers<void>()
  let closed = 0
  server.get('/*', async ({ url }) => {
    begun.push(url)
    await gate.promise
    return url
  })
  server.post('/*', async ({ url, body }) => {
    begun.push(url)
    await gate.promise
    return `${url} ${JSON.stringify(body)}`
  })
  answerInTurn(server, {
    bounds: { waitingMax: 16, waitingOfAllMax },
    onClosed: () => {
      closed += 1
    },
  })
  t.after(() => {
    gate.resolve()
    return server.close()
  })
  const { port } = new URL(await server.listen({ host: '127.0.0.1', port: 0 }))
  return { port: Number(port), begun, closed: () => closed, release: () => gate.resolve() }
}

async function send(t: TestContext, port: number, text: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' }).on('error', () => {})
  t.after(() => socket.destroy())
  await once(socket, 'connect')
  socket.write(text)
  return socket
}

function bodiesOf(socket: Socket): () => string[] {
  let received = Buffer.alloc(0)
  socket.on('data', (bytes) => {
    received = Buffer.concat([received, bytes])
  })
  return () => readAnswers(received).map(({ body }) => body)
}

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: q\r\n\r\n`
const gets = (count: number): string => Array.from({ length: count }, (_, place) => get(`/${place}`)).join('')

test('requests behind one another are worked on one at a time, and all are answered in order', async (t) => {
  const { port, begun, release } = await open(t)
  const socket = await send(t, port, gets(17))
  const bodies = bodiesOf(socket)
  await until(() => begun.length > 0, 'the first has begun')
  // Another connection is not behind it.
  await send(t, port, get('/other'))
  await until(() => begun.includes('/other'), 'the other one has begun')
  assert.deepEqual(begun, ['/0', '/other'])
  release()
  await until(() => bodies().length === 17, 'all are answered')
  assert.deepEqual(
    bodies(),
    Array.from({ length: 17 }, (_, place) => `/${place}`),
  )
})

test('a connection on which more than sixteen requests wait is closed, and no work of theirs is begun', async (t) => {
  const { port, begun, closed } = await open(t)
  const socket = await send(t, port, gets(2_000))
  await once(socket, 'close')
  assert.deepEqual(begun, ['/0'])
  assert.equal(closed(), 1)
})

test('sixteen at a time, again and again, are all answered', async (t) => {
  const { port, release, closed } = await open(t)
  release()
  const socket = await send(t, port, gets(16))
  const bodies = bodiesOf(socket)
  let sent = 16
  socket.on('data', () => {
    for (const answered = bodies().length; sent < 300 && sent < answered + 16; sent += 1) {
      socket.write(get(`/${sent}`))
    }
  })
  await until(() => bodies().length === 300, 'all are answered')
  assert.deepEqual(
    bodies(),
    Array.from({ length: 300 }, (_, place) => `/${place}`),
  )
  assert.equal(closed(), 0)
})

test('all connections together have a bound, and those that end make room', async (t) => {
  const { port, begun, closed } = await open(t, 20)
  const first = await send(t, port, gets(11))
  await send(t, port, gets(11))
  await until(() => begun.length === 2, 'both have begun')
  const beyond = await send(t, port, gets(2))
  await once(beyond, 'close')
  assert.equal(closed(), 1)
  first.destroy()
  await until(async () => {
    const next = await send(t, port, gets(2))
    const ended = once(next, 'close').then(() => true)
    return !(await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 50, false))]))
  }, 'there is room again')
})

test('bodies that come behind other requests are read in their turn', async (t) => {
  const { port, release } = await open(t)
  const body = JSON.stringify({ text: 'x'.repeat(10_000) })
  const post = `POST /p HTTP/1.1\r\nHost: q\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  const socket = await send(t, port, get('/0') + post + post + get('/1'))
  const bodies = bodiesOf(socket)
  release()
  await until(() => bodies().length === 4, 'all are answered')
  assert.deepEqual(bodies(), ['/0', `/p ${body}`, `/p ${body}`, '/1'])
})
