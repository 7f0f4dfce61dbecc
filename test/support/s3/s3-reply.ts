export interface S3Reply {
  readonly status: number
  /** S3's word for an error. */
  readonly code?: string
  readonly message?: string
  readonly headers?: Readonly<Record<string, string | number>>
  readonly body?: Buffer
}
