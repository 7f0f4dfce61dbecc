import { invalidApiKey } from '@quoin/core/errors.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import type { Ports } from '../../ports/ports.ts'
import { authenticateKey, type KnownKey } from './authenticate.ts'

const prefix = 'qs_'
const purpose = 'session'
const ttlDefaultSec = 3_600
/** Longest token that is looked at: a user id of 255 characters in any script, encoded. */
const tokenMax = 4_096

interface Session {
  readonly token: string
  readonly expiresAtSec: number
}

interface NewSession {
  readonly apiKey: string
  readonly userId: string
  readonly ttlSec?: number | undefined
  /** By a hand-off from another one: it cannot be handed on, or it would never end. */
  readonly isHandedOn?: boolean
  /** The word of the app's own software on its user, for the wall to show: decimal amounts of its currency. */
  readonly balance?: string | undefined
  readonly pending?: string | undefined
}

/** A token bound to key and user, for a browser that must not know the secret. Nothing is stored. */
export function openSession(
  { clock, keyring }: Pick<Ports, 'clock' | 'keyring'>,
  { apiKey, userId, ttlSec = ttlDefaultSec, isHandedOn = false, balance, pending }: NewSession,
): Session {
  const expiresAtSec = secondsOf(clock.nowMs()) + ttlSec
  const own = [apiKey, userId, expiresAtSec] as const
  const handedOn = isHandedOn ? 1 : 0
  const hasSums = balance !== undefined || pending !== undefined
  const said: SessionClaims = hasSums
    ? [...own, handedOn, balance ?? null, pending ?? null]
    : isHandedOn
      ? [...own, handedOn]
      : own
  const claims = Buffer.from(JSON.stringify(said)).toString('base64url')
  return { token: `${prefix}${claims}.${keyring.sign(purpose, claims)}`, expiresAtSec }
}

/** The owner of a session token. A bad or expired one, or one whose key has ended, is INVALID_API_KEY. */
export function readSession(
  ports: Pick<Ports, 'clock' | 'keyring' | 'snapshots' | 'usage'>,
  token: string,
): KnownKey & SessionFacts {
  const isOurs = token.length <= tokenMax && token.startsWith(prefix)
  const [claims = '', signature = '', ...rest] = token.slice(prefix.length).split('.')
  if (!isOurs || rest.length > 0 || !ports.keyring.verify(purpose, claims, signature)) throw invalidSession()
  // Signed by us above, so it has the shape that openSession gave it.
  const [apiKey, userId, expiresAtSec, handedOn, balance = null, pending = null] = JSON.parse(
    Buffer.from(claims, 'base64url').toString(),
  ) as SessionClaims
  if (ports.clock.nowMs() >= expiresAtSec * 1000) throw invalidSession()
  return { ...authenticateKey(ports, apiKey), userId, isHandedOn: handedOn === 1, balance, pending }
}

interface SessionFacts {
  readonly userId: string
  readonly isHandedOn: boolean
  readonly balance: string | null
  readonly pending: string | null
}

type SessionClaims = readonly [
  apiKey: string,
  userId: string,
  expiresAtSec: number,
  handedOn?: 0 | 1,
  balance?: string | null,
  pending?: string | null,
]

function invalidSession(): Error {
  return invalidApiKey('The session token is invalid or has expired.')
}
