import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readSession } from '../features/credentials/open-session.ts'
import type { Ports } from '../ports/ports.ts'
import { noSuchEndpoint } from './answer-errors.ts'

const exposedHeaders = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
  'Retry-After',
].join(', ')

const preflightMaxAgeSec = 600

/**
 * Cross-origin calls are for browser sessions, from the origins of their own app, without cookies. A preflight
 * carries no token, so it is answered for the origins of any active app; the call itself then only for its own.
 */
export function answerCrossOrigin(server: FastifyInstance, ports: Ports, paths: readonly string[]): void {
  for (const path of paths) {
    server.options(path, (request, reply) => answerPreflight(request, reply, ports))
  }
  server.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers
    if (origin !== undefined) shareWithOrigin(request, reply, { origin, ports, paths })
    done()
  })
}

interface Sharing {
  readonly origin: string
  readonly ports: Ports
  readonly paths: readonly string[]
}

function shareWithOrigin(
  request: FastifyRequest,
  reply: FastifyReply,
  { origin, ports, paths }: Sharing,
): void {
  const { url } = request.routeOptions
  if (request.method === 'OPTIONS' || url === undefined || !paths.includes(url)) return
  reply.header('vary', 'Origin')
  if (!isOwnOrigin(request, origin, ports)) return
  reply.header('access-control-allow-origin', origin)
  reply.header('access-control-expose-headers', exposedHeaders)
}

function answerPreflight(request: FastifyRequest, reply: FastifyReply, { snapshots }: Ports): FastifyReply {
  const origin = request.headers.origin
  // Without these it is no preflight but a wrong method.
  if (origin === undefined || request.headers['access-control-request-method'] === undefined) {
    throw noSuchEndpoint()
  }
  reply.header('vary', 'Origin').code(204)
  if (!snapshots.apps().isAllowedOrigin(origin)) return reply.send()
  return reply
    .header('access-control-allow-origin', origin)
    .header('access-control-allow-methods', 'GET, POST')
    .header('access-control-allow-headers', 'Authorization, Content-Type')
    .header('access-control-max-age', preflightMaxAgeSec)
    .send()
}

function isOwnOrigin(request: FastifyRequest, origin: string, ports: Ports): boolean {
  const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (token === undefined) return false
  try {
    return readSession(ports, token).app.allowedOrigins.includes(origin)
  } catch {
    // A bad token: the answer is 401, and which page reads it must not depend on the token. With an origin that
    // some app allows the page may learn why.
    return ports.snapshots.apps().isAllowedOrigin(origin)
  }
}
