import type { DataOf } from '../../../api/operation-types.ts'

export type BackupReport = DataOf<'reportBackups'>
export type BackupCopy = NonNullable<BackupReport['copies']>[number]
export type BackupWork = BackupReport['works'][number]

/** A copy that is whole can be restored. */
export type WholeCopy = BackupCopy & { readonly bytes: number; readonly ended_at: number }

export function isWhole(copy: BackupCopy): copy is WholeCopy {
  return copy.ended_at !== null && copy.bytes !== null
}

/** The whole copies, the newest first; undefined where the folder cannot be read. */
export function listWhole({ copies }: Pick<BackupReport, 'copies'>): readonly WholeCopy[] | undefined {
  return copies?.filter(isWhole)
}

/** The work of a kind that runs or waits; one that runs comes first. */
export function findWork({ works }: BackupReport, what: BackupWork['what']): BackupWork | undefined {
  const own = works.filter((work) => work.what === what)
  return own.find(({ state }) => state === 'running') ?? own[0]
}

/**
 * The moment until which everything is in a backup that can be relied on: one that is still there, and whose last proof
 * did not fail. Backups made by hand into the same folder count.
 */
export function lastGoodAt({ last_good: last, copies }: BackupReport): number | undefined {
  const bad = new Set(copies?.filter(({ proof }) => proof === 'failed').map(({ backup }) => backup))
  const kept = [
    ...(last === null || last.is_there === false ? [] : [last]),
    ...(copies?.filter(isWhole) ?? []),
  ].filter(({ backup }) => !bad.has(backup))
  return kept.length === 0 ? undefined : Math.max(...kept.map(({ begun_at: at }) => at))
}

/** The moment until which everything has left the disk: by the log where that follows the last backup, else by the backup. */
export function savedUntil(report: BackupReport): number | undefined {
  const at = lastGoodAt(report)
  return at === undefined ? undefined : Math.max(at, logUntil(report) ?? at)
}

/** The end of the log that follows the last backup; undefined where there is none, or a part of it is missing. */
export function logUntil({ log }: BackupReport): number | undefined {
  return log?.is_whole === true && log.until !== null ? log.until : undefined
}

/** The moment in a backup's name, `20261124T113000Z`, in Unix seconds. */
export function momentOfBackup(name: string): number | undefined {
  const found = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/.exec(name)
  if (found === null) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found.slice(1).map(Number)
  return Date.UTC(year, month - 1, day, hour, minute, second) / 1000
}
