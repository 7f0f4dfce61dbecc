import { DomainError, invalidFields, rateLimitExceeded } from '@quoin/core/errors.ts'
import type { IncomingHttpHeaders } from 'node:http'
import { type Awaitable, whenKnown } from '@quoin/core/awaitable.ts'
import { authenticateKey, authenticateSecret } from '../features/credentials/authenticate.ts'
import { readSession } from '../features/credentials/open-session.ts'
import type { Ports, RateVerdict } from '../ports/ports.ts'
import { type BoundedLimiter, customerOf } from './bounded-limiter.ts'
import { readCredential } from './read-credential.ts'
import type { Caller, Client } from './route.ts'

export interface ProofNeeds {
  readonly ports: Ports
  /** Wrong credentials per client address. */
  readonly guesses: BoundedLimiter
  /** Calls per browser session and address. */
  readonly sessionCalls: BoundedLimiter
}

interface Attempt {
  readonly headers: IncomingHttpHeaders
  readonly query: Readonly<Record<string, unknown>>
  readonly client: Client
  readonly body: Readonly<Record<string, unknown>>
  readonly acceptsSession: boolean
  /** Takes the headers that every answer to a counted call has, also one that tells of an error. */
  readonly responseHeaders: (string | number)[]
}

/** The caller, or the error that says why not. Failures are limited per address; right credentials never are. */
export function prove(needs: ProofNeeds, attempt: Attempt): Awaitable<Caller> {
  try {
    const token = attempt.acceptsSession ? bearerToken(attempt.client) : undefined
    return token === undefined ? proveServer(needs, attempt) : proveSession(needs, attempt, token)
  } catch (error) {
    throw limitGuesses(needs, attempt.client, error)
  }
}

function proveServer({ ports }: ProofNeeds, attempt: Attempt): Awaitable<Caller> {
  const { headers, query, client, body, responseHeaders } = attempt
  const sources = { query, headers, body }
  // The key is judged in full before the secret is looked at, so that a wrong key is what a caller hears of first.
  const { app, key } = authenticateKey(ports, readCredential(sources, 'apiKey'))
  const secretId = authenticateSecret(ports, { app, key }, readCredential(sources, 'apiSecret'))
  // Server runtimes send neither; a browser with the secret in its hands has leaked it (DECISIONS: Credentials).
  const origin = client.header('origin') ?? client.header('sec-fetch-site')
  if (origin !== undefined) ports.usage.secretLeaked(secretId, origin)
  const limit = app.rateLimitPerMinute ?? ports.settings.rateLimitPerMinute
  return whenKnown(ports.limiter.admit(key.id, limit), (verdict) => {
    admit(ports, responseHeaders, verdict)
    return { app, key, isTest: key.mode === 'test', sessionUserId: undefined }
  })
}

/** Sessions never touch the key's bucket; one session and address has its own, generous one. */
function proveSession(
  { ports, sessionCalls }: ProofNeeds,
  { client, responseHeaders }: Attempt,
  token: string,
): Caller {
  const { app, key, userId } = readSession(ports, token)
  admit(ports, responseHeaders, sessionCalls.admit(`${customerOf(client.address)} ${app.id} ${userId}`))
  return { app, key, isTest: key.mode === 'test', sessionUserId: userId }
}

/** spec §8: the headers are set before anything else can go wrong, so that every answer to a counted call has them. */
function admit({ meters }: Ports, responseHeaders: Attempt['responseHeaders'], verdict: RateVerdict): void {
  responseHeaders.push('x-ratelimit-limit', verdict.limit)
  responseHeaders.push('x-ratelimit-remaining', verdict.remaining)
  responseHeaders.push('x-ratelimit-reset', verdict.resetSec)
  if (verdict.isAdmitted) return
  meters.count('rate_limited_total')
  throw rateLimitExceeded(verdict.retryAfterSec)
}

function bearerToken(client: Client): string | undefined {
  return /^Bearer +(\S+)$/i.exec(client.header('authorization') ?? '')?.[1]
}

/** Counted after the check: a guesser gets no free tries, and a right credential always passes. */
function limitGuesses({ ports, guesses }: ProofNeeds, client: Client, error: unknown): unknown {
  const isGuess =
    error instanceof DomainError && (error.code === 'INVALID_API_KEY' || error.code === 'INVALID_API_SECRET')
  if (!isGuess) return error
  ports.meters.count('failed_credentials_total')
  const { isAdmitted, retryAfterSec } = guesses.admit(customerOf(client.address))
  return isAdmitted ? error : rateLimitExceeded(retryAfterSec)
}

/** A browser session speaks for its own user only. */
export function checkSessionUser(caller: Caller, field: string, userId: string): void {
  if (caller.sessionUserId === undefined || caller.sessionUserId === userId) return
  throw invalidFields([{ field, rule: 'session', message: "must be the session's own user" }])
}
