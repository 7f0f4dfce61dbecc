import type { DeviceFacts, DeviceLinks, UserFacts } from '@quoin/core/devices/device-graph.ts'
import type { Activity, ClickTrace, ConversionTrace } from '@quoin/core/risk/activity.ts'
import type { PeerFacts } from '@quoin/core/risk/peers.ts'
import type { AddressFacts } from '@quoin/core/risk/address-class.ts'
import type { Reason, Signs } from '@quoin/core/risk/score.ts'
import type { Weights } from '@quoin/core/risk/weights.ts'

/** The state of a device at one moment. */
export interface DeviceSnapshot {
  /** The version at that moment: an answer made by this snapshot is written only while it is still so. */
  readonly version: string
  /** The digest of the fingerprint_data that is kept. */
  readonly dataDigest: string | undefined
  /** Everyone on it. */
  readonly links: DeviceLinks
  /** The last score that was made by this page, of the fingerprint_data that is kept or without any. */
  readonly score: ScoreCache
}

/** The same of a user. */
export interface UserSnapshot {
  /** When the clicks were read. */
  readonly readAtMs: number
  /** When they were first seen on each of their devices. */
  readonly devices: ReadonlyMap<string, number>
  readonly clicks: readonly (ClickTrace & { readonly address: string | null })[]
  readonly conversions: readonly (ConversionTrace & { readonly version: number })[]
}

/**
 * The part of the device graph that was read lately, under its keys. It may be behind the database: whatever is made of
 * it is written only where it is not (`store/devices/unchanged-assessments.ts`).
 */
export interface DeviceMemory {
  findDevice(device: string): DeviceSnapshot | undefined
  findUser(user: string): UserSnapshot | undefined
  keepDevice(device: string, page: DeviceSnapshot): void
  keepUser(user: string, page: UserSnapshot): void
  forgetDevice(device: string): void
  forgetUser(user: string): void
}

/** All that a score is made of besides fingerprint_data. The facts are flat: numbers, texts and flags. */
export interface ScoreBasis {
  readonly hasData: boolean
  readonly userAgent: string | undefined
  readonly country: string | undefined
  readonly isUnderReview: boolean
  readonly weights: Weights
  readonly shadow: Weights | undefined
  readonly fraudShare: number | undefined
  readonly address: AddressFacts | undefined
  readonly device: DeviceFacts
  readonly user: UserFacts
  readonly activity: Activity
  readonly peers: PeerFacts | undefined
}

/** As it is written and answered. */
export interface KeptScore {
  readonly probability: number
  readonly reasons: readonly Reason[]
  readonly shares: Readonly<Record<string, number>>
  readonly signs: Signs
  readonly shadowTenths: number | null
}

/** Where the last score of a device is kept with what it was made of, and what its data say. */
export interface ScoreCache {
  last?: { readonly basis: ScoreBasis; readonly score: KeptScore }
  /** The digest of how its fingerprint_data describe it, with the User-Agent that came with them. */
  variant?: { readonly userAgent: string | undefined; readonly digest: number | undefined }
}
