/** The meta of every answer. Name `request_id` when you ask your operator about a call. */
export interface Meta {
  /** Unix seconds. */
  readonly timestamp: number
  readonly request_id: string
}
