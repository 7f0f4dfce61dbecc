import type { OutgoingResult } from '@quoin/core/outgoing/outgoing-answer.ts'

/** One request to somebody else's server. */
export interface OutgoingRequest {
  readonly method: 'GET' | 'POST' | 'PUT'
  /** Absolute, http or https, without credentials. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

export interface OutgoingLimits {
  /** From the first look-up to the last byte of the last answer; at most 10 s, for what is asked in the background 120 s. */
  readonly totalMs: number
  /** How much of the body is kept as its excerpt. */
  readonly excerptBytes: number
  /** For what is no text: the body is read up to so many bytes, and kept as they are. */
  readonly bytesMax?: number
  /** Redirects that are followed, each to an address that may be sent to; credentials go to the first host alone. */
  readonly redirectsMax?: number
  /** Whether the answer may be packed with gzip; the bounds are those of what is unpacked. */
  readonly isPacked?: boolean
}

/** The only way out of this server to addresses that others have chosen. */
export interface Outgoing {
  /** Never throws, follows no redirect unless the limits say so, never reaches an address inside our network. */
  send(request: OutgoingRequest, limits?: Partial<OutgoingLimits>): Promise<OutgoingResult>
  /** Why a URL would never be sent to, in a sentence for the person who entered it; undefined when it may. */
  urlProblem(url: string): string | undefined
}

/** Pictures of others, small and in a format of ours. */
export interface SmallImages {
  /** The picture as WebP, so many points wide and high; undefined where it cannot be had. Never throws. */
  find(url: string, size: number): Promise<Buffer | undefined>
}
