import { DomainError, invalidRequest } from '@quoin/core/errors.ts'
import type { FastifyInstance } from 'fastify'

/**
 * A body that could not be read. It is carried on instead of thrown, since credentials are judged before the body
 * is (DECISIONS: order of checks) and may stand in a header.
 */
export class UnreadableBody {
  readonly error: DomainError

  constructor(message: string) {
    this.error = invalidRequest(message)
  }
}

/** JSON bodies only; anything else is INVALID_REQUEST in its turn. */
export function readJsonBodies(server: FastifyInstance): void {
  const parseJson = server.getDefaultJsonParser('error', 'error')
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body.toString()
    if (text.trim() === '') return done(null, {})
    parseJson(request, text, (error, value) =>
      done(null, error ? new UnreadableBody('The body is not valid JSON.') : value),
    )
  })
  server.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) =>
    done(null, new UnreadableBody('The body must be JSON: send Content-Type: application/json.')),
  )
}

/** The body as a record, or what is wrong with it. A missing one is empty. */
export function bodyRecord(body: unknown): Readonly<Record<string, unknown>> | UnreadableBody {
  if (body === undefined || body === null) return {}
  if (body instanceof UnreadableBody) return body
  if (typeof body !== 'object' || Array.isArray(body)) {
    return new UnreadableBody('The body must be a JSON object.')
  }
  return body as Readonly<Record<string, unknown>> // an object that is no array
}
