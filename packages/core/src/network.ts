import type { ConversionStatus } from './conversion/status.ts'

export type Proof = 'none' | 'token' | 'hmac'

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
  readonly reply: string | null
  readonly onChangedPayout: 'ignore' | 'update'
  readonly payoutMaxMicros: number
  /** IANA name of the zone whose midnight begins the day of caps. */
  readonly timeZone: string
  readonly status: 'active' | 'paused'
}
