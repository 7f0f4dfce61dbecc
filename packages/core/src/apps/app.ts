import type { Rounding } from '../payout/convert.ts'
import type { PublisherStatus } from '../publishers/publisher.ts'
import type { WallSettings } from '../wall/wall-settings.ts'

/** The virtual currency of an app: what users see instead of USD. */
export interface AppCurrency {
  /** The name of one unit: Coin. */
  readonly name: string
  /** The name of several units; null where it is the same word. */
  readonly plural?: string | null
  /** App currency units per 1 USD, in millionths. */
  readonly rateMicros: number
  readonly decimals: number
  readonly rounding: Rounding
}

export const appStatuses = ['active', 'suspended'] as const

/** One site or game of a publisher. */
export interface App {
  readonly id: number
  readonly publisherId: number
  readonly publisherStatus: PublisherStatus
  readonly name: string
  readonly status: (typeof appStatuses)[number]
  /** By its publisher: live lists are empty and live links lead to the fallback, until they go on. */
  readonly isPaused: boolean
  readonly currency: AppCurrency
  readonly fallbackUrl: string | null
  readonly allowedOrigins: readonly string[]
  /** Null means the platform's default. */
  readonly rateLimitPerMinute: number | null
  /** How many other users on a device make it multi-accounting, and how far back that is looked for. */
  readonly multiAccountThreshold: number
  readonly multiAccountWindowDays: number
  /** Whether any other user of a device counts (the contract's reading), or only those of the same line. */
  readonly multiAccountMode: MultiAccountMode
  /** A score from which on a user counts as blocked; null: never from a score. */
  readonly autoBlockScore: number | null
  /** The risk score of a conversion from which on it waits for review; null: none ever does. */
  readonly holdScore: number | null
  /** The share of fraud among its users; null: the one that the weights were made for. */
  readonly fraudShare: number | null
  /** Whether its server is told the reasons of a score when it asks for them. */
  readonly explainsRisk: boolean
  /** Whether browser sessions are told the score in steps of ten; its server has it exact. */
  readonly roundsScores: boolean
  /** Whether lists sign its links, and whether an unsigned or changed one leads to the fallback. */
  readonly signedLinks: SignedLinks
  /** Names the key of its links; the one before it is accepted, too. */
  readonly linkKeyVersion: number
  readonly wall: WallSettings
}

export const signedLinksModes = ['off', 'added', 'required'] as const
export type SignedLinks = (typeof signedLinksModes)[number]

export const multiAccountModes = ['literal', 'colocated'] as const
export type MultiAccountMode = (typeof multiAccountModes)[number]

/** Test credentials follow the same code; what they do never enters ledger, caps or reports. */
export type Mode = 'live' | 'test'

/** The score from which on conversions of a new app are held; the column of the table has it as well. */
export const standardHoldScore = 85

/** Whether a hold score (0 or null: none) would hold less than another one. */
export function holdsLess(asked: number | null, now: number | null): boolean {
  const from = (score: number | null): number => score || Number.POSITIVE_INFINITY
  return from(asked) > from(now)
}

/** Whether calls of an app are answered. The test credentials of a publisher that waits for approval work already. */
export function isAppOpen(app: Pick<App, 'status' | 'publisherStatus'>, mode: Mode): boolean {
  if (app.status !== 'active') return false
  return app.publisherStatus === 'active' || (app.publisherStatus === 'waiting' && mode === 'test')
}

/** The members of every key and secret: it works until it expires or is revoked. */
interface Validity {
  readonly expiresAtMs: number | null
  readonly revokedAtMs: number | null
}

export interface ApiKey extends Validity {
  readonly id: number
  readonly appId: number
  readonly key: string
  readonly mode: Mode
}

export interface ApiSecret extends Validity {
  readonly id: number
  readonly appId: number
  readonly mode: Mode
  /** SHA-256 of the secret; the secret itself is kept nowhere. */
  readonly digest: Uint8Array
}

export function isValidAt({ expiresAtMs, revokedAtMs }: Validity, nowMs: number): boolean {
  return (expiresAtMs === null || nowMs < expiresAtMs) && (revokedAtMs === null || nowMs < revokedAtMs)
}
