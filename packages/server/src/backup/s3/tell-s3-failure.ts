import { S3Error } from './s3-error.ts'
import { readS3Xml } from './read-s3-xml.ts'
import type { S3Request } from './s3-request.ts'
import type { S3Target } from './s3-target.ts'

/** The answer of S3 that is no success. */
interface FailedAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

const transientStatuses: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504])
const transientCodes: ReadonlySet<string> = new Set([
  'BadDigest',
  'ConditionalRequestConflict',
  'InternalError',
  'OperationAborted',
  'RequestTimeout',
  'ServiceUnavailable',
  'SlowDown',
  'XAmzContentSHA256Mismatch',
])

interface Failed {
  readonly target: S3Target
  readonly request: S3Request
  readonly answer: FailedAnswer
  readonly region: string | undefined
  readonly code: string
}

/** The sentences of what a person can mend, by S3's own words. */
const sentences: Readonly<Record<string, (failed: Failed) => string>> = {
  AccessDenied: ({ target, request }) =>
    `the key may not do ${actionOf(request)} there: allow it in the policy of ${target.credentials.accessKeyId}`,
  InvalidAccessKeyId: ({ target }) => `AWS_ACCESS_KEY_ID is not known at ${target.host}`,
  SignatureDoesNotMatch: () => 'AWS_SECRET_ACCESS_KEY is not the secret of AWS_ACCESS_KEY_ID',
  ExpiredToken: () => 'AWS_SESSION_TOKEN has expired: a server needs a key that stays',
  InvalidToken: () => 'AWS_SESSION_TOKEN does not belong to AWS_ACCESS_KEY_ID',
  NoSuchBucket: ({ target }) => `there is no bucket ${target.bucket} at ${target.host}`,
  PermanentRedirect: tellRegion,
  TemporaryRedirect: tellRegion,
  AuthorizationHeaderMalformed: tellRegion,
  IllegalLocationConstraintException: tellRegion,
  RequestTimeTooSkewed: ({ answer }) => tellSkew(answer.headers.get('date')),
  EntityTooLarge: () => 'it takes no object of this size',
  QuotaExceeded: () => 'its quota is used up',
  XMinioStorageFull: () => 'its disk is full',
}

/** The words of a status that came without a word of S3, as the answer to HEAD does. */
const statusCodes: Readonly<Record<number, string>> = {
  301: 'PermanentRedirect',
  307: 'TemporaryRedirect',
  403: 'AccessDenied',
}

/** An error in one sentence. `isTransient` says whether it is worth another try. */
export function s3FailureOf(target: S3Target, request: S3Request, answer: FailedAnswer): S3Error {
  const xml = readS3Xml(answer.text)
  const given = xml?.name === 'Error' ? xml.text('Code') : undefined
  const region = answer.headers.get('x-amz-bucket-region') ?? xml?.text('Region')
  const isElsewhere = request.method === 'HEAD' && region !== undefined && region !== target.region
  const code = given ?? (isElsewhere ? 'PermanentRedirect' : (statusCodes[answer.status] ?? ''))
  const tell = sentences[code]
  const message = xml?.text('Message')?.slice(0, 200) ?? ''
  const sentence =
    tell?.({ target, request, answer, region, code }) ??
    `${target.host} answered ${actionOf(request)} with ${[answer.status, code, message].filter((word) => word !== '').join(' ')}`
  const retryAfterMs = readRetryAfter(answer.headers.get('retry-after'))
  return new S3Error(`${target.name}: ${sentence}`, {
    isTransient: transientStatuses.has(answer.status) || transientCodes.has(code),
    status: answer.status,
    ...(code === '' ? {} : { code }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    // The server's own words, which no sentence of ours replaces in a log.
    ...(message === '' ? {} : { cause: message }),
  })
}

function tellRegion({ target, region }: Failed): string {
  return region === undefined || region === target.region
    ? `the bucket ${target.bucket} is in another region than ${target.region}: set AWS_REGION`
    : `the bucket ${target.bucket} is in the region ${region}: set AWS_REGION=${region}`
}

function tellSkew(date: string | null): string {
  const minutes = Math.round(Math.abs(Date.now() - Date.parse(date ?? '')) / 60_000)
  const off = Number.isNaN(minutes) || minutes === 0 ? 'is wrong' : `is ${minutes} minutes off`
  return `the clock of this machine ${off}: set it, and signatures are taken again`
}

/** Seconds; a date is not read. */
function readRetryAfter(text: string | null): number | undefined {
  return text !== null && /^\d{1,4}$/.test(text) ? Number(text) * 1_000 : undefined
}

/** The action as a policy names it. */
function actionOf({ method, key, query = {} }: S3Request): string {
  if (key === undefined) return 's3:ListBucket'
  if (method === 'GET' || method === 'HEAD') return 's3:GetObject'
  if (method === 'PUT' || method === 'POST') return 's3:PutObject'
  return 'uploadId' in query ? 's3:AbortMultipartUpload' : 's3:DeleteObject'
}

const networkSentences: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refused the connection',
  ECONNRESET: 'broke off the connection',
  EPIPE: 'broke off the connection',
  UND_ERR_SOCKET: 'broke off the connection',
  EAI_AGAIN: 'has no address now',
  ENOTFOUND: 'has no address: AWS_ENDPOINT_URL, AWS_REGION or the bucket is another one',
  EHOSTUNREACH: 'cannot be reached',
  ENETUNREACH: 'cannot be reached',
  ETIMEDOUT: 'did not answer in time',
  UND_ERR_CONNECT_TIMEOUT: 'did not answer in time',
  UND_ERR_HEADERS_TIMEOUT: 'did not answer in time',
  UND_ERR_BODY_TIMEOUT: 'did not answer in time',
  TimeoutError: 'did not answer in time',
}

/** An error of the connection, which came in place of an answer or in its middle. */
export function connectionFailureOf(target: S3Target, error: unknown): S3Error {
  const [code, message] = reasonOf(error)
  const isCertificate = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code)
  const sentence = isCertificate
    ? `has a certificate that is not trusted here (${code})`
    : (networkSentences[code] ?? `could not be asked: ${message}`)
  return new S3Error(`${target.name}: ${target.host} ${sentence}`, {
    isTransient: !isCertificate,
    cause: error,
  })
}

/** The reason stands some causes deep. */
function reasonOf(error: unknown): [code: string, message: string] {
  let reason = error
  while (reason instanceof Error && reason.cause instanceof Error && !('code' in reason))
    reason = reason.cause
  if (!(reason instanceof Error)) return ['', String(reason)]
  return ['code' in reason && typeof reason.code === 'string' ? reason.code : reason.name, reason.message]
}
