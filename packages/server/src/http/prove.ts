import { DomainError, invalidFields, rateLimitExceeded } from '@quoin/core/errors.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { authenticateKey, authenticateSecret } from '../features/credentials/authenticate.ts'
import { readSession } from '../features/credentials/open-session.ts'
import type { Ports, RateVerdict } from '../ports.ts'
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

export interface Attempt {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly client: Client
  readonly body: Readonly<Record<string, unknown>>
  readonly acceptsSession: boolean
}

/** Who calls, or the error that says why not. Failures are limited per address; right credentials never are. */
export async function prove(needs: ProofNeeds, attempt: Attempt): Promise<Caller> {
  try {
    const token = attempt.acceptsSession ? bearerToken(attempt.client) : undefined
    return token === undefined ? await proveServer(needs, attempt) : proveSession(needs, attempt, token)
  } catch (error) {
    throw limitGuesses(needs, attempt.client, error)
  }
}

async function proveServer({ ports }: ProofNeeds, attempt: Attempt): Promise<Caller> {
  const { request, reply, client, body } = attempt
  const query = request.query as Readonly<Record<string, unknown>> // Fastify's parser makes a record
  const places = { query, headers: request.raw.headers, body }
  // The key is judged in full before the secret is looked at, so that a wrong key is what a caller hears of first.
  const { app, key } = authenticateKey(ports, readCredential(places, 'apiKey'))
  const secretId = authenticateSecret(ports, { app, key }, readCredential(places, 'apiSecret'))
  // Server runtimes send neither; a browser with the secret in its hands has leaked it (DECISIONS: Credentials).
  const origin = client.header('origin') ?? client.header('sec-fetch-site')
  if (origin !== undefined) ports.usage.secretLeaked(secretId, origin)
  const limit = app.rateLimitPerMinute ?? ports.settings.rateLimitPerMinute
  admit(ports, reply, await ports.limiter.admit(key.id, limit))
  return { app, key, isTest: key.mode === 'test', sessionUserId: undefined }
}

/** Sessions never touch the key's bucket; one session and address has its own, generous one. */
function proveSession(
  { ports, sessionCalls }: ProofNeeds,
  { client, reply }: Attempt,
  token: string,
): Caller {
  const { app, key, userId } = readSession(ports, token)
  admit(ports, reply, sessionCalls.admit(`${customerOf(client.address)} ${app.id} ${userId}`))
  return { app, key, isTest: key.mode === 'test', sessionUserId: userId }
}

/** spec §8: the headers are set before anything else can go wrong, so that every answer to a counted call has them. */
function admit({ meters }: Ports, reply: FastifyReply, verdict: RateVerdict): void {
  reply.header('x-ratelimit-limit', verdict.limit)
  reply.header('x-ratelimit-remaining', verdict.remaining)
  reply.header('x-ratelimit-reset', verdict.resetSec)
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
