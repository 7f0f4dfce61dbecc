import { Button, Progress } from '@mantine/core'
import { useChange } from '../../../api/use-change.ts'
import { useMayAct } from '../../../frame/use-session.ts'
import { Failure } from '../../../parts/feedback/failure.tsx'
import { toast } from '../../../parts/feedback/toaster.tsx'
import { type BackupReport, type BackupWork, findWork } from './backup-report.ts'
import { tellShare } from './copy-rows.ts'
import { hasFailedBackups } from './tell-failures.ts'
import { tellAge } from './tell-moment.ts'

interface BackUpButtonProps {
  readonly report: BackupReport
  readonly nowSec: number
}

/** Begins a backup; how far it is stands in its place while one is under way. */
export function BackUpButton({ report, nowSec }: BackUpButtonProps) {
  const mayAct = useMayAct('operator')
  const start = useChange('startBackup', { renews: ['reportBackups'] })
  const work = findWork(report, 'backup')
  if (work !== undefined) return <CopyProgress work={work} nowSec={nowSec} />
  if (!mayAct) return null
  const begin = () => start.mutate({}, { onSuccess: () => toast('The backup begins.') })
  return (
    <div className="backups-deed">
      <Button variant="filled" loading={start.isPending} onClick={begin}>
        {hasFailedBackups(report) ? 'Try again now' : 'Back up now'}
      </Button>
      {start.error !== null && <Failure what="The backup was not begun" error={start.error} isChange />}
    </div>
  )
}

interface CopyProgressProps {
  readonly work: BackupWork
  readonly nowSec: number
}

function CopyProgress({ work, nowSec }: CopyProgressProps) {
  const { state, started_at: since, done_bytes: done, total_bytes: total } = work
  if (state === 'waiting') return <p className="backups-progress sm">A backup waits to be begun.</p>
  const text = `${tellShare(work)}${since === null ? '' : `, ${tellAge(since, nowSec)} so far`}`
  return (
    <div className="backups-progress sm num">
      <p>{text}</p>
      {total !== null && total > 0 && (
        <Progress value={Math.min(100, (100 * done) / total)} aria-label="The backup" />
      )}
    </div>
  )
}
