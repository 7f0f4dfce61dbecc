import type { OutgoingFailureReason } from '@quoin/core/outgoing/outgoing-answer.ts'

/** Why a request has no answer, thrown within the client and returned by it. */
export class OutgoingError extends Error {
  readonly reason: OutgoingFailureReason

  constructor(reason: OutgoingFailureReason, detail: string, cause?: unknown) {
    super(detail, cause === undefined ? undefined : { cause })
    this.name = 'OutgoingError'
    this.reason = reason
  }
}

const tlsCode =
  /^(?:ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_MISMATCH|INVALID_|EPROTO)/
const connectCodes = new Set([
  'ECONNREFUSED',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'EADDRNOTAVAIL',
  'ETIMEDOUT',
  'EACCES',
])

/** The meaning of errors of sockets, TLS and the HTTP parser. Their own texts may name inner addresses. */
export function readError(error: unknown): OutgoingError {
  if (error instanceof OutgoingError) return error
  const code = codeOf(error)
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new OutgoingError('too_large', 'The headers of the answer are too large.', error)
  }
  if (connectCodes.has(code)) {
    return new OutgoingError('connect', `No connection could be made (${code}).`, error)
  }
  if (tlsCode.test(code)) {
    return new OutgoingError('tls', `No secure connection could be made (${code}).`, error)
  }
  if (code.startsWith('HPE_')) {
    return new OutgoingError('reset', `The answer was not HTTP (${code}).`, error)
  }
  if (/^Z_|^ZSTD_/.test(code)) {
    return new OutgoingError('reset', `The packed body of the answer is broken or cut (${code}).`, error)
  }
  return new OutgoingError(
    'reset',
    `The connection ended before the answer did${code && ` (${code})`}.`,
    error,
  )
}

export function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0])
  if (!(error instanceof Error) || !('code' in error)) return ''
  return typeof error.code === 'string' ? error.code : ''
}
