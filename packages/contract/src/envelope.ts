import type { ErrorCode, FieldProblem } from '@quoin/core/errors.ts'

/** On every JSON answer. */
export interface Meta {
  /** Unix seconds. */
  readonly timestamp: number
  /** `req_…`, also sent as X-Request-Id. */
  readonly request_id: string
}

interface SuccessEnvelope<Data, ExtraMeta = unknown> {
  readonly success: true
  readonly data: Data
  readonly message: string
  readonly meta: Meta & ExtraMeta
}

interface ErrorEnvelope {
  readonly success: false
  readonly error: {
    readonly code: ErrorCode
    readonly message: string
    readonly details: readonly FieldProblem[] | null
  }
  readonly meta: Meta
}

export function presentSuccess<Data>(data: Data, meta: Meta, message: string): SuccessEnvelope<Data> {
  return { success: true, data, message, meta }
}

export function presentError(
  error: { code: ErrorCode; message: string; details: readonly FieldProblem[] | null },
  meta: Meta,
): ErrorEnvelope {
  return {
    success: false,
    error: { code: error.code, message: error.message, details: error.details },
    meta,
  }
}
