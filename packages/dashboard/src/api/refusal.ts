interface FieldDetail {
  readonly field: string
  readonly rule?: unknown
  readonly message: string
}

interface RefusalFacts {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly details?: readonly FieldDetail[]
  readonly requestId?: string | undefined
}

/** An answer of the API that says no: its code, its sentence, and the id by which the log knows it. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  readonly code: string
  readonly details: readonly FieldDetail[]
  readonly requestId: string | undefined

  constructor({ status, code, message, details = [], requestId }: RefusalFacts) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
    this.requestId = requestId
  }

  /** The server is of another version and does not know what this page sends: the way on is to load it again. */
  get asksForReload(): boolean {
    return this.details.some(({ rule }) => rule === 'version')
  }

  /** No session, or one that has ended: the way on is to sign in. */
  get asksForSignIn(): boolean {
    return this.code === 'INVALID_API_KEY'
  }
}

/** Reads the error envelope; something else in its place (a proxy's page) is told as what it is. */
export function readRefusal(status: number, body: unknown): Refusal {
  const { error, meta } = isRecord(body) ? body : {}
  const { code, message, details } = isRecord(error) ? error : {}
  return new Refusal({
    status,
    code: typeof code === 'string' ? code : 'UNKNOWN',
    message: typeof message === 'string' ? message : `The server answered ${status} without saying why.`,
    details: Array.isArray(details) ? details.filter(isDetail) : [],
    requestId: isRecord(meta) && typeof meta['request_id'] === 'string' ? meta['request_id'] : undefined,
  })
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function isDetail(value: unknown): value is FieldDetail {
  return isRecord(value) && typeof value['field'] === 'string' && typeof value['message'] === 'string'
}
