import type { ReactNode } from 'react'
import { formatSpan } from '../../../format/format-time.ts'
import { type BackupReport, findWork } from './backup-report.ts'
import { tellMoment } from './tell-moment.ts'
import { tellKeep, tellPace } from './tell-schedule.ts'
import './schedule-card.css'

type Schedule = NonNullable<BackupReport['schedule']>

interface ScheduleCardProps {
  readonly report: BackupReport
  readonly schedule: Schedule
  readonly nowSec: number
}

/** The settings of backups, in words. */
export function ScheduleCard({ report, schedule, nowSec }: ScheduleCardProps) {
  return (
    <section className="card" aria-labelledby="schedule">
      <div className="card-head">
        <h2 id="schedule">Schedule</h2>
      </div>
      <div className="card-body">
        <dl className="backups-schedule">
          {rowsOf({ report, schedule, nowSec }).map(([head, value]) => (
            <div key={head}>
              <dt>{head}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <p className="xs muted">
          Set where Quoin starts (<code>BACKUP_TO</code> and others), not here. Keep the passphrase outside of
          this machine.
        </p>
      </div>
    </section>
  )
}

function rowsOf({ report, schedule, nowSec }: ScheduleCardProps): readonly (readonly [string, ReactNode])[] {
  const { next_proof_at: nextProofAt } = schedule
  return [
    ['Where to', <code key="to">{schedule.to}</code>],
    ['Its disk', tellDisk(schedule.is_on_database_disk)],
    ['Copies', tellPace(schedule.every_seconds)],
    ['Next copy', findWork(report, 'backup') ? 'under way' : tellDue(schedule.next_backup_at, nowSec)],
    ['Proof', tellPace(schedule.prove_every_seconds)],
    ['Next proof', findWork(report, 'proof') ? 'under way' : tellNextProof(nextProofAt, nowSec)],
    ['Kept', tellKeep(schedule.keep)],
    ['Late after', `${formatSpan(schedule.late_after_seconds)}; told to Alerts`],
  ]
}

function tellDue(atSec: number, nowSec: number): string {
  return atSec <= nowSec ? 'due now' : tellMoment(atSec, nowSec)
}

function tellNextProof(atSec: number | null, nowSec: number): string {
  return atSec === null ? 'after the first copy' : tellDue(atSec, nowSec)
}

function tellDisk(isOnDatabaseDisk: boolean | null): ReactNode {
  if (isOnDatabaseDisk === null) return 'cannot be looked at'
  return isOnDatabaseDisk ? <b className="backups-late">the database’s own</b> : 'not the database’s'
}
