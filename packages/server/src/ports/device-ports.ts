import type { ClickTrace, ConversionTrace } from '@quoin/core/risk/activity.ts'
import type { DeviceLinks } from '@quoin/core/devices/device-graph.ts'
import type { Awaitable } from '@quoin/core/awaitable.ts'
import type { ScorePlace } from '../features/devices/assess/score-once.ts'
import type { UserInMode } from './ports.ts'

/** What was read of a device at one moment. */
export interface DevicePage {
  /** Of that moment: who writes an answer by this page asks whether it is still so. */
  readonly version: string
  /** Of the fingerprint_data that is kept. */
  readonly dataDigest: string | undefined
  /** Everyone on it. */
  readonly links: DeviceLinks
  /** The last score that was made by this page, of the fingerprint_data that is kept or without any. */
  readonly score: ScorePlace
}

/** The same of a user. */
export interface UserPage {
  /** When he was first seen on each of his devices. */
  readonly devices: ReadonlyMap<string, number>
  readonly clicks: readonly (ClickTrace & { readonly address: string | null })[]
  readonly conversions: readonly (ConversionTrace & { readonly version: number })[]
}

/**
 * The part of the device graph that was read lately, under its keys. It may be behind the database: whatever is made of
 * it is written only where it is not (`store/devices/unchanged-assessments.ts`).
 */
export interface DeviceMemory {
  findDevice(device: string): DevicePage | undefined
  findUser(user: string): UserPage | undefined
  keepDevice(device: string, page: DevicePage): void
  keepUser(user: string, page: UserPage): void
  forgetDevice(device: string): void
  forgetUser(user: string): void
}

/** Asked only where a list names devices. */
export interface LastDevices {
  /** The key of the device that a user was last seen on, by at most half a second ago. */
  of(user: UserInMode): Awaitable<string | undefined>
}
