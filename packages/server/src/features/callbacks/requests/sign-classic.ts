import { createHash, createHmac } from 'node:crypto'
import type { HashName, SignatureRecipe } from '@quoin/core/callbacks/endpoint.ts'

export type Pair = readonly [name: string, value: string]

/** What a recipe may be over: all of it exactly as it is sent. */
export interface ClassicMessage {
  readonly url: string
  readonly body: string
  /** The parameters, decoded. */
  readonly query: readonly Pair[]
  /** The recipe's own text, filled. */
  readonly text: string
  readonly secret: string
}

/** The digest of a classic callback in lower-case hexadecimal. */
export function signClassic({ hash, over }: SignatureRecipe, message: ClassicMessage): string {
  return digest[hash](signedText(over, message), message.secret)
}

function signedText(over: SignatureRecipe['over'], { url, body, query, text }: ClassicMessage): string {
  if (typeof over !== 'string') return text
  switch (over) {
    case 'url':
      return url
    case 'body':
      return body
    case 'sorted_query':
      return sortedQuery(query)
    default:
      return over satisfies never
  }
}

/**
 * By the code units of the names, and encoded as a form, as PHP's ksort and http_build_query do it: unlike
 * them the URL standard leaves the asterisk as it is.
 */
function sortedQuery(query: readonly Pair[]): string {
  const sorted = query.toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
  return new URLSearchParams(sorted.map(([name, value]): [string, string] => [name, value]))
    .toString()
    .replaceAll('*', '%2A')
}

/** MD5 and SHA-1 are what the receivers of these dialects check; native callbacks use neither. */
const digest: Record<HashName, (text: string, secret: string) => string> = {
  md5: (text) => createHash('md5').update(text).digest('hex'),
  sha1: (text) => createHash('sha1').update(text).digest('hex'),
  sha256: (text) => createHash('sha256').update(text).digest('hex'),
  hmac_sha1: (text, secret) => createHmac('sha1', secret).update(text).digest('hex'),
  hmac_sha256: (text, secret) => createHmac('sha256', secret).update(text).digest('hex'),
}
