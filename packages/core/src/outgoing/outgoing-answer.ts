/** Why there is no answer. `refused_address`: the guard did not let the request out; nothing was sent. */
const outgoingFailures = [
  'refused_address',
  'dns',
  'connect',
  'tls',
  'timeout',
  'reset',
  'too_large',
] as const
export type OutgoingFailureReason = (typeof outgoingFailures)[number]

export interface OutgoingAnswer {
  readonly kind: 'answer'
  readonly status: number
  /** Names in lower case; of a repeated header the values are joined by commas. */
  readonly headers: Readonly<Record<string, string>>
  /** The body as far as it was read, up to 256 kB: what success is judged by. */
  readonly body: string
  /** Its beginning as well-formed text without NUL: what is kept. */
  readonly bodyExcerpt: string
  /** The body as it is, where that was asked for and it is whole. */
  readonly bytes?: Uint8Array
  readonly latencyMs: number
}

interface OutgoingFailure {
  readonly kind: 'failure'
  readonly reason: OutgoingFailureReason
  /** A sentence for the endpoint's owner. It names no address inside our network. */
  readonly detail: string
  readonly latencyMs: number
}

export type OutgoingResult = OutgoingAnswer | OutgoingFailure
