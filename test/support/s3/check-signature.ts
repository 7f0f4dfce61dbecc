import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** A signed request as it came. */
export interface SignedRequest {
  readonly method: string
  /** The path and the query, as they were sent. */
  readonly url: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

export interface KnownKey {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string | undefined
}

interface Expected {
  readonly key: KnownKey
  readonly region: string
  readonly nowMs: number
}

const skewMsMax = 15 * 60_000
const header =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/

/**
 * The word of S3 for a request that is not signed as AWS describes it (Signature Version 4, from the description and not from
 * the client's code); undefined where it is.
 */
export function findSignatureFault(
  request: SignedRequest,
  { key, region, nowMs }: Expected,
): string | undefined {
  const [, keyId, day, signedRegion, signedNames = '', signature = ''] =
    header.exec(textOf(request, 'authorization')) ?? []
  if (keyId === undefined || day === undefined) return 'AccessDenied'
  if (keyId !== key.accessKeyId) return 'InvalidAccessKeyId'
  if (signedRegion !== region) return 'AuthorizationHeaderMalformed'
  const moment = textOf(request, 'x-amz-date')
  const atMs = Date.parse(moment.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (Number.isNaN(atMs) || Math.abs(nowMs - atMs) > skewMsMax) return 'RequestTimeTooSkewed'
  if ((textOf(request, 'x-amz-security-token') || undefined) !== key.sessionToken) return 'InvalidToken'
  const names = signedNames.split(';')
  const needed = Object.keys(request.headers).filter((name) => name === 'host' || name.startsWith('x-amz-'))
  if (needed.some((name) => !names.includes(name))) return 'AccessDenied'
  const scope = `${day}/${signedRegion}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', moment, scope, sha256(canonicalOf(request, names))].join('\n')
  const signingKey = ['s3', 'aws4_request'].reduce<Buffer>(
    hmac,
    hmac(hmac(Buffer.from(`AWS4${key.secretAccessKey}`), day), region),
  )
  if (!timingSafeEqual(hmac(signingKey, toSign), Buffer.from(signature, 'hex')))
    return 'SignatureDoesNotMatch'
  return textOf(request, 'x-amz-content-sha256') === sha256(request.body)
    ? undefined
    : 'XAmzContentSHA256Mismatch'
}

function canonicalOf(request: SignedRequest, names: readonly string[]): string {
  const [path = '', query = ''] = request.url.split('?')
  const pairs = query
    .split('&')
    .filter((part) => part !== '')
    .map((part) => part.split('=').map((word) => encoded(decodeURIComponent(word))))
    .map(([name = '', value = '']) => `${name}=${value}`)
  return [
    request.method,
    path
      .split('/')
      .map((part) => encoded(decodeURIComponent(part)))
      .join('/'),
    pairs.sort().join('&'),
    ...names.map((name) => `${name}:${textOf(request, name).trim().replace(/\s+/g, ' ')}`),
    '',
    names.join(';'),
    textOf(request, 'x-amz-content-sha256'),
  ].join('\n')
}

function textOf({ headers }: SignedRequest, name: string): string {
  const value = headers[name]
  return Array.isArray(value) ? value.join(',') : (value ?? '')
}

function encoded(text: string): string {
  return [...Buffer.from(text)]
    .map((byte) =>
      /[A-Za-z0-9._~-]/.test(String.fromCharCode(byte))
        ? String.fromCharCode(byte)
        : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
    )
    .join('')
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function sha256(bytes: string | Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
