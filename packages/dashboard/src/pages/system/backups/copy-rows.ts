import { formatShare } from '../../../format/format-number.ts'
import { formatSpan } from '../../../format/format-time.ts'
import { formatFigure } from '../part-figure.ts'
import { type BackupCopy, type BackupReport, type BackupWork, findWork } from './backup-report.ts'
import { tellAge, tellMoment } from './tell-moment.ts'

export type CopyState = 'Good' | 'Proved' | 'Running' | 'Unfinished' | 'Proof failed' | 'Failed'

export interface CopyRow {
  readonly key: string
  readonly at: number
  readonly state: CopyState
  /** The name of the backup, how far it is, or why it failed. */
  readonly what: string
  readonly isName: boolean
  readonly bytes: number | null
  /** Empty where it is not known. */
  readonly took: string
  readonly version: string | null
  /** The same failure before this one; empty where there was none. */
  readonly earlier: string
}

type BackupFailure = BackupReport['failures'][number]

const unknown = { isName: false, bytes: null, took: '', version: null, earlier: '' } as const

/** The one that is being made, then what failed since the last success, then the copies, the newest first. */
export function listCopyRows(report: BackupReport, nowSec: number): readonly CopyRow[] {
  const work = findWork(report, 'backup')
  const copies = (report.copies ?? []).map((copy) => rowOf(copy, work, nowSec))
  return [
    ...copies.filter(({ state }) => state === 'Running'),
    ...rowsOfFailures(report.failures, nowSec),
    ...copies.filter(({ state }) => state !== 'Running'),
  ]
}

/** One row for all that failed for the same reason. */
function rowsOfFailures(failures: readonly BackupFailure[], nowSec: number): readonly CopyRow[] {
  const groups = Map.groupBy(failures, ({ what, error }) => `${what} ${error}`)
  return [...groups.values()].flatMap((group) => {
    const [newest, ...others] = group
    if (newest === undefined) return []
    const { job_id: key, what, failed_at: at, error } = newest
    const earlier = tellEarlier(others, nowSec)
    return [
      { ...unknown, key, at, state: 'Failed', what: what === 'proof' ? `Proof: ${error}` : error, earlier },
    ] as const
  })
}

function tellEarlier(failures: readonly BackupFailure[], nowSec: number): string {
  const first = failures.at(-1)
  return first === undefined
    ? ''
    : `${failures.length + 1} times since ${tellMoment(first.failed_at, nowSec)}.`
}

function rowOf(copy: BackupCopy, work: BackupWork | undefined, nowSec: number): CopyRow {
  const { backup, begun_at: at, ended_at: endedAt, bytes, version } = copy
  const named = { ...unknown, key: backup, at, version, what: backup, isName: true, bytes } as const
  if (endedAt !== null) return { ...named, state: stateOf(copy), took: formatSpan(Math.max(1, endedAt - at)) }
  if (work === undefined || !isOfWork(copy, work)) return { ...named, state: 'Unfinished' }
  const took = `${tellAge(at, nowSec)} so far`
  return {
    ...unknown,
    key: backup,
    at,
    state: 'Running',
    what: tellShare(work),
    bytes: work.done_bytes,
    took,
  }
}

function stateOf({ proof }: BackupCopy): CopyState {
  if (proof === null) return 'Good'
  return proof === 'held' ? 'Proved' : 'Proof failed'
}

/** The clock of the database, which dates works, and that of the folder may differ a little. */
const slackSec = 60

/** One that failed leaves an unfinished copy, too: only the one that was begun since is being made. */
function isOfWork({ begun_at: at }: BackupCopy, { state, started_at: since }: BackupWork): boolean {
  return state === 'running' && since !== null && at >= since - slackSec
}

/** `61 % copied`; while the size is not known, the amount. */
export function tellShare({ done_bytes: done, total_bytes: total }: BackupWork): string {
  if (total !== null && total > 0) return `${formatShare(Math.min(1, done / total), 0)} copied`
  return done === 0 ? 'Begun' : `${formatFigure(done, 'bytes')} copied`
}

const rowsShown = 7
const failuresShown = 3

/** The rows of the folded table: failures leave room for copies. */
export function foldCopyRows(rows: readonly CopyRow[]): readonly CopyRow[] {
  const failed = rows.filter(({ state }) => state === 'Failed')
  const left = new Set(failed.slice(failuresShown))
  return rows.filter((row) => !left.has(row)).slice(0, rowsShown)
}
