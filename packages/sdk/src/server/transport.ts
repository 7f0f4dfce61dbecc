import { readEnvironment, spellingOf } from './environment.ts'
import { ConnectionError, errorOf, type FieldProblem, type QuoinError } from './errors.ts'

export interface QuoinOptions {
  /** The address of the API, such as https://quoin.example; else QUOIN_BASE_URL or BASE_URL of the environment. */
  readonly baseUrl?: string | undefined
  /** Else QUOIN_API_KEY or API_KEY. */
  readonly apiKey?: string | undefined
  /** Private: it stays on your server. Else QUOIN_API_SECRET or API_SECRET. */
  readonly apiSecret?: string | undefined
  /** For a call with all its attempts. */
  readonly timeoutMs?: number | undefined
  readonly retriesMax?: number | undefined
  /** Ends the call, its waits too: it then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** In place of the global one: for other runtimes, and for tests. */
  readonly fetch?: typeof fetch | undefined
  readonly onRequest?: (request: {
    readonly method: string
    readonly path: string
    readonly attempt: number
  }) => void
  readonly onResponse?: (response: {
    readonly status: number
    readonly path: string
    readonly requestId: string | null
  }) => void
}

interface CallRequest {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  readonly body?: object | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Whether the same call again changes nothing more: only then it is tried again. */
  readonly isRepeatable: boolean
}

export interface RateLimit {
  readonly limit: number
  readonly remaining: number
  readonly resetSec: number
}

export interface Reply<Data, Meta> {
  readonly data: Data
  readonly meta: Meta
  readonly message: string
  /** Null where the call is not counted. */
  readonly rateLimit: RateLimit | null
}

const backoffMs = 500
const backoffMaxMs = 8_000

/** One call with its attempts: waits as the headers say, gives up when that would take too long. */
export async function call<Data, Meta>(
  options: QuoinOptions,
  request: CallRequest,
): Promise<Reply<Data, Meta>> {
  const account = readAccount(options)
  const { retriesMax = 2, timeoutMs = 10_000, signal } = options
  const endMs = Date.now() + timeoutMs
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted()
    const outcome = await attemptOnce<Data, Meta>({ ...options, ...account }, request, {
      attempt,
      timeoutMs: endMs - Date.now(),
    })
    if ('data' in outcome) return outcome
    const mayTryAgain =
      attempt <= retriesMax && outcome.isTransient && (request.isRepeatable || outcome.isUnstarted)
    const waitMs = Math.max(outcome.waitMs, Math.random() * Math.min(backoffMaxMs, backoffMs * 2 ** attempt))
    if (!mayTryAgain || Date.now() + waitMs >= endMs) throw outcome.error
    await wait(waitMs, signal)
  }
}

/** Ends early when the caller has given up. */
async function wait(waitMs: number, signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(end, waitMs)
    function end(): void {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    signal?.addEventListener('abort', end)
  })
}

interface Failed {
  readonly error: QuoinError
  /** It may go well another time. */
  readonly isTransient: boolean
  /** Quoin refused it before it began anything. */
  readonly isUnstarted: boolean
  readonly waitMs: number
}

async function attemptOnce<Data, Meta>(
  options: QuoinOptions & Account,
  request: CallRequest,
  { attempt, timeoutMs }: { attempt: number; timeoutMs: number },
): Promise<Reply<Data, Meta> | Failed> {
  const { baseUrl, apiKey, apiSecret, onRequest, onResponse } = options
  const send = options.fetch ?? fetch
  onRequest?.({ method: request.method, path: request.path, attempt })
  let answered: Response | undefined
  try {
    const response = await send(addressOf(baseUrl, request), {
      method: request.method,
      headers: {
        accept: 'application/json',
        'x-api-key': apiKey,
        'x-api-secret': apiSecret,
        ...(request.body ? { 'content-type': 'application/json' } : {}),
        ...request.headers,
      },
      ...(request.body ? { body: JSON.stringify(request.body) } : {}),
      redirect: 'error',
      signal: AbortSignal.any([AbortSignal.timeout(Math.max(1, timeoutMs)), options.signal ?? []].flat()),
    })
    answered = response
    const requestId = response.headers.get('x-request-id')
    onResponse?.({ status: response.status, path: request.path, requestId })
    const body: unknown = await response.json()
    if (!isEnvelope(body)) throw new SyntaxError('The answer is no envelope of Quoin.')
    if (body.success) return { ...(body as Success<Data, Meta>), rateLimit: rateLimitOf(response.headers) }
    return failed(body, response, { baseUrl, attempts: attempt })
  } catch (cause) {
    options.signal?.throwIfAborted()
    const isForeign = cause instanceof SyntaxError
    const did = answered ? 'broke its answer off' : 'does not answer'
    const why =
      isForeign && answered
        ? `answers ${answered.status}, but not as Quoin does`
        : `${did} (${reasonOf(cause)})`
    const error = new ConnectionError(`${request.method} ${request.path}: ${baseUrl} ${why}.`, {
      code: 'CONNECTION',
      status: answered?.status ?? null,
      requestId: answered?.headers.get('x-request-id') ?? null,
      attempts: attempt,
      cause,
    })
    const status = answered?.status ?? 0
    return {
      error,
      // The page of something else stays one; a server that starts, and a line that breaks, do not.
      isTransient: !isForeign || status === 429 || status >= 500,
      isUnstarted: false,
      waitMs: answered ? waitOf(answered.headers, status) : 0,
    }
  }
}

/** `fetch` hides what happened in the cause of what it throws: ECONNREFUSED, ENOTFOUND, a redirect. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return 'no answer in time'
  const inner = error.cause instanceof Error ? error.cause : error
  return 'code' in inner && typeof inner.code === 'string' ? inner.code : inner.message
}

interface Success<Data, Meta> {
  readonly success: true
  readonly data: Data
  readonly meta: Meta
  readonly message: string
}

interface Failure {
  readonly success: false
  readonly error: { readonly code: string; readonly message: string; readonly details: FieldProblem[] | null }
}

function isEnvelope(body: unknown): body is Success<unknown, unknown> | Failure {
  return typeof body === 'object' && body !== null && 'success' in body
}

function failed(
  { error }: Failure,
  { status, headers }: Response,
  { baseUrl, attempts }: { readonly baseUrl: string; readonly attempts: number },
): Failed {
  const waitMs = waitOf(headers, status)
  const requestId = headers.get('x-request-id')
  return {
    error: errorOf(error.message, {
      code: error.code,
      status,
      requestId,
      attempts,
      details: error.details,
      retryAfterMs: waitMs,
      baseUrl,
    }),
    isTransient: status === 429 || status >= 500,
    isUnstarted: status === 429 || status === 503,
    waitMs,
  }
}

/** By Retry-After, and for a full window by the moment when it is empty again. */
function waitOf(headers: Headers, status: number): number {
  const afterMs = Number(headers.get('retry-after') ?? 0) * 1000
  const resetMs = status === 429 ? Number(headers.get('x-ratelimit-reset') ?? 0) * 1000 - Date.now() : 0
  const known = afterMs > 0 ? afterMs : resetMs
  return Number.isFinite(known) ? Math.max(0, known) : 0
}

function rateLimitOf(headers: Headers): RateLimit | null {
  const limit = headers.get('x-ratelimit-limit')
  if (limit === null) return null
  return {
    limit: Number(limit),
    remaining: Number(headers.get('x-ratelimit-remaining')),
    resetSec: Number(headers.get('x-ratelimit-reset')),
  }
}

function addressOf(baseUrl: string, { path, query = {} }: CallRequest): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  const search = new URLSearchParams(given).toString()
  return `${baseUrl.replace(/\/+$/, '')}${path}${search === '' ? '' : `?${search}`}`
}

/** Where Quoin is, and who calls. */
interface Account {
  readonly baseUrl: string
  readonly apiKey: string
  readonly apiSecret: string
}

/** At the first call, so that a program may be built without its settings. */
function readAccount(options: QuoinOptions): Account {
  if (typeof document !== 'undefined')
    throw new TypeError(
      'This client holds the secret and belongs on your server; in a page use @quoin/sdk/browser.',
    )
  const [baseUrl = '', apiKey = '', apiSecret = ''] = readEnvironment(...variables)
  const account = {
    baseUrl: (options.baseUrl ?? baseUrl).trim().replace(/\/+$/, ''),
    apiKey: (options.apiKey ?? apiKey).trim(),
    apiSecret: (options.apiSecret ?? apiSecret).trim(),
  }
  const missing = Object.entries(account).flatMap(([name, value]) => (value === '' ? [name] : []))
  if (missing.length > 0)
    throw new TypeError(
      `Quoin needs ${missing.map((name) => `${name} (or ${spellingOf(variableOf(name), variables)})`).join(', ')}.`,
    )
  for (const name of ['apiKey', 'apiSecret'] as const)
    if (!/^[\x21-\x7e]+$/.test(account[name]))
      throw new TypeError(`${name} must be visible ASCII characters alone: is it a placeholder?`)
  requireAddress(account.baseUrl)
  return account
}

const variables = ['BASE_URL', 'API_KEY', 'API_SECRET'] as const

function requireAddress(baseUrl: string): void {
  const url = /^https?:\/\//.test(baseUrl) && URL.canParse(baseUrl) ? new URL(baseUrl) : undefined
  if (!url) throw new TypeError(`baseUrl must begin with http:// or https://; it is ${baseUrl}.`)
  if (url.username !== '' || url.password !== '')
    throw new TypeError('baseUrl must have no user and no password.')
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '')
    throw new TypeError(`baseUrl must have nothing behind the host, such as ${url.origin}; it is ${baseUrl}.`)
}

/** `baseUrl` is BASE_URL. */
function variableOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, '_$&').toUpperCase()
}
