import { Button } from '@mantine/core'
import { useChange } from '../../../api/use-change.ts'
import { formatSpan } from '../../../format/format-time.ts'
import { useMayAct } from '../../../frame/use-session.ts'
import { Failure } from '../../../parts/feedback/failure.tsx'
import { toast } from '../../../parts/feedback/toaster.tsx'
import { Icon, type IconName } from '../../../parts/value/icon.tsx'
import { BackupChip } from './backup-chip.tsx'
import { countHeld } from './backup-facts-of.ts'
import { type BackupReport, findWork, listWhole, momentOfBackup } from './backup-report.ts'
import { capital, tellAge, tellMoment, tellTime } from './tell-moment.ts'
import './proof-card.css'

type Proof = NonNullable<BackupReport['last_proof']>
type Check = Proof['checks'][number]

interface ProofCardProps {
  readonly report: BackupReport
  readonly schedule: NonNullable<BackupReport['schedule']>
  readonly nowSec: number
}

/** The checks of the last proof; one that failed stands first. */
export function ProofCard({ report, schedule, nowSec }: ProofCardProps) {
  const { last_proof: proof } = report
  return (
    <section className="card" aria-labelledby="proof">
      <div className="card-head">
        <h2 id="proof" className="grow">
          Last proof
        </h2>
        {proof && (
          <BackupChip
            tone={proof.is_good ? 'success' : 'danger'}
            word={`${countHeld(proof)} of ${proof.checks.length} held`}
          />
        )}
      </div>
      <div className="card-body backups-proof">
        <p className="xs muted num">{proof ? tellProof(proof, nowSec) : tellComing(schedule, nowSec)}</p>
        {proof && (
          <ul>
            {proof.checks.toSorted(failedFirst).map((check) => (
              <CheckRow key={check.check} check={check} />
            ))}
          </ul>
        )}
        <ProveButton report={report} nowSec={nowSec} />
      </div>
    </section>
  )
}

function failedFirst(one: Check, other: Check): number {
  return Number(other.is_held === false) - Number(one.is_held === false)
}

function tellProof({ backup, ended_at: at, seconds }: Proof, nowSec: number): string {
  const begunAt = momentOfBackup(backup)
  const name = begunAt === undefined ? backup : tellTime(begunAt, at)
  return `${capital(tellMoment(at, nowSec))}. The copy of ${name} was restored beside everything else, and tried. It took ${formatSpan(Math.max(1, seconds))}.`
}

function tellComing({ next_proof_at: at }: ProofCardProps['schedule'], nowSec: number): string {
  const way = 'A proof restores the newest copy beside everything else, and tries it.'
  if (at === null) return `${way} The first one comes after the first backup.`
  return `${way} The first one ${at <= nowSec ? 'is due' : `comes ${tellMoment(at, nowSec)}`}.`
}

const marks: Readonly<
  Record<'held' | 'failed' | 'open', { readonly icon: IconName; readonly word: string }>
> = {
  held: { icon: 'check', word: 'held' },
  failed: { icon: 'cross', word: 'failed' },
  open: { icon: 'minus', word: 'not made' },
}

function CheckRow({ check: { title, detail, is_held: isHeld } }: { readonly check: Check }) {
  const state = isHeld === null ? 'open' : isHeld ? 'held' : 'failed'
  const { icon, word } = marks[state]
  return (
    <li className={`is-${state}`}>
      <Icon name={icon} />
      <div>
        <b>{title}</b>
        <span className="sr">, {word}: </span>
        <span className="num">{isHeld === null ? 'not made' : detail}</span>
      </div>
    </li>
  )
}

function ProveButton({ report, nowSec }: Omit<ProofCardProps, 'schedule'>) {
  const mayAct = useMayAct('operator')
  const start = useChange('startProof', { renews: ['reportBackups'] })
  const work = findWork(report, 'proof')
  if (work !== undefined) {
    const since =
      work.started_at === null ? 'waits to be begun' : `runs, ${tellAge(work.started_at, nowSec)} so far`
    return <p className="backups-proving sm">A proof {since}.</p>
  }
  if (!mayAct || listWhole(report)?.length === 0) return null
  const begin = () => start.mutate({}, { onSuccess: () => toast('The proof begins.') })
  return (
    <>
      <Button fullWidth loading={start.isPending} onClick={begin}>
        Prove the newest now
      </Button>
      {start.error !== null && <Failure what="The proof was not begun" error={start.error} isChange />}
    </>
  )
}
