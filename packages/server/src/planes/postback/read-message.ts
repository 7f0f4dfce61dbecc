import { invalidRequest } from '@quoin/core/errors.ts'
import type { FastifyInstance } from 'fastify'
import { keepRepeatedMembers } from '../../http/repeated-members.ts'
import type { Asked } from '../../http/shortcut.ts'
import { signedQuery } from '../../networks/check-proof.ts'

/** A postback as it came: its bytes, for a signature, and its parameters, once somebody wants them. */
export interface PostbackMessage {
  readonly signature: string | undefined
  /** What a signature must cover: the body if there is one, else the query. */
  readonly signedText: Uint8Array | string
  /** Of the query alone: what can always be read. */
  readonly query: Readonly<Record<string, unknown>>
  /** Only what is signed. Throws INVALID_REQUEST for a body that is neither a form nor JSON. */
  readSigned(): Readonly<Record<string, unknown>>
  /**
   * Query and body; the query is read first, and the first value of a parameter counts. Throws like
   * `readSigned`.
   */
  readAll(): Readonly<Record<string, unknown>>
}

/** Bodies stay bytes until the sender has proven itself: a signature covers them exactly as they came. */
export function keepRawBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}

export function readMessage({ raw, query, body: sent }: Asked): PostbackMessage {
  const { headers } = raw
  const body = Buffer.isBuffer(sent) && sent.length > 0 ? sent : undefined
  const readBody = () => (body === undefined ? {} : parseBody(body, headers['content-type']))
  return {
    signature: firstText(headers['x-signature']) ?? firstText(query['signature']),
    get signedText() {
      return body ?? signedQuery(rawQueryOf(raw))
    },
    query,
    readSigned: () => (body === undefined ? query : readBody()),
    readAll: () => (body === undefined ? query : { ...readBody(), ...query }),
  }
}

function firstText(given: unknown): string | undefined {
  const first: unknown = Array.isArray(given) ? given[0] : given
  return typeof first === 'string' ? first : undefined
}

function rawQueryOf({ url = '' }: Asked['raw']): string {
  const start = url.indexOf('?')
  return start < 0 ? '' : url.slice(start + 1)
}

function parseBody(body: Buffer, contentType = ''): Readonly<Record<string, unknown>> {
  const type = contentType.split(';')[0]?.trim().toLowerCase()
  if (type === 'application/x-www-form-urlencoded') return parseForm(body.toString('utf8'))
  if (type === 'application/json') return parseJson(body.toString('utf8'))
  throw invalidRequest(
    'The body must be a form (application/x-www-form-urlencoded) or JSON (application/json).',
  )
}

/** A parameter given twice: the first one counts. */
function parseForm(text: string): Readonly<Record<string, unknown>> {
  const values = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(text)) if (!values.has(name)) values.set(name, value)
  return Object.fromEntries(values)
}

function parseJson(text: string): Readonly<Record<string, unknown>> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw invalidRequest('The body is not valid JSON.')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidRequest('The body must be a JSON object.')
  }
  // A parameter given twice comes as an array, of which the reader takes the first.
  return keepRepeatedMembers(text, value) as Readonly<Record<string, unknown>> // an object that is no array
}
