import { createHmac } from 'node:crypto'
import { readWebhookSecret } from '@quoin/core/callbacks/webhook-secret.ts'
import type { OutgoingRequest } from '../../../ports/outgoing.ts'
import { type Mistake, rewrittenBodies } from './mistake.ts'

interface NativeSecrets {
  readonly secret: string
  readonly previous: string | null
}

/** The signatures of a native callback by the mistakes that many have made. */
export function nativeMistakes(
  { headers, body }: OutgoingRequest,
  { secret, previous }: NativeSecrets,
): readonly Mistake[] {
  const [id, time, sent] = [headers['webhook-id'] ?? '', headers['webhook-timestamp'] ?? '', body ?? '']
  const key = readWebhookSecret(secret) ?? new Uint8Array()
  const hmac = (text: string, by: Uint8Array | string = key) => createHmac('sha256', by).update(text)
  const sign = (text: string, by?: Uint8Array | string) => hmac(text, by).digest('base64')
  const whole = `${id}.${time}.${sent}`
  const old = previous === null ? undefined : readWebhookSecret(previous)
  return [
    ...rewrittenBodies(sent).map((signed) => ({
      ...rewritten,
      texts: { sent, signed },
      digests: [sign(`${id}.${time}.${signed}`)],
    })),
    {
      code: 'secret_not_decoded',
      name: 'secret not decoded',
      sentence: 'The secret was used as the text that it is written as.',
      remedy: 'Take whsec_ off, decode the rest from base64, and sign with those bytes.',
      digests: [sign(whole, secret), sign(whole, secret.replace(/^whsec_/, ''))],
    },
    {
      code: 'hex',
      name: 'hex in place of base64',
      sentence: 'The signature is right, and written in hexadecimal.',
      remedy: 'Write it in base64.',
      digests: [hmac(whole).digest('hex'), hmac(whole).digest('hex').toUpperCase()],
    },
    {
      code: 'old_secret',
      name: 'the secret before this one',
      sentence: 'It is signed with the secret that was in force before.',
      remedy: 'Give your server the new secret.',
      digests: old === undefined ? [] : [sign(whole, old)],
    },
    {
      code: 'milliseconds',
      name: 'milliseconds for seconds',
      sentence: 'The time was signed in milliseconds.',
      remedy: 'Sign the webhook-timestamp header as it came: it is in seconds.',
      digests: [sign(`${id}.${time}000.${sent}`)],
    },
    {
      code: 'no_id',
      name: 'the id left out',
      sentence: 'The webhook-id was not signed with the rest.',
      remedy: 'Sign id, time and body, joined by dots.',
      digests: [sign(`${time}.${sent}`)],
    },
    {
      code: 'body_alone',
      name: 'the body alone',
      sentence: 'The body alone was signed.',
      remedy: 'Sign id, time and body, joined by dots.',
      digests: [sign(sent)],
    },
  ]
}

const rewritten = {
  code: 'rewritten',
  name: 'body parsed and written again',
  sentence: 'The body was parsed and written again before it was signed.',
  remedy: 'Sign the raw bytes of the body as they came, and parse them afterwards.',
} as const
