/** A call of the publisher API by an app, as its developers are told of it. */
export interface ApiCall {
  readonly appId: number
  readonly isTest: boolean
  readonly atMs: number
  readonly requestId: string
  /** The id of its operation. */
  readonly operation: string
  /** By a browser's session; by the app's server otherwise. */
  readonly isSession: boolean
  readonly status: number
  readonly errorCode: string | null
  /** The faults by parameter; never a parameter's value. */
  readonly problems: readonly string[]
  readonly latencyMs: number
}

/** The request log of apps, written now and then: no call waits for it, and many of a kind are kept as a few. */
export interface CallLog {
  note(call: ApiCall): void
}
