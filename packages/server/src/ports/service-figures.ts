import type { DiskForecast } from '@quoin/core/alerts/disk-forecast.ts'
import type { AlertRuleName } from '@quoin/core/alerts/alert-rule.ts'
import type { PeriodicWorkName } from '@quoin/core/alerts/periodic-work.ts'

/** One disk, and what of ours is on it: `data`, `spool`, `database`. */
export interface DiskSpace {
  readonly uses: readonly string[]
  readonly freeBytes: number
  readonly totalBytes: number
}

/** The disks that this process writes to. */
export interface Disk {
  /** The name of the data directory: samples of sizes are kept by it. */
  readonly place: string
  /** Each disk once; one that cannot be measured is left out. */
  measure(): Promise<readonly DiskSpace[]>
}

/** Clicks on the local disk that wait for the database, of all processes that share the folder. */
export interface SpoolFigures {
  readonly rows: number
  readonly bytes: number
  /** When the oldest came, to within a minute; null: there is none. */
  readonly oldestAtMs: number | null
  /** Files with lines that could not be read or written, kept for a person. */
  readonly damagedFiles: number
}

export interface WorkFigure {
  readonly name: PeriodicWorkName
  /** Null: not yet. */
  readonly succeededAtMs: number | null
  /** Since then, or since it was first expected. */
  readonly ageMs: number
  readonly isLate: boolean
}

interface OpenAlerts {
  readonly rule: AlertRuleName
  readonly count: number
}

export interface DatabaseFigures {
  /** `18.1` */
  readonly version: string
  /** Null where it may not be asked for. */
  readonly timeline: number | null
  readonly bytes: number
  /** Whether commits wait for a synchronous standby. */
  readonly isCopied: boolean
  /** Null before there are samples of two days. */
  readonly forecast: DiskForecast | null
  /** For how long what is written has not been rolled up; null before the first time. */
  readonly statisticsBehindMs: number | null
  readonly works: readonly WorkFigure[]
  /** How many alerts are open, by rule; one with none is left out. */
  readonly alertsOpen: readonly OpenAlerts[]
}

/** Figures for whoever is on call, of this process and of what all processes share. */
export interface ServiceFigures {
  readonly disks: readonly DiskSpace[]
  readonly spool: SpoolFigures
  /** Undefined while the database is away. */
  readonly database: DatabaseFigures | undefined
}
