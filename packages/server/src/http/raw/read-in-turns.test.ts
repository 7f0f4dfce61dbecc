import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { setImmediate as endOfTurn } from 'node:timers/promises'
import Fastify from 'fastify'
import { until } from '../../../../../test/support/eventually.ts'
import { ConnectionTurns, readInTurns } from './read-in-turns.ts'

/** Turns of which each request takes so long; `unread` are the connections that wait. */
function openTurns({ isPressed = (): boolean => false, requestMs = 1 } = {}) {
  let nowMs = 1_000
  const ends: (() => void)[] = []
  const unread = new Set<number>()
  const turns = new ConnectionTurns<number>({
    monotonicMs: () => nowMs,
    setReading: (connection, isReading) => {
      if (isReading) unread.delete(connection)
      else unread.add(connection)
    },
    isPressed,
    atEndOfTurn: (callback) => void ends.push(callback),
  })
  /** Requests of one turn, of those that are read; returns who was. */
  const turn = (connections: readonly number[], isWhole = true): number[] => {
    const read = connections.filter((connection) => !unread.has(connection))
    for (const connection of read) {
      turns.noteRequest(connection, isWhole)
      nowMs += requestMs
    }
    for (const end of ends.splice(0)) end()
    return read
  }
  /** Reads bodies for a turn; returns the connections that were read. */
  const part = (connections: readonly number[]): number[] => {
    const read = connections.filter((connection) => !unread.has(connection))
    for (const connection of read) {
      nowMs += requestMs
      turns.noteRead(connection)
    }
    for (const end of ends.splice(0)) end()
    return read
  }
  return { turns, turn, part, unread, isOver: () => ends.length === 0 }
}

const thousand = Array.from({ length: 1_000 }, (_, connection) => connection)

test('while turns are short, all are read', () => {
  const { turns, turn, unread, isOver } = openTurns()
  for (let count = 0; count < 10; count += 1) turn(thousand.slice(0, 250))
  assert.deepEqual([...unread], [])
  assert.equal(turns.waitMs, 0)
  assert.ok(isOver(), 'nothing is left to do')
})

test('when all ask again and again, each has its turn, in order, and no turn is long', () => {
  const { turns, turn } = openTurns()
  for (let count = 0; count < 20; count += 1) turn(thousand)
  const rounds = Array.from({ length: 40 }, () => turn(thousand))
  assert.ok(rounds.every((read) => read.length <= 256))
  const asked = thousand.map((connection) => rounds.filter((read) => read.includes(connection)).length)
  assert.ok(Math.min(...asked) >= 8, 'of 40 turns of 256 each of a thousand has 10')
  assert.ok(turns.waitMs > 0 && turns.waitMs < 1_300, 'as long as five turns of 256 take')
})

test('parts of bodies have the time of a turn, and whoever sends more of them goes on in a later one', () => {
  const { turns, unread, part } = openTurns()
  for (let round = 0; round < 5; round += 1) part(thousand)
  assert.ok(unread.size > 0 && unread.size < 1_000, 'some wait, and some are read')
  const rounds = Array.from({ length: 40 }, () => part(thousand).length)
  assert.ok(Math.max(...rounds) < 300, 'those of a turn, and the few before them that are not held')
  assert.ok(turns.waitMs > 0 && turns.waitMs < 1_300)
})

test('while more reports come than can be written, and no longer, turns are short', () => {
  let isPressed = true
  const { turn } = openTurns({ isPressed: () => isPressed })
  const lengths = () => {
    for (let count = 0; count < 60; count += 1) turn(thousand)
    return [...new Set(Array.from({ length: 40 }, () => turn(thousand).length))]
  }
  assert.deepEqual(lengths(), [64])
  isPressed = false
  assert.deepEqual(lengths(), [256])
})

test('a short turn takes four milliseconds', () => {
  const { turn } = openTurns({ isPressed: () => true, requestMs: 0.02 })
  for (let count = 0; count < 60; count += 1) turn(thousand)
  const { length } = turn(thousand)
  assert.ok(length > 190 && length < 210, `${length} of a fiftieth of a millisecond each`)
})

test('when they stop asking, all are read again', () => {
  const { turns, turn, unread, isOver } = openTurns()
  for (let count = 0; count < 20; count += 1) turn(thousand)
  for (let count = 0; count < 10; count += 1) turn([])
  assert.deepEqual([...unread], [])
  assert.equal(turns.waitMs, 0)
  assert.ok(isOver(), 'nothing is left to do')
})

test('a body that is on its way does not wait', () => {
  const { turn, unread } = openTurns()
  for (let count = 0; count < 20; count += 1) turn(thousand, false)
  assert.deepEqual([...unread], [])
})

test('over sockets: what was sent to a connection that is not read is answered in its turn', async () => {
  const server = Fastify()
  let nowMs = 0
  let waits = 0
  server.get('/', (_request, reply) => {
    nowMs += 5
    if (waitMs() > 0) waits += 1
    return reply.send('there')
  })
  const waitMs = readInTurns(server, { monotonicMs: () => nowMs, isPressed: () => false })
  after(() => server.close())
  const { port } = new URL(await server.listen({ host: '127.0.0.1', port: 0 }))
  const sockets = thousand.slice(0, 400).map(() => connect(Number(port), '127.0.0.1').setEncoding('latin1'))
  after(() => {
    for (const socket of sockets) socket.destroy()
  })
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  for (let count = 0; count < 10; count += 1) {
    const answers = sockets.map(async (socket) => {
      const [answer] = await once(socket, 'data')
      return String(answer)
    })
    for (const socket of sockets) socket.write('GET / HTTP/1.1\r\nhost: h\r\n\r\n')
    for (const answer of await Promise.all(answers)) assert.match(answer, /^HTTP\/1.1 200 .*there$/s)
  }
  assert.ok(waits > 0, 'some have waited')
})

test('a client that asks on and never reads its answers is not read on, and has all of them when it does', async (t) => {
  const asked = 20_000
  const body = 'x'.repeat(2_000)
  const server = Fastify()
  let unread = 0
  let connection: Socket | undefined
  server.get('/', ({ socket }, reply) => {
    connection = socket
    unread = Math.max(unread, socket.writableLength)
    void reply.send(body)
  })
  readInTurns(server, { monotonicMs: () => performance.now(), isPressed: () => false })
  await server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = server.server.address() as AddressInfo // an IP server has one
  const client = connect({ port, host: '127.0.0.1' })
  t.after(async () => {
    client.destroy()
    await server.close()
  })
  client.write('GET / HTTP/1.1\r\nHost: q\r\n\r\n'.repeat(asked))
  await until(() => connection?.isPaused() === true, 'the connection is held back')
  for (let turns = 0; turns < 500; turns += 1) await endOfTurn()
  const heldBack = unread
  let bytesOfOne = 0
  let read = 0
  client.on('data', (bytes) => {
    if (bytesOfOne === 0) bytesOfOne = bytes.indexOf('\r\n\r\n') + 4 + body.length
    read += bytes.length
  })
  await until(() => read > 0 && read === asked * bytesOfOne, 'all is answered')
  assert.ok(heldBack < 20_000_000, `${heldBack} bytes wait for who does not read`)
})
