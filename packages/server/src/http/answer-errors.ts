import { errorCodes } from '@quoin/contract/error-codes.ts'
import { presentError } from '@quoin/contract/envelope.ts'
import { DomainError, invalidRequest, notFound, busy } from '@quoin/core/errors.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Ports } from '../ports/ports.ts'
import { metaOf } from './meta.ts'
import { noteRefusalReason } from './refusal-reason.ts'

type Needs = Pick<Ports, 'clock' | 'log'> & { readonly isUnavailable: (error: unknown) => boolean }

/** Every failure there is becomes the envelope, the framework's own included. */
export function answerErrors(server: FastifyInstance, needs: Needs): void {
  server.setNotFoundHandler((request, reply) => sendError(noSuchEndpoint(), request, reply, needs))
  server.setErrorHandler((error, request, reply) =>
    // A fault in the body of a request to nowhere does not matter: the route is judged first.
    sendError(request.is404 ? noSuchEndpoint() : toDomainError(error, needs), request, reply, needs),
  )
}

export function sendError(
  error: DomainError,
  request: FastifyRequest,
  reply: FastifyReply,
  needs: Pick<Needs, 'clock' | 'log'>,
): FastifyReply {
  const status = statusOf(error)
  noteRefusalReason(request, error)
  if (error.code === 'SERVER_ERROR' && !error.isUnavailable) {
    needs.log.error({ err: error.cause ?? error, requestId: request.id }, 'request failed')
  }
  if (error.retryAfterSec !== null) reply.header('retry-after', String(error.retryAfterSec))
  return (
    reply
      .code(status)
      .header('content-type', 'application/json; charset=utf-8')
      .header('cache-control', 'no-store')
      // Both set by hooks as well, which a malformed address does not reach.
      .header('x-request-id', request.id)
      .header('x-content-type-options', 'nosniff')
      .send(JSON.stringify(presentError(error, metaOf(request.id, needs.clock))))
  )
}

/** The contract's statuses, and 503 for overload and a database that is away. */
export function statusOf(error: DomainError): number {
  return error.isUnavailable ? 503 : errorCodes[error.code].status
}

/** An unknown error is one 500, with nothing of its inner text outside. */
export function toDomainError(error: unknown, { isUnavailable }: Pick<Needs, 'isUnavailable'>): DomainError {
  if (error instanceof DomainError) return error
  if (isUnavailable(error)) {
    return busy(error)
  }
  const status = statusCodeOf(error)
  if (status === 413) return invalidRequest('The body is too large.')
  if (status === 404) return noSuchEndpoint()
  if (status !== undefined && status >= 400 && status < 500)
    return invalidRequest('The request is malformed.')
  return new DomainError('SERVER_ERROR', 'An internal error occurred. It has been logged.', { cause: error })
}

export function noSuchEndpoint(): DomainError {
  return notFound('There is no such endpoint.')
}

function statusCodeOf(error: unknown): number | undefined {
  const isHttp = typeof error === 'object' && error !== null && 'statusCode' in error
  return isHttp && typeof error.statusCode === 'number' ? error.statusCode : undefined
}
