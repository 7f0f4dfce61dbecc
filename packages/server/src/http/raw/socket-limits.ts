/** The bounds of a connection: time, bytes, requests. Tests shorten the times. */
export interface SocketLimits {
  /** Until the headers of a request are complete, and until all of it is. */
  readonly headersMs: number
  readonly requestMs: number
  /** How long a connection may make no progress while a request is sent, answered or read. */
  readonly silenceMs: number
  readonly keepAliveMs: number
  /** How often the first two are looked at: Node's own half a minute would make them pointless. */
  readonly checkEveryMs: number
  readonly headersMaxBytes: number
  readonly bodyMaxBytes: number
  readonly requestsMax: number
}

export const standardLimits: SocketLimits = {
  headersMs: 10_000,
  requestMs: 15_000,
  silenceMs: 20_000,
  // A proxy keeps idle connections for 60 seconds as a rule: ours must not close first, under its next request.
  keepAliveMs: 65_000,
  checkEveryMs: 1_000,
  headersMaxBytes: 16 * 1024,
  bodyMaxBytes: 64 * 1024,
  requestsMax: 100_000,
}
