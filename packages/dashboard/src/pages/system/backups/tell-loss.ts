import { type BackupReport, logUntil, savedUntil } from './backup-report.ts'
import { tellAge, tellClock, tellMoment } from './tell-moment.ts'

/** A sentence in parts; what matters most in it is strong. */
export type Sentence = readonly (string | { readonly strong: string })[]

/** The changes that would be lost if the disk of the database died now. */
export function tellLoss(report: BackupReport, nowSec: number): Sentence {
  if (isOnSameDisk(report)) return onSameDisk
  if (report.last_good?.is_there === null)
    return ['The folder cannot be read now, so nobody knows whether the backup is still there.']
  const at = savedUntil(report)
  const since = at === undefined ? '' : tellSince(report, at, nowSec)
  return ['If this disk died now, ', { strong: lossOf(report, nowSec) }, ` would be lost${since}.`]
}

/** The log goes to the second, a backup to its minute. */
function tellSince(report: BackupReport, at: number, nowSec: number): string {
  return logUntil(report) === at
    ? `: every change until ${tellClock(at, nowSec)} has left it`
    : `: everything since ${tellMoment(at, nowSec)}`
}

/** The same in a word: `everything`, or the time that is in no backup. */
export function lossOf(report: BackupReport, nowSec: number): string {
  const at = savedUntil(report)
  return at === undefined || isOnSameDisk(report) ? 'everything' : tellAge(at, nowSec)
}

export function isOnSameDisk({ schedule }: BackupReport): boolean {
  return schedule?.is_on_database_disk === true
}

const onSameDisk: Sentence = [
  'The backups are on the disk of the database: if it died now, ',
  { strong: 'they would be lost with it' },
  '. Name a folder on another disk in BACKUP_TO.',
]
