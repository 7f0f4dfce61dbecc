/** Why a path was proposed for a part of a mapping. */
export interface GuessReason {
  /** `columns.name`, `goals`, `records`, `count`. */
  readonly part: string
  readonly path: string
  readonly reason: string
}
