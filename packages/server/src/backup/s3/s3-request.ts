/** A request to a bucket. */
export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** The whole key of an object; the bucket itself where it is not given. */
  readonly key?: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array<ArrayBuffer>
  /** Whether a checksum goes with it, to be kept with the object; where there is no body, those of its parts are told of. */
  readonly isSummed?: boolean
  /** Breaks it off. */
  readonly signal?: AbortSignal
  /** Lets it come to its end, and has no other try begun. */
  readonly stopping?: AbortSignal
}
