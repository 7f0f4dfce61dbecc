import type { NetworkParts, PlainNetworkSettings } from './network-settings.ts'

export const proofs = ['none', 'token', 'hmac'] as const
export type Proof = (typeof proofs)[number]

export const networkStatuses = ['active', 'paused'] as const

/** An upstream network: who reports conversions, how it proves itself, and how it speaks. */
export interface Network extends PlainNetworkSettings, NetworkParts {
  readonly id: number
  readonly slug: string
  readonly name: string
  /** Name of a row in the server's networks room: reply, words and paste template. */
  readonly preset: string
  readonly proof: Proof
  readonly tokenDigest: Uint8Array | null
  /** That of the token in the address that a source has set up there by the network's API. */
  readonly installedTokenDigest: Uint8Array | null
  /** Encrypted at rest; opened only to check a signature. */
  readonly hmacSecretSealed: Uint8Array | null
  readonly status: (typeof networkStatuses)[number]
}
