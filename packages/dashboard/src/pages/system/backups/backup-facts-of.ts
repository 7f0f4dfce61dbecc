import type { DataOf } from '../../../api/operation-types.ts'
import { formatMany } from '../../../format/format-number.ts'
import { formatDay } from '../../../format/format-time.ts'
import { formatFigure } from '../part-figure.ts'
import { type BackupReport, findWork, lastGoodAt, listWhole, logUntil } from './backup-report.ts'
import { hasFailedBackups } from './tell-failures.ts'
import { tellAge, tellClock, tellMoment, tellNext, tellTime } from './tell-moment.ts'

export interface BackupFact {
  readonly label: string
  readonly value: string
  readonly detail: string
  readonly tone: 'plain' | 'warning' | 'danger'
}

type System = DataOf<'getSystem'>

/** The facts, always in this order; only one that is wrong has a colour. */
export function backupFactsOf(report: BackupReport, nowSec: number): readonly BackupFact[] {
  return [
    tellLastGood(report, nowSec),
    tellLog(report, nowSec),
    tellLastProof(report, nowSec),
    tellKept(report, nowSec),
  ]
}

function tellLastGood(report: BackupReport, nowSec: number): BackupFact {
  const label = 'Last good backup'
  const at = lastGoodAt(report)
  const tone = toneOf(report)
  const next = tellComing(report, nowSec)
  if (at === undefined) return { label, value: 'None yet', detail: next, tone }
  return {
    label,
    value: `${tellAge(at, nowSec)} ago`,
    detail: `${tellMoment(at, nowSec)} · ${next}`,
    tone,
  }
}

/** A closed piece of the log that stays for so long does not leave by itself. */
const logWaitsMaxSec = 600

function tellLog(report: BackupReport, nowSec: number): BackupFact {
  const label = 'Changes left the disk until'
  const { log } = report
  const until = logUntil(report)
  const value = until === undefined ? 'Not yet' : tellClock(until, nowSec)
  if (log?.waiting_since != null && nowSec - log.waiting_since > logWaitsMaxSec) {
    const detail = `${formatFigure(log.waiting_bytes, 'bytes')} wait on this disk`
    return { label, value, detail, tone: 'danger' }
  }
  if (log?.is_whole === false)
    return { label, value, detail: 'a part is missing: a backup is due', tone: 'warning' }
  const coming = lastGoodAt(report) === undefined ? 'with the first backup' : 'within a minute'
  const detail = until === undefined ? coming : `${tellAge(until, nowSec)} behind`
  return { label, value, detail, tone: 'plain' }
}

function toneOf(report: BackupReport): BackupFact['tone'] {
  if (report.last_good?.is_there === false) return 'danger'
  if (report.state === 'late') return 'warning'
  return report.state === 'failed' && hasFailedBackups(report) ? 'danger' : 'plain'
}

function tellComing(report: BackupReport, nowSec: number): string {
  const { schedule, state } = report
  if (schedule === null) return ''
  const at = lastGoodAt(report)
  if (state === 'late' && at !== undefined)
    return `due by ${tellTime(dueBy(report.last_good?.ended_at ?? at, schedule), nowSec)}`
  if (findWork(report, 'backup') !== undefined)
    return at === undefined ? 'the first is under way' : 'another is under way'
  const hasFailed = report.failures.some(({ what }) => what === 'backup')
  return tellNext(
    schedule.next_backup_at,
    nowSec,
    hasFailed ? 'next try' : at === undefined ? 'first' : 'next',
  )
}

/** As the server counts: from the end of the last one. */
function dueBy(atSec: number, schedule: NonNullable<BackupReport['schedule']>): number {
  return atSec + schedule.every_seconds + schedule.late_after_seconds
}

function tellLastProof({ last_proof: proof, schedule }: BackupReport, nowSec: number): BackupFact {
  const label = 'Last proof'
  const at = schedule?.next_proof_at ?? null
  const next = at === null ? '' : at <= nowSec ? 'next is due' : `next ${formatDay(at, { hasYear: false })}`
  if (proof === null)
    return { label, value: 'None yet', detail: next === '' ? 'after the first backup' : next, tone: 'plain' }
  const held = `${countHeld(proof)} of ${proof.checks.length} held`
  const day = formatDay(proof.ended_at, { hasYear: false })
  const rest = next === '' ? '' : ` · ${next}`
  return proof.is_good
    ? { label, value: day, detail: `${held}${rest}`, tone: 'plain' }
    : { label, value: 'Failed', detail: `${day}, ${held}${rest}`, tone: 'danger' }
}

export function countHeld({ checks }: NonNullable<BackupReport['last_proof']>): number {
  return checks.filter(({ is_held: isHeld }) => isHeld === true).length
}

function tellKept(report: BackupReport, nowSec: number): BackupFact {
  const label = 'Kept there'
  const whole = listWhole(report)
  if (whole === undefined)
    return { label, value: 'Not known', detail: 'the folder cannot be read', tone: 'warning' }
  const oldest = whole.at(-1)
  const since = oldest === undefined || whole.length === 1 ? '' : ` since ${tellDay(oldest.begun_at, nowSec)}`
  return {
    label,
    value: formatFigure(
      whole.reduce((sum, { bytes }) => sum + bytes, 0),
      'bytes',
    ),
    detail: `${formatMany(whole.length, 'copy', 'copies')}${since}`,
    tone: 'plain',
  }
}

function tellDay(atSec: number, nowSec: number): string {
  const isThisYear = new Date(atSec * 1000).getFullYear() === new Date(nowSec * 1000).getFullYear()
  return formatDay(atSec, { hasYear: !isThisYear })
}

const tones: Partial<Record<System['state'], BackupFact['tone']>> = { warning: 'warning', broken: 'danger' }

/** How long the disk of the database lasts, as Parts tells it; undefined while that is on its way. */
export function diskFactOf(system: System | undefined): BackupFact | undefined {
  if (system === undefined) return undefined
  const { disks, disk_days_left: days, database } = system.figures
  const part = system.parts.find((one) => one.part === 'disk_days_left')
  const disk = disks.find(({ holds }) => holds.includes('database')) ?? disks[0]
  const free = disk === undefined ? '' : `${formatFigure(disk.free_bytes, 'bytes')} free, `
  const growth = database?.growth_bytes ?? null
  return {
    label: 'This disk lasts',
    value: days === null ? '–' : formatMany(Math.floor(days), 'day'),
    detail: `${free}${growth === null ? 'growth unknown' : tellGrowth(growth)}`,
    tone: (part && tones[part.state]) ?? 'plain',
  }
}

function tellGrowth(bytes: number): string {
  return bytes <= 0 ? 'it does not grow' : `${formatFigure(Math.round(bytes), 'bytes')} a day`
}
