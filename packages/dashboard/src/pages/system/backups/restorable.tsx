import { formatFigure } from '../part-figure.ts'
import { type BackupReport, listWhole, logUntil } from './backup-report.ts'
import { type CopyAxis, type PlacedCopy, placeCopies } from './place-copies.ts'
import { tellClock, tellMoment } from './tell-moment.ts'
import './restorable.css'

interface RestorableProps {
  readonly report: BackupReport
  readonly schedule: NonNullable<BackupReport['schedule']>
  readonly nowSec: number
}

/** Each copy as a dot in time. The table of copies has the same facts. */
export function Restorable({ report, schedule, nowSec }: RestorableProps) {
  const axes = placeCopies({ copies: listWhole(report) ?? [], keep: schedule.keep, nowSec })
  if (axes.length === 0) return null
  const until = logUntil(report)
  const hasFailed = report.copies?.some(({ proof }) => proof === 'failed') ?? false
  return (
    <section className="card" aria-labelledby="restorable">
      <div className="card-head wrap">
        <h2 id="restorable" className="grow">
          What can be restored
        </h2>
        {hasFailed && <span className="xs muted">hollow: failed its proof</span>}
        <span className="xs muted desk">
          kept by <code>BACKUP_KEEP={schedule.keep}</code>
        </span>
      </div>
      <div className={axes.length > 1 ? 'backups-axes is-two' : 'backups-axes'}>
        {axes.map((axis) => (
          <Axis key={axis.name} axis={axis} until={axis.isRecent ? until : undefined} nowSec={nowSec} />
        ))}
      </div>
    </section>
  )
}

interface AxisProps {
  readonly axis: CopyAxis
  /** The end of the log behind these copies: any second between them can be restored. */
  readonly until: number | undefined
  readonly nowSec: number
}

function Axis({ axis: { name: counted, copies }, until, nowSec }: AxisProps) {
  const name = until === undefined ? counted : `Any second, from ${counted}`
  const first = copies[0]?.copy.begun_at ?? nowSec
  const last = until ?? copies.at(-1)?.copy.begun_at ?? nowSec
  const span =
    first === last
      ? tellMoment(first, nowSec)
      : `${tellMoment(first, nowSec)} – ${until === undefined ? tellMoment(last, nowSec) : tellClock(last, nowSec)}`
  return (
    <div>
      <div
        className={until === undefined ? 'backups-track' : 'backups-track is-whole'}
        role="img"
        aria-label={`${name}, ${span}`}
      >
        <div>
          {copies.map((placed) => (
            <Dot key={placed.copy.backup} placed={placed} nowSec={nowSec} />
          ))}
        </div>
      </div>
      <p className="backups-span">
        <b>{name}</b>
        <span className="num">{span}</span>
      </p>
    </div>
  )
}

function Dot({ placed: { copy, share }, nowSec }: { readonly placed: PlacedCopy; readonly nowSec: number }) {
  const isBad = copy.proof === 'failed'
  const title = `${tellMoment(copy.begun_at, nowSec)}, ${formatFigure(copy.bytes, 'bytes')}`
  return (
    <i
      className={isBad ? 'is-bad' : undefined}
      style={{ insetInlineStart: `${(100 * share).toFixed(2)}%` }}
      title={isBad ? `${title}, failed its proof` : title}
    />
  )
}
