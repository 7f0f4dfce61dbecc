import type { Tone } from '../../../parts/value/status-chip.tsx'
import { type BackupReport, findWork, lastGoodAt } from './backup-report.ts'
import {
  hasFailedBackups,
  hasFailedProof,
  tellFailedBackups,
  tellFailedLog,
  tellFailedProof,
  tellFailedTry,
  tellTries,
} from './tell-failures.ts'
import { isOnSameDisk, type Sentence, tellLoss } from './tell-loss.ts'
import { tellMoment, tellRoughAge, tellTime } from './tell-moment.ts'

interface BackupVerdict {
  readonly tone: Tone
  readonly word: string
  readonly title: string
  readonly sentences: readonly Sentence[]
  /** When backups failed and are tried again; empty where none did. */
  readonly note: string
}

type Words = Omit<BackupVerdict, 'note'>

/** How the backups stand: a word, a title, and what would be lost if the disk died now. */
export function verdictOf(report: BackupReport, nowSec: number): BackupVerdict {
  return { ...words[report.state](report, nowSec), note: tellTries(report, nowSec) }
}

const words: Readonly<Record<BackupReport['state'], (report: BackupReport, nowSec: number) => Words>> = {
  none: ({ database }) => (database === 'own' ? ownDatabase : nothingSet),
  first: (report, nowSec) => ({
    tone: 'info',
    word: 'First',
    title: tellFirst(report, nowSec),
    sentences: [...tellFailedTry(report, nowSec), tellLoss(report, nowSec)],
  }),
  good: (report, nowSec) => ({
    tone: 'success',
    word: 'Backed up',
    title: `${tellLast(report, nowSec)}, ${tellProof(report)}.`,
    sentences: [...tellFailedTry(report, nowSec), tellLoss(report, nowSec)],
    ...tellFolder(report),
  }),
  late: (report, nowSec) => ({
    tone: 'warning',
    word: 'Late',
    title:
      lastGoodAt(report) === undefined
        ? 'The first backup is late.'
        : `${tellLast(report, nowSec)}. ${tellUnderWay(report, nowSec)}`,
    sentences: [...tellFailedTry(report, nowSec), tellLoss(report, nowSec)],
  }),
  failed: (report, nowSec) => ({
    tone: 'danger',
    word: 'Failed',
    ...tellFailed(report, nowSec),
  }),
}

function tellFailed(report: BackupReport, nowSec: number): Pick<Words, 'title' | 'sentences'> {
  if (hasFailedBackups(report)) return tellFailedBackups(report, nowSec)
  if (hasFailedProof(report)) return tellFailedProof(report, nowSec)
  return report.last_good?.is_there === false ? tellGone(report, nowSec) : tellFailedLog(report, nowSec)
}

const goneTitle = 'The last good backup is no longer in its folder.'

function tellGone(report: BackupReport, nowSec: number): Pick<Words, 'title' | 'sentences'> {
  const remedy =
    'If the disk of the folder is not mounted, mount it: nothing is written there by itself before. If the folder was emptied, back up now.'
  return { title: goneTitle, sentences: [[remedy], tellLoss(report, nowSec)] }
}

const nothingSet: Words = {
  tone: 'danger',
  word: 'None',
  title: 'Nothing is backed up. If this disk dies, everything is lost.',
  sentences: [
    [
      'Three settings start backups. The first backup begins at the next start, and stands here once it is whole.',
    ],
  ],
}

const ownDatabase: Words = {
  tone: 'neutral',
  word: 'Not by Quoin',
  title: 'Your PostgreSQL is backed up by its own means.',
  sentences: [
    ['By itself Quoin backs up its embedded database alone, and this one is that of DATABASE_URL.'],
  ],
}

function tellLast(report: BackupReport, nowSec: number): string {
  const at = lastGoodAt(report)
  return at === undefined
    ? 'No good backup is kept'
    : `The last good backup is ${tellRoughAge(at, nowSec)} old`
}

function tellProof({ last_proof: proof }: BackupReport): string {
  if (proof === null) return 'and none was proved yet'
  return proof.is_good ? 'and the last proof held' : 'but the last proof failed'
}

function tellFirst(report: BackupReport, nowSec: number): string {
  if (findWork(report, 'backup') !== undefined) return 'The first backup is on its way.'
  const at = report.schedule?.next_backup_at ?? nowSec
  return at > nowSec
    ? `The first backup begins ${tellMoment(at, nowSec)}.`
    : 'The first backup begins in a moment.'
}

function tellUnderWay(report: BackupReport, nowSec: number): string {
  const work = findWork(report, 'backup')
  if (work === undefined) return 'The next one has not begun.'
  if (work.started_at === null) return 'The next one waits.'
  return `The one of ${tellTime(work.started_at, nowSec)} is still being made.`
}

/** The folder may lack the backup, be on the wrong disk, or be away: then a good state is not all. */
function tellFolder(report: BackupReport): Partial<Words> {
  const isThere = report.last_good?.is_there
  if (isThere === false) return { tone: 'danger', word: 'Gone', title: goneTitle }
  if (isOnSameDisk(report)) return { tone: 'warning', word: 'Same disk' }
  return isThere === null ? { tone: 'warning', word: 'Not readable' } : {}
}
