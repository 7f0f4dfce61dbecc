import { digestEncodings, hashNames, type SignatureScheme } from '@quoin/core/callbacks/endpoint.ts'
import { type CallbackEventType, callbackEventTypes } from '@quoin/core/callbacks/facts.ts'
import { InvalidArgumentError } from 'commander'
import { wholeNumber } from './options.ts'

export const endpointArgument = ['<endpointId>', 'as `callbacks list` shows it', wholeNumber] as const

/** `approved,reversed`: the steps that an endpoint wants to hear of. */
export function events(text: string): readonly CallbackEventType[] {
  return text.split(',').map((word) => {
    const type = callbackEventTypes.find((known) => known === word || known === `conversion.${word}`)
    if (type !== undefined) return type
    throw new InvalidArgumentError(`Each must be one of ${callbackEventTypes.join(', ')}.`)
  })
}

/** `none` is how a text is taken away. Not read while options are: commander turns null into an empty text there. */
export function unlessNone(text: string | undefined): string | null | undefined {
  return text === 'none' ? null : text
}

const schemeForm =
  'It must be standard, none, or "<hash> <what> <where>" such as "md5 {user_id}{secret} parameter:sig", and behind it'

/** `standard`, `none`, or a recipe such as `hmac_sha1 url parameter:sig base64url`. */
export function signature(text: string): SignatureScheme | 'standard' | 'none' {
  if (text === 'standard' || text === 'none') return text
  const [hashText, over = '', into = '', encodingText = 'hex', ...more] = text.trim().split(/\s+/)
  const hash = hashNames.find((known) => known === hashText)
  const encoding = digestEncodings.find((known) => known === encodingText)
  const [kind, name = ''] = into.split(':')
  const isWhole = over !== '' && name !== '' && ['parameter', 'header'].includes(kind ?? '')
  if (hash === undefined || encoding === undefined || !isWhole || more.length > 0) {
    throw new InvalidArgumentError(
      `${schemeForm} one of ${digestEncodings.join(', ')}, with a hash of ${hashNames.join(', ')}.`,
    )
  }
  const whole = (['url', 'body', 'sorted_query'] as const).find((known) => known === over)
  return {
    hash,
    over: whole ?? { text: over },
    into: kind === 'header' ? { header: name } : { parameter: name },
    ...(encoding === 'hex' ? {} : { encoding }),
  }
}

/** A day or a moment: `2026-11-21` or `2026-11-21T12:00:00Z`. */
export function moment(text: string): number {
  const ms = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?Z)?$/.test(text) ? Date.parse(text) : Number.NaN
  if (!Number.isNaN(ms)) return ms
  throw new InvalidArgumentError('It must be a day or a UTC time such as 2026-11-21T12:00:00Z.')
}
