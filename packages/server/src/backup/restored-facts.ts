import type { UserToErase } from '../ports/backups.ts'

/** The file in a restored data directory that tells the first start what it is. */
export const restoredName = 'restored.json'

/** Times are ISO 8601 in UTC. */
export interface RestoredFacts {
  readonly backup: string
  readonly repository: string
  /** The last change that is in it. */
  readonly endsAt: string
  readonly restoredAt: string
  /** A server has begun on it, and adds to the backups itself. */
  readonly isBegun?: boolean
  /** Users who were erased since: they are erased again. */
  readonly erasures: readonly UserToErase[]
  /** How many ids of conversions and callbacks were kept since: they are in the file beside this one. */
  readonly toldIds?: number
}

/** The file of these ids, a line each: what it is the id of, and the id. */
export const toldName = 'told-ids'
