import { invalidRequest } from '@quoin/core/errors.ts'
import type { FastifyInstance } from 'fastify'
import { keepRepeatedMembers } from '../../http/repeated-members.ts'
import type { Asked } from '../../http/raw/index.ts'
import { signedQuery } from '../../networks/check-proof.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * A postback as it came: its bytes, for a signature, and its parameters, once somebody wants them. Many wait at a time:
 * a record with a getter and functions of its own would take a kilobyte for each.
 */
export class PostbackMessage {
  readonly #asked: Pick<Asked, 'raw' | 'query' | 'body'>

  constructor(asked: Pick<Asked, 'raw' | 'query' | 'body'>) {
    this.#asked = asked
  }

  get signature(): string | undefined {
    const { raw, query } = this.#asked
    return firstText(raw.headers['x-signature']) ?? firstText(query['signature'])
  }

  /** The text that a signature must cover: the body if there is one, else the query. */
  get signedText(): Uint8Array | string {
    return this.#body ?? signedQuery(rawQueryOf(this.#asked.raw))
  }

  /** The part of the query that can always be read. */
  get query(): Values {
    return this.#asked.query
  }

  get #body(): Buffer | undefined {
    const { body } = this.#asked
    return Buffer.isBuffer(body) && body.length > 0 ? body : undefined
  }

  /** Only what is signed. Throws INVALID_REQUEST for a body that is neither a form nor JSON. */
  readSigned(): Values {
    return this.#readBody() ?? this.query
  }

  /**
   * Query and body; the query is read first, and the first value of a parameter counts. Throws like
   * `readSigned`.
   */
  readAll(): Values {
    const body = this.#readBody()
    return body === undefined ? this.query : { ...body, ...this.query }
  }

  #readBody(): Values | undefined {
    const body = this.#body
    return body && parseBody(body, this.#asked.raw.headers['content-type'])
  }
}

/** Bodies stay bytes until the sender has proven itself: a signature covers them exactly as they came. */
export function keepRawBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}

function firstText(given: unknown): string | undefined {
  const first: unknown = Array.isArray(given) ? given[0] : given
  return typeof first === 'string' ? first : undefined
}

function rawQueryOf({ url = '' }: Asked['raw']): string {
  const start = url.indexOf('?')
  return start < 0 ? '' : url.slice(start + 1)
}

function parseBody(body: Buffer, contentType = ''): Values {
  const type = contentType.split(';')[0]?.trim().toLowerCase()
  if (type === 'application/x-www-form-urlencoded') return parseForm(body.toString('utf8'))
  if (type === 'application/json') return parseJson(body.toString('utf8'))
  throw invalidRequest(
    'The body must be a form (application/x-www-form-urlencoded) or JSON (application/json).',
  )
}

/** A parameter given twice: the first one counts. */
function parseForm(text: string): Values {
  const values = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(text)) if (!values.has(name)) values.set(name, value)
  return Object.fromEntries(values)
}

function parseJson(text: string): Values {
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
  return keepRepeatedMembers(text, value) as Values // an object that is no array
}
