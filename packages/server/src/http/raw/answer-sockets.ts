import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { presentError } from '@quoin/contract/envelope.ts'
import { invalidRequest } from '@quoin/core/errors.ts'
import type { FastifyInstance } from 'fastify'
import type { Ports } from '../../ports/ports.ts'
import { metaOf } from '../meta.ts'

type Needs = Pick<Ports, 'clock' | 'newId'>

/** Answers behind which an error waits. */
const owed = new WeakSet<ServerResponse>()

/** How long a caller may go on sending what is not read any more, until the connection is cut. */
const lingerMs = 1_000

/**
 * Answers what never becomes a request: bytes that are not HTTP, too large headers, a broken length, a request that
 * does not come to its end. There is only a socket to write to.
 */
export function answerSocketError({ clock, newId }: Needs, error: Error, socket: Socket): void {
  const isGone = 'code' in error && error.code === 'ECONNRESET'
  // It ends by itself when its last answer has left, or when that is not read.
  if (!isGone && socket.writableEnded && !socket.destroyed) return
  if (isGone || !socket.writable) {
    socket.destroy()
    return
  }
  const before = findUnanswered(socket)
  if (before) {
    // Each piece of what comes behind broken bytes is broken as well.
    if (!owed.has(before)) before.once('close', () => answerSocketError({ clock, newId }, error, socket))
    owed.add(before)
    return
  }
  const meta = metaOf(`req_${newId()}`, clock)
  const body = JSON.stringify(presentError(invalidRequest('The request is not valid HTTP.'), meta))
  socket.end(
    'HTTP/1.1 400 Bad Request\r\nContent-Type: application/json; charset=utf-8\r\nCache-Control: no-store\r\n' +
      `X-Request-Id: ${meta.request_id}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
      `X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n${body}`,
  )
  // Cut at once, a connection with unread bytes is reset, and the answer is lost on its way.
  setTimeout(() => socket.destroy(), lingerMs).unref()
}

/**
 * The answer that is still owed to a whole request before the broken bytes: it comes first, or its caller would
 * take ours for it. Node has no public way; without this one ours comes at once.
 */
function findUnanswered(socket: Socket): ServerResponse | undefined {
  const { _httpMessage: response } = socket as { _httpMessage?: ServerResponse | null }
  return response?.req?.complete ? response : undefined
}

/** The answer that Node would give by itself, with an empty body. */
export function answerForNode(server: FastifyInstance): void {
  // RFC 9110 §10.1.1: an expectation that is not known may be ignored.
  server.server.on('checkExpectation', (request, response) => {
    server.server.emit('request', request, response)
  })
  // Nothing will come of it, and the framework would wait for what a type announces.
  server.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
    if (!hasBody) delete headers['content-type']
    done()
  })
  // RFC 9112 §3.2; Node's own check is off (requireHostHeader).
  server.addHook('onRequest', ({ raw }, _reply, done) => {
    if (raw.headers.host === undefined && raw.httpVersion === '1.1') {
      return done(invalidRequest('The request has no Host header.'))
    }
    // Node keeps the first of two: a proxy that keeps the other one would mean another request.
    if (countHosts(raw.rawHeaders) > 1)
      return done(invalidRequest('The request has more than one Host header.'))
    done()
  })
}

/** Names and values in turn, as they came. */
export function countHosts(rawHeaders: readonly string[]): number {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  return count
}
