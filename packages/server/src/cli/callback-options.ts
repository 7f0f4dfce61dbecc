import type { SignatureScheme } from '@quoin/core/callbacks/endpoint.ts'
import { type EndpointEventType, endpointEventTypes } from '@quoin/core/callbacks/facts.ts'
import { readSignatureScheme, signatureSchemeForm } from '@quoin/core/callbacks/signature-text.ts'
import { InvalidArgumentError } from 'commander'
import { wholeNumber } from './options.ts'

export const endpointArgument = ['<endpointId>', 'as `callbacks list` shows it', wholeNumber] as const

/** `approved,reversed`: the steps that an endpoint wants to hear of. */
export function events(text: string): readonly EndpointEventType[] {
  return text.split(',').map((word) => {
    const type = endpointEventTypes.find((known) => known === word || known === `conversion.${word}`)
    if (type !== undefined) return type
    throw new InvalidArgumentError(`Each must be one of ${endpointEventTypes.join(', ')}.`)
  })
}

/** `none` is how a text is taken away. Not read while options are: commander turns null into an empty text there. */
export function unlessNone(text: string | undefined): string | null | undefined {
  return text === 'none' ? null : text
}

/** `standard`, `none`, or a scheme such as `hmac_sha1 url parameter:sig base64url`. */
export function signature(text: string): SignatureScheme | 'standard' | 'none' {
  if (text === 'standard' || text === 'none') return text
  const scheme = readSignatureScheme(text)
  if (scheme === undefined) throw new InvalidArgumentError(`It ${signatureSchemeForm}.`)
  return scheme
}

/** A day or a moment: `2026-11-21` or `2026-11-21T12:00:00Z`. */
export function moment(text: string): number {
  const ms = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?Z)?$/.test(text) ? Date.parse(text) : Number.NaN
  if (!Number.isNaN(ms)) return ms
  throw new InvalidArgumentError('It must be a day or a UTC time such as 2026-11-21T12:00:00Z.')
}
