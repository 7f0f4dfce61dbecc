import type { PublisherStatus } from '../publishers/publisher.ts'
import type { AppParts, PlainAppSettings } from './app-settings.ts'

export const appStatuses = ['active', 'suspended'] as const

/** One site or game of a publisher, with its settings. */
export interface App extends PlainAppSettings, AppParts {
  readonly id: number
  readonly publisherId: number
  readonly publisherStatus: PublisherStatus
  readonly name: string
  readonly status: (typeof appStatuses)[number]
  /** Names the key of its links; the one before it is accepted, too. */
  readonly linkKeyVersion: number
}

/** Test credentials follow the same code; what they do never enters ledger, caps or reports. */
export type Mode = 'live' | 'test'

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
