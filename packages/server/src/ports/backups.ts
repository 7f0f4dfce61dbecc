import type { BackupCheck } from '@quoin/core/backup/backup-checks.ts'
import type { KeepRule } from '@quoin/core/backup/keep-rule.ts'

/** A backup that is in its place. Times are ISO 8601 in UTC. */
export interface MadeBackup {
  readonly backup: string
  readonly begunAt: string
  readonly endedAt: string
  readonly bytes: number
}

/** The findings of a trial of a backup. */
export interface BackupVerdict {
  readonly backup: string
  readonly verifiedAt: string
  readonly seconds: number
  readonly isGood: boolean
  readonly checks: readonly BackupCheck[]
}

/** A backup of the repository, whole or not. */
export interface BackupCopy {
  readonly backup: string
  readonly begunAtMs: number
  /** Null: it is being made, or was never finished. */
  readonly whole: { readonly endedAtMs: number; readonly bytes: number; readonly version: string } | null
  /** Null: it was not tried. */
  readonly isProved: boolean | null
}

/** Work that can be broken off; what it leaves then is removed by itself. */
interface Work {
  readonly stopping: AbortSignal
  readonly onProgress: (progress: { readonly done: number; readonly total: number }) => void
}

/** The scheduled backups of the embedded database. */
export interface Backups {
  /** As a person knows it; without secrets. */
  readonly to: string
  readonly everyMs: number
  readonly keep: KeepRule
  /** Makes one and removes those that the rule does not keep. Throws a sentence where that fails. */
  make(work: Work): Promise<MadeBackup>
  /** Tries the newest one. */
  prove(work: Work): Promise<BackupVerdict>
  /** All that are there, the newest first. Throws where the repository cannot be read. */
  list(): Promise<BackupCopy[]>
  /** Whether they lie on the disk of the database; undefined where that cannot be told. */
  isOnDatabaseDisk(): Promise<boolean | undefined>
}
