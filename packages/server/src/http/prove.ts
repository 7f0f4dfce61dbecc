import { DomainError, invalidFields, rateLimitExceeded } from '@quoin/core/errors.ts'
import { type Awaitable, whenKnown } from '@quoin/core/awaitable.ts'
import { authenticateKey, authenticateSecret } from '../features/credentials/authenticate.ts'
import { readSession } from '../features/credentials/open-session.ts'
import type { Operation } from '@quoin/contract/operation.ts'
import { type CalledAs, passHeader } from '../ports/console.ts'
import type { Ports, RateVerdict } from '../ports/ports.ts'
import { type BoundedLimiter, customerOf } from './bounded-limiter.ts'
import type { Attempt, Prover } from './prover.ts'
import { readCredential } from './read-credential.ts'
import type { Caller, Client } from './route.ts'

export interface ProofNeeds {
  readonly ports: Ports
  /** Wrong credentials per client address. */
  readonly guesses: BoundedLimiter
  /** Calls per browser session and address. */
  readonly sessionCalls: BoundedLimiter
}

/** Publishers' servers by key and secret, and browsers by their sessions where the operation accepts them. */
export function openPublisherProver(needs: ProofNeeds): Prover<Caller> {
  return {
    ports: needs.ports,
    prove: (operation, attempt) => prove(needs, operation, attempt),
    isSession: ({ sessionUserId }) => sessionUserId !== undefined,
  }
}

/** Failures are limited per address; right credentials never are. */
function prove(needs: ProofNeeds, { proof }: Operation, attempt: Attempt): Awaitable<Caller> {
  try {
    const token = proof === 'key+secret or session' ? bearerToken(attempt.client) : undefined
    return token === undefined ? proveServer(needs, attempt) : proveSession(needs, attempt, token)
  } catch (error) {
    throw limitGuesses(needs, attempt.client, error)
  }
}

function proveServer({ ports }: ProofNeeds, attempt: Attempt): Awaitable<Caller> {
  const { headers, query, client, body } = attempt
  const own = ports.console.redeem(headers[passHeader])
  if (own !== undefined) return admitServer(ports, attempt, own)
  const sources = { query, headers, body }
  // The key is judged in full before the secret is looked at, so that a wrong key is what a caller hears of first.
  const { app, key } = authenticateKey(ports, readCredential(sources, 'apiKey'))
  noteAsker(attempt, { app, key })
  const secretId = authenticateSecret(ports, { app, key }, readCredential(sources, 'apiSecret'))
  // Server runtimes send neither; a browser with the secret in its hands has leaked it.
  const origin = client.header('origin') ?? client.header('sec-fetch-site')
  if (origin !== undefined) ports.usage.secretLeaked(secretId, origin)
  return admitServer(ports, attempt, { app, key })
}

/** Whoever has proved to be the app's server, or this process in its place, has its key's bucket. */
function admitServer(ports: Ports, attempt: Attempt, { app, key }: CalledAs): Awaitable<Caller> {
  noteAsker(attempt, { app, key })
  const limit = app.rateLimitPerMinute ?? ports.settings.rateLimitPerMinute
  return whenKnown(ports.limiter.admit(key.id, limit), (verdict) => {
    admit(ports, attempt.responseHeaders, verdict)
    return { app, key, isTest: key.mode === 'test', sessionUserId: undefined }
  })
}

function noteAsker({ asker }: Attempt, { app, key }: CalledAs): void {
  asker.app = app
  asker.isTest = key.mode === 'test'
}

/** Sessions never touch the key's bucket; one session and address has its own, generous one. */
function proveSession({ ports, sessionCalls }: ProofNeeds, attempt: Attempt, token: string): Caller {
  const { app, key, userId } = readSession(ports, token)
  noteAsker(attempt, { app, key })
  attempt.asker.isSession = true
  const session = `${customerOf(attempt.client.address)} ${app.id} ${userId}`
  admit(ports, attempt.responseHeaders, sessionCalls.admit(session))
  return { app, key, isTest: key.mode === 'test', sessionUserId: userId }
}

/** The headers are set before anything else can go wrong, so that every answer to a counted call has them. */
function admit({ meters }: Ports, responseHeaders: Attempt['responseHeaders'], verdict: RateVerdict): void {
  responseHeaders.push('x-ratelimit-limit', verdict.limit)
  responseHeaders.push('x-ratelimit-remaining', verdict.remaining)
  responseHeaders.push('x-ratelimit-reset', verdict.resetSec)
  if (verdict.isAdmitted) return
  meters.count('rate_limited_total')
  throw rateLimitExceeded(verdict.retryAfterSec)
}

export function bearerToken(client: Client): string | undefined {
  return /^Bearer +(\S+)$/i.exec(client.header('authorization') ?? '')?.[1]
}

/** Counted after the check: a guesser gets no free tries, and a right credential always passes. */
export function limitGuesses(
  { ports: { meters }, guesses }: Pick<ProofNeeds, 'guesses'> & { readonly ports: Pick<Ports, 'meters'> },
  client: Client,
  error: unknown,
): unknown {
  const isGuess =
    error instanceof DomainError && (error.code === 'INVALID_API_KEY' || error.code === 'INVALID_API_SECRET')
  if (!isGuess) return error
  meters.count('failed_credentials_total')
  const { isAdmitted, retryAfterSec } = guesses.admit(customerOf(client.address))
  return isAdmitted ? error : rateLimitExceeded(retryAfterSec)
}

/** A browser session speaks for its own user only. */
export function checkSessionUser(caller: Caller, field: string, userId: string): void {
  if (caller.sessionUserId === undefined || caller.sessionUserId === userId) return
  throw invalidFields([{ field, rule: 'session', message: "must be the session's own user" }])
}
