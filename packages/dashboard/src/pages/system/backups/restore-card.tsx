import { formatSpan } from '../../../format/format-time.ts'
import { useSearchState } from '../../../frame/use-search-state.ts'
import { formatFigure } from '../part-figure.ts'
import { type BackupReport, listWhole, logUntil, type WholeCopy } from './backup-report.ts'
import { CommandBox } from './command-box.tsx'
import { RestoreChoice } from './restore-choice.tsx'
import { restoreCommand } from './restore-command.ts'
import { secondsOfLocal } from './local-moment.ts'
import { tellClock, tellMoment } from './tell-moment.ts'
import './restore-card.css'

interface RestoreCardProps {
  readonly report: BackupReport
  readonly schedule: NonNullable<BackupReport['schedule']>
  readonly nowSec: number
}

/** It is read under stress: three steps, each with what to type. */
export function RestoreCard({ report, schedule, nowSec }: RestoreCardProps) {
  const [{ backup, moment }, change] = useSearchState({ backup: '', moment: '' })
  const copies = listWhole(report)
  if (copies?.length === 0) return null
  const [newest, ...older] = copies ?? []
  const chosen = older.find((copy) => copy.backup === backup)
  const { last_proof: proof } = report
  return (
    <section className="card" aria-labelledby="restore">
      <div className="card-head wrap">
        <h2 id="restore" className="grow">
          Restore
        </h2>
        {proof?.is_good && (
          <span className="xs muted">took less than {formatSpan(proof.seconds)} in the last proof</span>
        )}
      </div>
      <div className="card-body">
        <RestoreChoice older={older} chosen={chosen} moment={moment} nowSec={nowSec} onChange={change} />
        <OutOfReach report={report} moment={moment} nowSec={nowSec} />
        <BadProof copy={chosen ?? newest} copies={copies ?? []} nowSec={nowSec} />
        <Steps
          report={report}
          to={schedule.to}
          backup={moment === '' ? chosen?.backup : undefined}
          momentSec={secondsOfLocal(moment)}
        />
        <Afterwards />
      </div>
    </section>
  )
}

interface OutOfReachProps {
  readonly report: BackupReport
  readonly moment: string
  readonly nowSec: number
}

/** A moment must lie behind the end of a copy, and within the log. */
function OutOfReach({ report, moment, nowSec }: OutOfReachProps) {
  const at = secondsOfLocal(moment)
  const until = logUntil(report)
  const oldest = listWhole(report)?.at(-1)
  if (moment === '' || (at !== undefined && oldest && until && at >= oldest.ended_at && at <= until))
    return null
  const reach =
    oldest === undefined || until === undefined
      ? 'No moment can be restored now: the log of the database is not there, or has a gap.'
      : `It can be a moment from ${tellMoment(oldest.ended_at, nowSec)} until ${tellClock(until, nowSec)}.`
  return <p className="backups-warning warning sm">{reach}</p>
}

interface BadProofProps {
  readonly copy: WholeCopy | undefined
  readonly copies: readonly WholeCopy[]
  readonly nowSec: number
}

function BadProof({ copy, copies, nowSec }: BadProofProps) {
  if (copy?.proof !== 'failed') return null
  const proved = copies.find(({ proof }) => proof === 'held')
  return (
    <p className="backups-warning warning sm">
      This copy failed its last proof.
      {proved !== undefined &&
        ` The newest that held it is the one of ${tellMoment(proved.begun_at, nowSec)}.`}
    </p>
  )
}

interface StepsProps {
  readonly report: BackupReport
  readonly to: string
  readonly backup: string | undefined
  readonly momentSec: number | undefined
}

function Steps({ report, to, backup, momentSec }: StepsProps) {
  const command = restoreCommand({ to, backup, momentSec })
  return (
    <ol className="backups-steps">
      <li>
        <h3>
          Restore into a new folder, with the passphrase in <code>BACKUP_PASSPHRASE</code>
          {to.startsWith('s3:') && ', and the key and the region of S3 as they are set here'}
        </h3>
        <CommandBox text={command} name="the restore command" />
        <p>
          It touches nothing else, and needs about {formatFigure(report.database_bytes, 'bytes')} of disk.
          With a wrong passphrase, a damaged file or a full disk it ends with a sentence, and nothing half
          restored stays.
        </p>
      </li>
      <li>
        <h3>Stop the old Quoin, and put the folder in the place of its data</h3>
        <CommandBox
          text="mv data data-before && mv data-restored data"
          name="the commands that move the folders"
        />
      </li>
      <li>
        <h3>Start Quoin</h3>
        <CommandBox text="npm start" name="the start command" />
      </li>
    </ol>
  )
}

/** As docs/back-up.md says it, in short. */
function Afterwards() {
  return (
    <div className="backups-afterwards">
      <h3>The first start says until when the data goes; later changes are not there</h3>
      <ul>
        <li>
          <b>Users who were erased since</b> are erased again, where the server keeps erasures beside these
          backups.
        </li>
        <li>
          <b>Ask networks to report again</b>: the start names those that may have reported since. What is
          known already is answered as a repeat.
        </li>
        <li>Reports about clicks since are kept as unmatched.</li>
        <li>
          Receivers may be told of a conversion since then once more, with another id: have them compare the
          transaction.
        </li>
        <li>
          With a backup older than a day nothing is deleted, released or closed until the clock was seen on
          seven days, or you say <code>quoin clock confirm</code>.
        </li>
      </ul>
      <a className="sm" href="/docs/back-up#after-a-restore">
        After a restore, in full
      </a>
    </div>
  )
}
