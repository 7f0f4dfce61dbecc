import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { readEnvironment } from './server/environment.ts'
import { SignatureError } from './server/errors.ts'
import type { CallbackEvent } from './server/wire/conversions.ts'
import type { OfferEvent } from './server/wire/offers.ts'

export { SignatureError } from './server/errors.ts'
export type { CallbackEvent } from './server/wire/conversions.ts'
export type { OfferEvent } from './server/wire/offers.ts'

type HeaderBag = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

interface VerifyOptions {
  /** How far the sender's clock may be from ours. */
  readonly toleranceSec?: number | undefined
  readonly nowSec?: number | undefined
}

const toleranceStandardSec = 300
const noSecret = 'The callback secret is empty or is no whsec_… secret.'

/**
 * Checks a native callback (Standard Webhooks) and reads it. Give the body as it came, not as parsed; several secrets while
 * one is rotated. An endpoint that asks for changes of offers gets an `OfferEvent` besides. Throws SignatureError, and TypeError for what is no secret.
 */
export function verifyWebhook<Event extends CallbackEvent | OfferEvent = CallbackEvent>(
  body: string | Uint8Array,
  headers: HeaderBag,
  secrets: string | readonly string[] = secretsOfEnvironment(),
  { toleranceSec = toleranceStandardSec, nowSec = Math.floor(Date.now() / 1000) }: VerifyOptions = {},
): Event {
  if (isNothing(body)) throw new SignatureError('There is no body.')
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) {
    throw new TypeError(
      'Pass the raw request body (Buffer or string), not the parsed JSON: in Express use express.raw({ type: "*/*" }), in Next await request.text().',
    )
  }
  const keys = keysOf(secrets)
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  )
  if (!id || !timestamp || !signatures) throw new SignatureError('The webhook headers are missing.')
  if (!(Math.abs(nowSec - Number(timestamp)) <= toleranceSec)) {
    throw new SignatureError('The callback is too old, or a clock is wrong.')
  }
  const given = signatures.split(' ').flatMap((one) => (one.startsWith('v1,') ? [one.slice(3)] : []))
  const isRight = keys.some((key) => {
    const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${text}`).digest('base64')
    return given.some((one) => isSame(one, expected))
  })
  if (!isRight) throw new SignatureError('No signature of the callback is by this secret.')
  return JSON.parse(text) as Event // whoever has the secret has written it
}

/** Middleware leaves `undefined` or `{}` where nothing was sent, which anybody may do. */
function isNothing(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return body === undefined
  return !(body instanceof Uint8Array) && Object.keys(body).length === 0
}

/** Headers with which a body passes `verifyWebhook`: for your tests. */
export function testHeaders({
  body,
  secret,
  id = 'test',
  atSec = Math.floor(Date.now() / 1000),
}: {
  readonly body: string
  readonly secret: string
  readonly id?: string | undefined
  readonly atSec?: number | undefined
}): Record<string, string> {
  const signature = createHmac('sha256', keyOf(secret)).update(`${id}.${atSec}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': String(atSec), 'webhook-signature': `v1,${signature}` }
}

type Query = Readonly<Record<string, string>>
interface ClassicRequest {
  /** The parameters, decoded: of the query, or of the body. */
  readonly query: Query
  /** The whole address as it was asked for; for dialects that sign it. */
  readonly url?: string | undefined
  /** The body as it came; for dialects that sign it. */
  readonly body?: string | undefined
  readonly headers?: HeaderBag | undefined
}

type Classic = (request: ClassicRequest, secret: string) => readonly [given: string, expected: string]

const value = (query: Query, name: string): string => query[name] ?? ''
const md5 = (text: string): string => createHash('md5').update(text).digest('hex')
const hmac = (hash: 'sha1' | 'sha256', text: string, secret: string): string =>
  createHmac(hash, secret).update(text).digest('hex')

/** The signatures of the classic dialects, as their receivers check them. */
const classics = {
  wannads: ({ query }, secret) => [
    value(query, 'signature'),
    md5(value(query, 'subId') + value(query, 'transId') + value(query, 'reward') + secret),
  ],
  lootably: ({ query }, secret) => [
    value(query, 'hash'),
    createHash('sha256')
      .update(
        value(query, 'userID') +
          value(query, 'ip') +
          value(query, 'revenue') +
          value(query, 'currencyReward') +
          secret,
      )
      .digest('hex'),
  ],
  offertoro: ({ query }, secret) => [
    value(query, 'sig'),
    md5(`${value(query, 'oid')}-${value(query, 'user_id')}-${secret}`),
  ],
  cpx: ({ query }, secret) => [value(query, 'secure_hash'), md5(`${value(query, 'trans_id')}-${secret}`)],
  bitlabs: ({ query, url = '' }, secret) => [
    value(query, 'hash'),
    hmac('sha1', withoutLast(url, 'hash'), secret),
  ],
  adgem_v2: ({ query, url = '' }, secret) => [
    value(query, 'verifier'),
    hmac('sha256', withoutLast(url, 'verifier'), secret),
  ],
  adgem_v3: ({ body = '', headers = {} }, secret) => [
    headerOf(headers, 'signature') ?? '',
    hmac('sha256', body, secret),
  ],
  ayet: ({ query, headers = {} }, secret) => [
    headerOf(headers, 'x-ayetstudios-security-hash') ?? '',
    hmac('sha256', sortedQuery(query), secret),
  ],
} as const satisfies Readonly<Record<string, Classic>>

export type ClassicDialect = keyof typeof classics

/** Whether a classic callback was sent by whoever has the secret; in constant time. Throws TypeError without a secret. */
export function verifyClassic(dialect: ClassicDialect, request: ClassicRequest, secret: string): boolean {
  // Anybody signs with an empty secret: a variable that is missing must not be one.
  if (typeof secret !== 'string' || secret.trim() === '') throw new TypeError('The callback secret is empty.')
  const [given, expected] = classics[dialect](request, secret)
  return isSame(given.toLowerCase(), expected)
}

/** The address as it was before its signature was put at the end. */
function withoutLast(url: string, name: string): string {
  return url.replace(new RegExp(`[?&]${name}=[^&]*$`), '')
}

function sortedQuery(query: Query): string {
  const sorted = Object.entries(query).sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
  return new URLSearchParams(sorted).toString().replaceAll('*', '%2A')
}

function secretsOfEnvironment(): readonly string[] {
  const [given = ''] = readEnvironment('CALLBACK_SECRET')
  const secrets = given.split(/\s+/).filter((secret) => secret !== '')
  if (secrets.length === 0)
    throw new TypeError(
      'Give the secret of the callbacks, or set QUOIN_CALLBACK_SECRET (or CALLBACK_SECRET) in the environment.',
    )
  return secrets
}

function keysOf(secrets: string | readonly string[]): readonly Buffer[] {
  const keys = [secrets].flat().map(keyOf)
  if (keys.length === 0) throw new TypeError(noSecret)
  return keys
}

/** Quoin issues 32 bytes and takes 24 to 64. Less, or what is no Base64, would be a key that anybody guesses. */
function keyOf(secret: unknown): Buffer {
  const [, text = ''] =
    /^whsec_([A-Za-z0-9+/]{32,}={0,2})$/.exec(typeof secret === 'string' ? secret : '') ?? []
  if (text === '' || text.length % 4 !== 0) throw new TypeError(noSecret)
  return Buffer.from(text, 'base64')
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}

function headerOf(headers: HeaderBag, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const found = Object.entries(headers).find(([one]) => one.toLowerCase() === name)?.[1]
  return typeof found === 'string' ? found : found?.[0]
}
