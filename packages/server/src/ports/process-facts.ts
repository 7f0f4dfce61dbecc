import type { ReplicaFact } from './elsewhere.ts'
import type { SpoolFigures } from './service-figures.ts'

/** A setting as people may see it: of a secret no more than whether it is set. */
interface SettingFact {
  readonly variable: string
  readonly doc: string
  /** Null where it is not set. */
  readonly value: string | null
  readonly source: 'environment' | 'file' | 'default' | 'derived'
  readonly isSecret: boolean
}

/** Rows that wait for a group commit. */
export interface QueueFact {
  readonly name: string
  readonly rows: number
  readonly oldestMs: number
}

/** The process that answers, as it knows itself. */
export interface ProcessFacts {
  readonly version: string
  readonly startedAtMs: number
  readonly settings: readonly SettingFact[]
  queues(): readonly QueueFact[]
  /** Connections to the database. */
  pool(): { readonly total: number; readonly idle: number; readonly waiting: number }
  /** Replicas that pages may be read from. */
  replicas(): readonly ReplicaFact[]
  /** Why the database counts as away, as the end of a sentence. */
  awayReason(): string | undefined
  /** Clicks on the local disk that wait for the database, counted now. */
  measureSpool(): Promise<SpoolFigures>
  /** For how long this process has had its database: since its start, or since the last outage ended. */
  steadyForMs(): number
  /** How far the clock of this process is ahead of the database's. */
  clockDifferenceMs(): number
  /** A sentence for each thing that is odd about the clocks of this process and of the database. */
  clockDoubts(): readonly string[]
  /** How late the event loop ran at worst, but for one time in a hundred, in the last minute or so. */
  lagMs(): number
  memoryBytes(): number
  /** When the catalogue was loaded last. */
  catalogueLoadedAtMs(): number
}
