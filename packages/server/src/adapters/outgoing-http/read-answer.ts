import type { IncomingMessage } from 'node:http'
import type { OutgoingAnswer } from '@quoin/core/outgoing/outgoing-answer.ts'
import type { OutgoingLimits } from '../../ports/outgoing.ts'
import { OutgoingError } from './outgoing-error.ts'
import { unpackedBody } from './unpacked-body.ts'

/** A body is read to its end so that the connection can be used again, but not further than this. */
const bodyMaxBytes = 256 * 1024

export type Answered = Omit<OutgoingAnswer, 'latencyMs'>

/** An answer whose headers have come, with its body as far as the limits let it be read. */
export async function readAnswer(response: IncomingMessage, limits: OutgoingLimits): Promise<Answered> {
  const { excerptBytes, bytesMax, isPacked = false } = limits
  const readMax = bytesMax ?? bodyMaxBytes
  const stream = isPacked ? unpackedBody(response) : response
  const chunks: Buffer[] = []
  let readBytes = 0
  for await (const chunk of stream) {
    const bytes: Buffer = chunk // no encoding is set, so that chunks are bytes
    chunks.push(bytes)
    readBytes += bytes.length
    if (readBytes > readMax) break // leaving the loop ends the connection
  }
  if (readBytes > readMax && mustBeWhole(limits)) {
    throw new OutgoingError('too_large', `The body of the answer has more than ${readMax} bytes.`)
  }
  const whole = Buffer.concat(chunks)
  const body = whole.subarray(0, bodyMaxBytes)
  const isKept = bytesMax !== undefined && readBytes <= readMax
  return {
    kind: 'answer',
    status: response.statusCode ?? 0,
    headers: textHeaders(response, isPacked ? packingHeaders : []),
    body: textOf(body),
    bodyExcerpt: textOf(body.subarray(0, excerptBytes)),
    ...(isKept ? { bytes: whole } : {}),
  }
}

/** Callers that say how answers are fetched want all of one or nothing; receivers of callbacks may say more than is read. */
function mustBeWhole({ isPacked, redirectsMax }: OutgoingLimits): boolean {
  return isPacked !== undefined || redirectsMax !== undefined
}

/** They tell how the body came, which no longer holds once it is unpacked. */
const packingHeaders = ['content-encoding', 'content-length']

function textHeaders({ headers }: IncomingMessage, dropped: readonly string[]): Record<string, string> {
  const entries = Object.entries(headers)
    .filter(([name]) => !dropped.includes(name))
    .map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')])
  return Object.fromEntries(entries)
}

/** PostgreSQL stores no NUL, and a character cut in two is left out. */
function textOf(bytes: Buffer): string {
  return new TextDecoder().decode(bytes, { stream: true }).replaceAll('\u0000', '\ufffd')
}
