import { type DigestEncoding, hashNames, type SignatureScheme } from '@quoin/core/callbacks/endpoint.ts'
import { type ClassicMessage, signClassic } from '../requests/sign-classic.ts'
import { type Mistake, rewrittenBodies } from './mistake.ts'

interface Signed {
  readonly scheme: SignatureScheme
  readonly message: ClassicMessage
}

const encodings: readonly DigestEncoding[] = ['hex', 'base64', 'base64url']

/** The signatures of a classic callback by the mistakes that many have made. */
export function classicMistakes({ scheme, message }: Signed): readonly Mistake[] {
  const { hash, encoding = 'hex' } = scheme
  const otherEncodings = encodings.filter((one) => one !== encoding)
  return [
    {
      code: 'encoding',
      name: 'another encoding',
      sentence: 'The signature is right, and written in another way.',
      remedy: `Write it in ${encoding === 'hex' ? 'lower-case hexadecimal' : encoding}.`,
      digests: [
        ...otherEncodings.map((one) => signClassic({ ...scheme, encoding: one }, message)),
        ...(encoding === 'hex' ? [signClassic(scheme, message).toUpperCase()] : []),
      ],
    },
    ...(scheme.over === 'body' ? rewrittenBodies(message.body) : []).map((body) => ({
      code: 'rewritten',
      name: 'body parsed and written again',
      sentence: 'The body was parsed and written again before it was signed.',
      remedy: 'Sign the raw bytes of the body as they came, and parse them afterwards.',
      digests: [signClassic(scheme, { ...message, body })],
      texts: { sent: message.body, signed: body },
    })),
    ...hashNames
      .filter((one) => one !== hash)
      .map((one) => ({
        code: 'hash',
        name: 'another hash',
        sentence: `It is ${one}.`,
        remedy: `Use ${hash}.`,
        digests: [signClassic({ ...scheme, hash: one }, message)],
      })),
    {
      code: 'no_secret',
      name: 'the secret left out',
      sentence: 'The secret was left out.',
      remedy: 'Sign with the secret of this endpoint.',
      digests: [signClassic(scheme, { ...message, secret: '' })],
    },
    ...decodedUrl(scheme, message),
  ]
}

function decodedUrl(scheme: SignatureScheme, message: ClassicMessage): readonly Mistake[] {
  if (scheme.over !== 'url' || !message.url.includes('%')) return []
  const url = decodeURI(message.url)
  return [
    {
      code: 'decoded',
      name: 'the address decoded',
      sentence: 'The address was decoded before it was signed.',
      remedy: 'Sign the address as it came, with its percent signs.',
      digests: [signClassic(scheme, { ...message, url })],
    },
  ]
}
