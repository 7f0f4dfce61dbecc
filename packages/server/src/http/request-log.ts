import type { FastifyInstance } from 'fastify'
import type { Ports } from '../ports/ports.ts'
import { refusalReasonOf } from './refusal-reason.ts'

interface LogNeeds extends Pick<Ports, 'log' | 'meters'> {
  /** The lines of refused requests: the first of a kind, and how many were left out. */
  readonly refusals: {
    note(kind: Readonly<Record<string, string | number>>, more: object): void
    close(): void
  }
}

/**
 * One line per request, of allow-listed facts: never the URL, a header or a body, since the contract lets secrets
 * travel in all three.
 */
export function logRequests(server: FastifyInstance, { log, meters, refusals }: LogNeeds): void {
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
    const facts = { requestId: request.id, ms: Math.round(reply.elapsedTime) }
    // The first failures can be found by the request id that their caller quotes; successes would be every click.
    if (status >= 400) refusals.note({ method, route, status, reason: refusalReasonOf(request) }, facts)
    else log.debug({ method, route, status, ...facts }, 'request answered')
    done()
  })
  server.addHook('onClose', async () => refusals.close())
}
