import type { OutgoingResult } from '@quoin/core/outgoing/outgoing-answer.ts'

/** One request to somebody else's server. */
export interface OutgoingRequest {
  readonly method: 'GET' | 'POST'
  /** Absolute, http or https, without credentials. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

export interface OutgoingLimits {
  /** From the first look-up to the last byte; at most 10 s. */
  readonly totalMs: number
  /** How much of the body is kept as its excerpt. */
  readonly excerptBytes: number
  /** For what is no text: the body is read up to so many bytes, and kept as they are. */
  readonly bytesMax?: number
}

/** The only way out of this server to addresses that others have chosen. */
export interface Outgoing {
  /** Never throws, never follows a redirect, never reaches an address inside our network. */
  send(request: OutgoingRequest, limits?: Partial<OutgoingLimits>): Promise<OutgoingResult>
  /** Why a URL would never be sent to, in a sentence for the person who entered it; undefined when it may. */
  urlProblem(url: string): string | undefined
}

/** Pictures of others, small and in a format of ours. */
export interface SmallImages {
  /** The picture as WebP, so many points wide and high; undefined where it cannot be had. Never throws. */
  find(url: string, size: number): Promise<Buffer | undefined>
}
