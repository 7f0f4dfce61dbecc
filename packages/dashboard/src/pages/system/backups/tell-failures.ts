import { type BackupReport, findWork, lastGoodAt, listWhole, momentOfBackup } from './backup-report.ts'
import { isOnSameDisk, lossOf, type Sentence, tellLoss } from './tell-loss.ts'
import { capital, tellMoment, tellNext } from './tell-moment.ts'

interface FailureWords {
  readonly title: string
  readonly sentences: readonly Sentence[]
}

/** One failure may be chance; the state changes at the second. */
const failuresMin = 2

/** Whether backups are what fails, and not their proof. */
export function hasFailedBackups(report: BackupReport): boolean {
  return failuresOf(report, 'backup').length >= failuresMin
}

function failuresOf({ failures }: BackupReport, what: 'backup' | 'proof') {
  return failures.filter((failure) => failure.what === what)
}

export function tellFailedBackups(report: BackupReport, nowSec: number): FailureWords {
  const at = lastGoodAt(report)
  const since =
    at === undefined ? 'Nothing is backed up' : `Nothing is backed up since ${tellMoment(at, nowSec)}`
  const [last] = failuresOf(report, 'backup')
  return {
    title: `${since}. If this disk died now, ${lossOf(report, nowSec)} would be lost.`,
    sentences: [
      ...(last === undefined ? [] : [[last.error]]),
      ...(isOnSameDisk(report) ? [tellLoss(report, nowSec)] : []),
    ],
  }
}

/** A log that cannot leave the disk, while backups and proofs do well. */
export function tellFailedLog(report: BackupReport, nowSec: number): FailureWords {
  const since = report.log?.waiting_since ?? nowSec
  return {
    title: `No change has left this disk since ${tellMoment(since, nowSec)}. If it died now, ${lossOf(report, nowSec)} would be lost.`,
    sentences: [
      [
        'The folder of backups takes nothing: look whether it is there, has room, and may be written to. What waits leaves by itself then.',
      ],
    ],
  }
}

export function hasFailedProof(report: BackupReport): boolean {
  return failuresOf(report, 'proof').length > 0 || report.last_proof?.is_good === false
}

/** A proof that did not hold says which check; one that could not be made says why. */
export function tellFailedProof(report: BackupReport, nowSec: number): FailureWords {
  const { last_proof: proof } = report
  const others = [tellProved(report, nowSec), tellLoss(report, nowSec)]
  if (proof === null || proof.is_good) {
    const [failure] = failuresOf(report, 'proof')
    return { title: 'The last proof could not be made.', sentences: [[failure?.error ?? ''], ...others] }
  }
  const at = momentOfBackup(proof.backup)
  const failed = proof.checks.find(({ is_held: isHeld }) => isHeld === false)
  return {
    title: `The last proof failed: the backup of ${at === undefined ? proof.backup : tellMoment(at, nowSec)} is not good.`,
    sentences: [
      ...(failed === undefined
        ? []
        : [['The check ', { strong: `“${failed.title}”` }, ` did not hold: ${failed.detail}`]]),
      ...others,
    ],
  }
}

/** Which backup may be relied on while the newest one may not. */
function tellProved(report: BackupReport, nowSec: number): Sentence {
  const proved = listWhole(report)?.find(({ proof }) => proof === 'held')
  if (proved === undefined) return ['No backup that is kept has held a proof.']
  return [
    'The newest that held its proof is the one of ',
    { strong: tellMoment(proved.begun_at, nowSec) },
    '.',
  ]
}

/** A single failed try, which changes no state. */
export function tellFailedTry(report: BackupReport, nowSec: number): readonly Sentence[] {
  const [last] = failuresOf(report, 'backup')
  return last === undefined
    ? []
    : [[`The try of ${tellMoment(last.failed_at, nowSec)} failed: ${last.error}`]]
}

const momentsShown = 2

/** When backups failed and are tried again; empty where none did. */
export function tellTries(report: BackupReport, nowSec: number): string {
  const failed = failuresOf(report, 'backup')
  if (failed.length === 0) return ''
  const moments = failed.slice(0, momentsShown).map(({ failed_at: at }) => tellMoment(at, nowSec))
  const left = failed.length - moments.length
  const tries = `Failed ${moments.join(' and ')}${tellEarlier(left)}`
  return failed.length < failuresMin
    ? capital(tellNextTry(report, nowSec))
    : `${tries} · ${tellNextTry(report, nowSec)}`
}

function tellEarlier(count: number): string {
  if (count === 0) return ''
  return count === 1 ? ', and once before' : `, and ${count} times before`
}

function tellNextTry(report: BackupReport, nowSec: number): string {
  if (findWork(report, 'backup') !== undefined) return 'another try is under way'
  return tellNext(report.schedule?.next_backup_at ?? nowSec, nowSec, 'next try')
}
