import type { ConversionStatus } from '../conversions/status.ts'

/** The treatment of a report that would lose money: wait for a person, pay all the same, or refuse it. */
export const lossRules = ['hold', 'pay', 'refuse'] as const
type OnLoss = (typeof lossRules)[number]

export const proofs = ['none', 'token', 'hmac'] as const
export type Proof = (typeof proofs)[number]

/** The treatment of a report that names another payout than the one before. */
export const changedPayoutRules = ['ignore', 'update'] as const

export const networkStatuses = ['active', 'paused'] as const

/** The meanings of words once a network has said something else before, by what it said. */
export type StatusWordsAfter = Readonly<
  Partial<Record<ConversionStatus, Readonly<Record<string, ConversionStatus>>>>
>

/** An upstream network: who reports conversions, how it proves itself, and how it speaks. */
export interface Network {
  readonly id: number
  readonly slug: string
  readonly name: string
  /** Name of a row in the server's networks room: reply, words and paste template. */
  readonly preset: string
  readonly proof: Proof
  readonly tokenDigest: Uint8Array | null
  /** Encrypted at rest; opened only to check a signature. */
  readonly hmacSecretSealed: Uint8Array | null
  /** Addresses or CIDRs it may call from; empty means any. */
  readonly allowedAddresses: readonly string[]
  readonly statusWords: Readonly<Record<string, ConversionStatus>>
  readonly statusWordsAfter: StatusWordsAfter
  readonly reply: string | null
  readonly onChangedPayout: (typeof changedPayoutRules)[number]
  readonly payoutMaxMicros: number
  /** The least that a report may pay which is no rejection; in USD. */
  readonly payoutMinMicros: number
  /** The treatment of a report that would lose money (core/conversions/margin.ts). */
  readonly onLoss: OnLoss
  /** IANA name of the zone whose midnight begins the day of caps. */
  readonly timeZone: string
  readonly status: (typeof networkStatuses)[number]
}
