import { presentError } from '@quoin/contract/envelope.ts'
import { listOffers, submitFingerprint } from '@quoin/contract/operations.ts'
import { invalidRequest } from '@quoin/core/errors.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import { answerErrors, sendError } from './http/answer-errors.ts'
import { BoundedLimiter } from './http/bounded-limiter.ts'
import { answerCrossOrigin } from './http/cors.ts'
import { metaOf } from './http/meta.ts'
import { mountRoutes } from './http/mount-routes.ts'
import { readJsonBodies } from './http/read-json-body.ts'
import { logRequests } from './http/request-log.ts'
import { registerPostback } from './planes/postback/register-postback.ts'
import { publisherRoutes } from './planes/publisher/routes.ts'
import { registerSystem, type SystemNeeds } from './planes/system/register-system.ts'
import { registerTracking } from './planes/tracking/register-tracking.ts'
import type { Ports } from './ports.ts'

const bodyMaxBytes = 64 * 1024
const headersMaxBytes = 16 * 1024
const requestTimeoutMs = 15_000
const headersTimeoutMs = 10_000
const connectionsCheckMs = 1_000
const sessionCallsPerMinute = 600

export interface AppNeeds extends SystemNeeds {
  readonly isUnavailable: (error: unknown) => boolean
}

/** The whole service as a Fastify instance that is not listening yet. */
export async function buildApp(ports: Ports, needs: AppNeeds): Promise<FastifyInstance> {
  const server = createServer(ports)
  const { clock, log, settings } = ports
  answerErrors(server, { clock, log, isUnavailable: needs.isUnavailable })
  readJsonBodies(server)
  logRequests(server, ports)
  answerCrossOrigin(server, ports, [listOffers.path, submitFingerprint.path])
  mountRoutes(server, publisherRoutes, {
    ports,
    guesses: new BoundedLimiter({ limit: settings.failedCredentialsPerMinute, clock }),
    sessionCalls: new BoundedLimiter({ limit: sessionCallsPerMinute, clock }),
  })
  for (const path of mountPaths('/track', settings.trackUrl)) registerTracking(server, ports, path)
  for (const path of mountPaths('/postback', settings.postbackUrl)) registerPostback(server, ports, path)
  registerSystem(server, ports, needs)
  await server.ready()
  return server
}

function createServer({ clock, log, newId }: Ports): FastifyInstance {
  return Fastify({
    logger: false,
    bodyLimit: bodyMaxBytes,
    genReqId: () => `req_${newId()}`,
    requestTimeout: requestTimeoutMs,
    http: { headersTimeout: headersTimeoutMs, connectionsCheckingInterval: connectionsCheckMs, maxHeaderSize: headersMaxBytes },
    routerOptions: { maxParamLength: 200 },
    return503OnClosing: true,
    frameworkErrors: (_error, request, reply) => {
      sendError(invalidRequest('The address of the request is malformed.'), request, reply, { clock, log })
    },
    clientErrorHandler: (_error, socket) => {
      // Not HTTP, or headers too large: there is no request to answer, only a socket.
      const meta = metaOf(`req_${newId()}`, clock)
      const malformed = { code: 'INVALID_REQUEST', message: 'The request is not valid HTTP.', details: null } as const
      const body = JSON.stringify(presentError(malformed, meta))
      if (socket.writable) {
        socket.write(
          `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json; charset=utf-8\r\n` +
            `X-Request-Id: ${meta.request_id}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
            `Connection: close\r\n\r\n${body}`,
        )
      }
      socket.destroy()
    },
  })
}

/** The path of the public address, and the plain one behind a proxy that rewrites it. */
function mountPaths(standard: string, publicUrl: string): readonly string[] {
  const { pathname } = new URL(publicUrl)
  return [...new Set([standard, pathname])]
}
