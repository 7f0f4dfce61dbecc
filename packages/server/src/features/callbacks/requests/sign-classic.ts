import { createHash, createHmac } from 'node:crypto'
import type { HashName, SignatureScheme, SignedPart } from '@quoin/core/callbacks/endpoint.ts'
import { fillText } from '@quoin/core/callbacks/fill-text.ts'

export type Pair = readonly [name: string, value: string]

/** The text that a signature scheme may cover: all of it exactly as it is sent. */
export interface ClassicMessage {
  readonly url: string
  readonly body: string
  /** The parameters, decoded. */
  readonly query: readonly Pair[]
  /** The text of a macro; undefined where there is no such macro. */
  readonly textOf: (written: string) => string | undefined
  readonly secret: string
}

/** The signature of a classic callback, in the scheme's encoding. */
export function signClassic(scheme: SignatureScheme, message: ClassicMessage): string {
  return digest[scheme.hash](signedText(scheme, message), message.secret).toString(scheme.encoding ?? 'hex')
}

/** The text that is hashed. */
export function signedText({ hash, over }: SignatureScheme, message: ClassicMessage): string {
  const parts: Readonly<Record<SignedPart, () => string>> = {
    secret: () => message.secret,
    url: () => message.url,
    body: () => message.body,
    sorted_query: () => sortedQuery(message.query),
  }
  if (typeof over === 'string') return parts[over]() + (hash.startsWith('hmac_') ? '' : message.secret)
  return fillText(over.text, (written) =>
    isPartOf(parts, written) ? parts[written]() : message.textOf(written),
  )
}

function isPartOf(parts: Readonly<Record<SignedPart, unknown>>, name: string): name is SignedPart {
  return Object.hasOwn(parts, name)
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
const digest: Record<HashName, (text: string, secret: string) => Buffer> = {
  md5: (text) => createHash('md5').update(text).digest(),
  sha1: (text) => createHash('sha1').update(text).digest(),
  sha256: (text) => createHash('sha256').update(text).digest(),
  hmac_sha1: (text, secret) => createHmac('sha1', secret).update(text).digest(),
  hmac_sha256: (text, secret) => createHmac('sha256', secret).update(text).digest(),
}
