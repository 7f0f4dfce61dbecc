import { type DomainError, invalidRequest } from '@quoin/core/errors.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { keepRepeatedMembers } from './repeated-members.ts'

/**
 * A body that could not be read. It is carried on instead of thrown, since credentials are judged before the body
 * is and may stand in a header.
 */
export class UnreadableBody {
  readonly error: DomainError

  constructor(message: string) {
    this.error = invalidRequest(message)
  }
}

const notJson = 'The body is not valid JSON in UTF-8, or it has a forbidden key such as __proto__.'

/** JSON bodies only; anything else is INVALID_REQUEST in its turn. */
export function readJsonBodies(server: FastifyInstance): void {
  const parseJson = server.getDefaultJsonParser('error', 'error')
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const problem = codingProblem(request.headers)
    if (problem !== undefined) return done(null, new UnreadableBody(problem))
    const text = decode(body)
    if (text === undefined) return done(null, new UnreadableBody(notJson))
    if (text.trim() === '') return done(null, {})
    parseJson(request, text, (error, value) =>
      done(null, error ? new UnreadableBody(notJson) : keepRepeatedMembers(text, value)),
    )
  })
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) =>
    done(null, new UnreadableBody('The body must be JSON: send Content-Type: application/json.')),
  )
}

/** The fault of a body in a coding that is not read here: read all the same, it would seem to be broken JSON. */
function codingProblem(headers: FastifyRequest['headers']): string | undefined {
  const coding = headers['content-encoding']?.trim().toLowerCase()
  if (coding !== undefined && coding !== '' && coding !== 'identity') {
    return 'The body must not be compressed: send it without Content-Encoding.'
  }
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(headers['content-type'] ?? '')?.[1]?.toLowerCase()
  // ASCII is UTF-8 as well.
  if (charset === undefined || ['utf-8', 'utf8', 'us-ascii'].includes(charset)) return undefined
  return 'The body must be in UTF-8: leave the charset out of Content-Type, or say charset=utf-8.'
}

const decoder = new TextDecoder('utf-8', { fatal: true })

/** Broken UTF-8 is refused: decoded leniently, many user ids would become one, full of U+FFFD. */
function decode(body: string | Buffer): string | undefined {
  if (typeof body === 'string') return body
  try {
    return decoder.decode(body)
  } catch {
    return undefined
  }
}

/** The body as a record, or what is wrong with it. A missing one is empty. */
export function bodyRecord(body: unknown): Readonly<Record<string, unknown>> | UnreadableBody {
  if (body === undefined) return {}
  if (body instanceof UnreadableBody) return body
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return new UnreadableBody('The body must be a JSON object.')
  }
  return body as Readonly<Record<string, unknown>> // an object that is no array
}
