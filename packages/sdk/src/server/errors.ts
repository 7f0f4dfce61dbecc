/** One bad field of a request. */
export interface FieldProblem {
  readonly field: string
  readonly rule: string
  readonly message: string
}

interface ErrorFacts {
  readonly code: string
  readonly status: number | null
  readonly requestId: string | null
  readonly attempts: number
  readonly details?: readonly FieldProblem[] | null
  readonly retryAfterMs?: number | null
  readonly baseUrl?: string
  /** The error that the runtime threw. */
  readonly cause?: unknown
}

/** Whatever goes wrong. Its message never holds a secret, and what it prints as JSON may be logged. */
export class QuoinError extends Error {
  readonly code: string
  /** Null: there was no answer. */
  readonly status: number | null
  readonly requestId: string | null
  readonly attempts: number
  /** The page about errors of this code, on the Quoin that answered; null for a code that has none. */
  readonly docUrl: string | null

  constructor(message: string, { code, status, requestId, attempts, baseUrl, cause }: ErrorFacts) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = new.target.name
    this.code = code
    this.status = status
    this.requestId = requestId
    this.attempts = attempts
    this.docUrl = baseUrl !== undefined && code in byCode ? docUrlOf(baseUrl, code) : null
  }

  toJSON(): object {
    const { name, message, code, status, requestId, attempts, docUrl } = this
    return { name, message, code, status, requestId, attempts, docUrl }
  }
}

export class InvalidApiKeyError extends QuoinError {}
export class InvalidApiSecretError extends QuoinError {}
export class NotFoundError extends QuoinError {}
export class ServerError extends QuoinError {}
/** No answer came: the network, a timeout, or what answered was not Quoin. */
export class ConnectionError extends QuoinError {}
/** A callback that nobody with the secret has sent, or that is too old. */
export class SignatureError extends QuoinError {
  constructor(message: string) {
    super(message, { code: 'SIGNATURE', status: null, requestId: null, attempts: 0 })
  }
}

export class InvalidRequestError extends QuoinError {
  readonly details: readonly FieldProblem[]

  constructor(message: string, facts: ErrorFacts) {
    super(message, facts)
    this.details = facts.details ?? []
  }
}

export class RateLimitError extends QuoinError {
  readonly retryAfterMs: number

  constructor(message: string, facts: ErrorFacts) {
    super(message, facts)
    this.retryAfterMs = facts.retryAfterMs ?? 0
  }
}

const byCode: Readonly<Record<string, new (message: string, facts: ErrorFacts) => QuoinError>> = {
  INVALID_API_KEY: InvalidApiKeyError,
  INVALID_API_SECRET: InvalidApiSecretError,
  INVALID_REQUEST: InvalidRequestError,
  RATE_LIMIT_EXCEEDED: RateLimitError,
  RESOURCE_NOT_FOUND: NotFoundError,
  SERVER_ERROR: ServerError,
}

/** The error of an answer, by its code; a code of tomorrow is a plain QuoinError. */
export function errorOf(message: string, facts: ErrorFacts): QuoinError {
  const Kind = byCode[facts.code] ?? QuoinError
  return new Kind(message, facts)
}

function docUrlOf(baseUrl: string, code: string): string {
  return `${baseUrl.replace(/\/+$/, '')}/docs/errors/${code}`
}
