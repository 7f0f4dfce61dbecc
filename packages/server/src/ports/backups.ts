import type { BackupCheck } from '@quoin/core/backup/backup-checks.ts'

/** An erasure as it is kept beside backups: nothing in it leads to the user but their key. */
export interface UserToErase {
  readonly id: string
  readonly appId: number
  readonly isTestOnly: boolean
  /** In hexadecimal. */
  readonly userKey: string
  readonly token: string
  readonly requestedAtMs: number
}

/** Ids that receivers were told by the changes from a position on, and when these were looked at. */
export interface ToldIds {
  readonly ids: readonly { readonly subject: string; readonly id: string }[]
  readonly from: number
  readonly untilMs: number
}

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

/** How far the database's log has left this disk. */
export interface LogState {
  /** When the last piece came to the repository: all that was changed before is there. Null: none has, or nobody knows. */
  readonly untilMs: number | null
  /** Since when a closed piece is still on this disk; null: none is. */
  readonly waitingSinceMs: number | null
  readonly waitingBytes: number
  /** Whether the pieces follow the last backup without a gap; null: the repository cannot be read. */
  readonly isWhole: boolean | null
}

/** The scheduled backups of the embedded database. */
export interface Backups {
  /** As a person knows it; without secrets. */
  readonly to: string
  readonly everyMs: number
  /** Makes one, and removes those that the rule does not keep if it may. Throws a sentence where that fails. */
  make(work: Work & { readonly mayRemove: boolean }): Promise<MadeBackup>
  /** Tries the newest one. */
  prove(work: Work): Promise<BackupVerdict>
  /** Keeps erasures beside the backups, those that are not there yet; without a folder with backups nothing. */
  keepErasures(erasures: readonly UserToErase[]): Promise<void>
  /** Keeps ids that receivers were told beside the backups. False where there is none: a disk that is away is an empty folder. */
  keepToldIds(told: ToldIds): Promise<boolean>
  /** Takes the closed pieces of the log off this disk. Throws where they cannot be written. */
  shipLog(): Promise<void>
  /** `written`: the cluster and the timeline that the database writes its log by now. */
  logState(written: { readonly cluster: string | null; readonly timeline: number | null }): Promise<LogState>
  /** Whether a backup is there, and whole; undefined where that cannot be told. */
  isThere(backup: string): Promise<boolean | undefined>
  /** All that are there, the newest first. Throws where the repository cannot be read. */
  list(): Promise<BackupCopy[]>
  /** Whether they lie on the disk of the database; undefined where that cannot be told. */
  isOnDatabaseDisk(): Promise<boolean | undefined>
}
