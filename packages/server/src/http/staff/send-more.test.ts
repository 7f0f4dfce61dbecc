import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import Fastify from 'fastify'
import { until } from '../../../../../test/support/eventually.ts'
import type { SendEvent } from '../route.ts'
import { closeStreams, streamEvents } from './send-more.ts'

let released = 0
const senders = new Set<SendEvent>()
const server = Fastify({ forceCloseConnections: true })
server.get('/events', (_request, reply) =>
  streamEvents(reply, {
    subscribe(send) {
      senders.add(send)
      return () => senders.delete(send)
    },
    watch: () => async () => {
      released += 1
    },
  }),
)
let address: string
before(async () => {
  address = await server.listen({ port: 0, host: '127.0.0.1' })
})
after(async () => {
  await closeStreams()
  await server.close()
})

test('events come as they are sent, each with its name, and a client that goes is forgotten', async () => {
  const leaving = new AbortController()
  const response = await fetch(`${address}/events`, { signal: leaving.signal })
  assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8')
  assert.equal(response.headers.get('cache-control'), 'private, no-store')
  await until(() => senders.size === 1, 'the stream is open')
  for (const send of senders) send({ name: 'click', data: { text: 'two\nlines' } })
  const reader = response.body?.getReader()
  let text = ''
  while (!text.includes('click')) text += Buffer.from((await reader?.read())?.value ?? []).toString()
  assert.match(text, /event: click\ndata: \{"text":"two\\nlines"\}\n\n$/)
  leaving.abort()
  await until(() => senders.size === 0, 'the stream is closed')
})

test('the unread data of a client is bounded: the client is cut, and comes again', async () => {
  const response = await fetch(`${address}/events`)
  await until(() => senders.size === 1, 'the stream is open')
  const data = 'x'.repeat(1_000_000)
  await until(() => {
    for (const send of senders) send({ name: 'big', data })
    return senders.size === 0
  }, 'the stream is cut')
  await response.body?.cancel().catch(() => {})
})

test('a server that closes ends every stream', async () => {
  const response = await fetch(`${address}/events`)
  await until(() => senders.size === 1, 'the stream is open')
  await closeStreams()
  await response.text()
  assert.equal(senders.size, 0)
})

test('streams of a process are bounded', async () => {
  const leaving = new AbortController()
  const before = released
  const asked = Array.from({ length: 201 }, () => fetch(`${address}/events`, { signal: leaving.signal }))
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  assert.equal(statuses.filter((status) => status === 200).length, 200)
  assert.equal(released - before, 1, 'the refused one keeps no place')
  leaving.abort()
  await until(() => senders.size === 0, 'all are closed')
})
