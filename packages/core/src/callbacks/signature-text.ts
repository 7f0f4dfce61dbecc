import { digestEncodings, hashNames, type SignatureScheme } from './endpoint.ts'

/** The message for a text that is no signature scheme: the forms it may have. */
export const signatureSchemeForm =
  'must be standard, none, or "<hash> <what> <where>" such as "md5 {user_id}{secret} parameter:sig", and behind it ' +
  `one of ${digestEncodings.join(', ')}, with a hash of ${hashNames.join(', ')}`

/** A scheme as people write it, such as `hmac_sha1 url parameter:sig base64url`. Undefined for what is none. */
export function readSignatureScheme(text: string): SignatureScheme | undefined {
  const [hashText, over = '', into = '', encodingText = 'hex', ...more] = text.trim().split(/\s+/)
  const hash = hashNames.find((known) => known === hashText)
  const encoding = digestEncodings.find((known) => known === encodingText)
  const [kind, name = ''] = into.split(':')
  const isWhole = over !== '' && name !== '' && ['parameter', 'header'].includes(kind ?? '')
  if (hash === undefined || encoding === undefined || !isWhole || more.length > 0) return undefined
  const whole = (['url', 'body', 'sorted_query'] as const).find((known) => known === over)
  return {
    hash,
    over: whole ?? { text: over },
    into: kind === 'header' ? { header: name } : { parameter: name },
    ...(encoding === 'hex' ? {} : { encoding }),
  }
}

/** The text that is read as a scheme. */
export function writeSignatureScheme({ hash, over, into, encoding }: SignatureScheme): string {
  const what = typeof over === 'string' ? over : over.text
  const where = 'header' in into ? `header:${into.header}` : `parameter:${into.parameter}`
  return [hash, what, where, ...(encoding === undefined ? [] : [encoding])].join(' ')
}
