import type { FastifyInstance } from 'fastify'
import type { Ports } from '../ports/ports.ts'

/**
 * One line per request, of allow-listed facts: never the URL, a header or a body, since the contract lets secrets
 * travel in all three.
 */
export function logRequests(server: FastifyInstance, { log, meters }: Pick<Ports, 'log' | 'meters'>): void {
  // Hooks by callback: each one that is a promise costs every request a turn through the microtasks.
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    const { method } = request
    const status = reply.statusCode
    meters.observe('http_request_seconds', reply.elapsedTime / 1000, {
      method,
      route,
      status: String(status),
    })
    const facts = { requestId: request.id, method, route, status, ms: Math.round(reply.elapsedTime) }
    // A failure can be found by the request id that its caller quotes; successes would be every click.
    if (status >= 400) log.info(facts, 'request refused')
    else log.debug(facts, 'request answered')
    done()
  })
}
