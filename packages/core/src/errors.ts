/** The six codes of the contract and no other. */
export type ErrorCode =
  | 'INVALID_API_KEY'
  | 'INVALID_API_SECRET'
  | 'RATE_LIMIT_EXCEEDED'
  | 'INVALID_REQUEST'
  | 'RESOURCE_NOT_FOUND'
  | 'SERVER_ERROR'

/** One bad field: which, what rule it broke, and a sentence for the caller. Never the value itself. */
export interface FieldProblem {
  readonly field: string
  readonly rule: string
  readonly message: string
}

interface DomainErrorOptions {
  readonly details?: readonly FieldProblem[]
  /** Set when the caller should come back: overload, a database that is away, a full window. */
  readonly retryAfterSec?: number
  readonly isUnavailable?: boolean
  readonly cause?: unknown
}

/** An answer that is an error. Its message is for the caller; `cause` is for us. */
export class DomainError extends Error {
  readonly code: ErrorCode
  readonly details: readonly FieldProblem[] | null
  readonly retryAfterSec: number | null
  /** Overload or a database that is away: SERVER_ERROR with status 503 instead of 500. */
  readonly isUnavailable: boolean

  constructor(code: ErrorCode, message: string, options: DomainErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'DomainError'
    this.code = code
    this.details = options.details ?? null
    this.retryAfterSec = options.retryAfterSec ?? null
    this.isUnavailable = options.isUnavailable ?? false
  }
}

/** The documents say the same. It does not tell which of these it is. */
export const apiKeyRefusal =
  'The API key is missing, unknown, expired or revoked, or it is a live key of a publisher who waits for approval.'

export function invalidApiKey(message = apiKeyRefusal): DomainError {
  return new DomainError('INVALID_API_KEY', message)
}

export function invalidApiSecret(
  message = 'The API secret is missing, wrong, expired or revoked.',
): DomainError {
  return new DomainError('INVALID_API_SECRET', message)
}

export function invalidRequest(message: string, details?: readonly FieldProblem[]): DomainError {
  return new DomainError('INVALID_REQUEST', message, details ? { details } : {})
}

/** Names every bad field at once, so that one round trip is enough to fix a call. */
export function invalidFields(problems: readonly FieldProblem[]): DomainError {
  const fields = problems.map((problem) => problem.field).join(', ')
  return invalidRequest(`The request has invalid or missing parameters: ${fields}.`, problems)
}

export function notFound(message: string): DomainError {
  return new DomainError('RESOURCE_NOT_FOUND', message)
}

export function rateLimitExceeded(
  retryAfterSec: number,
  message = 'Too many requests. Please wait and try again.',
): DomainError {
  return new DomainError('RATE_LIMIT_EXCEEDED', message, { retryAfterSec })
}

export function unavailable(
  message: string,
  options: { retryAfterSec: number; cause?: unknown },
): DomainError {
  return new DomainError('SERVER_ERROR', message, { ...options, isUnavailable: true })
}

/** When a caller whom this moment is too much for may come back. */
export const busyRetryAfterSec = 1
export const busyMessage = 'The service is busy. Please try again.'

export function busy(cause?: unknown): DomainError {
  return unavailable(busyMessage, { retryAfterSec: busyRetryAfterSec, cause })
}

/** Asserts the impossible: a failure is our bug and crashes the request, never the process. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`assertion failed: ${message}`)
}
