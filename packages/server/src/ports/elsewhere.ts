import type { Database } from '../store/pg/database.ts'

/** Why a call that may be read elsewhere was read from the primary. */
export type ReadReason =
  | 'behind'
  | 'away'
  | 'refused'
  /** The caller has changed something that the replica has not yet. */
  | 'own_write'
  /** The replica ended a statement that was in the way of what it replays, or that waited for a lock of it. */
  | 'conflict'
  | 'failed'
  /** It does not know what was asked for; the primary may. */
  | 'missing'

/** A replica as people are told of it. */
export interface ReplicaFact {
  /** `db2:5432` */
  readonly host: string
  readonly state: 'opening' | 'used' | 'behind' | 'away' | 'refused'
  /** Why it is not used, as the end of a sentence. */
  readonly reason: string | undefined
  /** The most that its data is old; infinite where nobody knows. */
  readonly ageMs: number
  readonly ageMaxMs: number
}

export interface ReadAnswer<Result> {
  readonly result: Result
  /** The most that the data is old; undefined where it is the primary's. */
  readonly ageMs: number | undefined
}

/** Reads of the dashboards from replicas of the database, so that clicks and postbacks do not share its server with them. */
export interface Elsewhere {
  /**
   * Does work that only reads, with a replica where one is near enough and has what the caller has written, and else, or
   * again when that fails, with `primary`.
   */
  read<Result>(
    asked: { readonly actor: string; readonly primary: Database },
    work: (db: Database) => PromiseLike<Result> | Result,
  ): Promise<ReadAnswer<Result>>
  /** Resolves when every process lets this caller read only where their changes until now are. */
  noteWrite(actor: string): Promise<void>
  replicas(): readonly ReplicaFact[]
}
