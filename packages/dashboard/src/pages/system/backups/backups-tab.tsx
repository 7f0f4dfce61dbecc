import type { ReactNode } from 'react'
import type { DataOf } from '../../../api/operation-types.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Failure } from '../../../parts/feedback/failure.tsx'
import { useNowSec } from '../../../parts/value/moment.tsx'
import { BackupFacts } from './backup-facts.tsx'
import type { BackupReport } from './backup-report.ts'
import { BackupVerdictHead } from './backup-verdict.tsx'
import { BackupsGhost } from './backups-ghost.tsx'
import { CopiesCard } from './copies-card.tsx'
import { NoBackups } from './no-backups.tsx'
import { ProofCard } from './proof-card.tsx'
import { Restorable } from './restorable.tsx'
import { RestoreCard } from './restore-card.tsx'
import { ScheduleCard } from './schedule-card.tsx'
import './backups.css'

type System = DataOf<'getSystem'>

const everyMs = 5_000

/** How the backups stand, what can be restored and how. Nothing is restored here: the data in use would be replaced. */
export function BackupsTab({ system }: { readonly system: System | undefined }) {
  const { data: report, error, refetch } = useOperation('reportBackups', {}, { everyMs })
  const nowSec = useNowSec()
  if (report === undefined && error !== null)
    return <Failure what="The backups could not be loaded" error={error} onRetry={() => refetch()} />
  if (report === undefined) return <BackupsGhost />
  return (
    <div className="backups">
      <BackupVerdictHead report={report} nowSec={nowSec} />
      {report.schedule === null ? (
        <NoBackups report={report} />
      ) : (
        <SetBackups report={report} schedule={report.schedule} system={system} nowSec={nowSec} />
      )}
    </div>
  )
}

interface SetBackupsProps {
  readonly report: BackupReport
  readonly schedule: NonNullable<BackupReport['schedule']>
  readonly system: System | undefined
  readonly nowSec: number
}

function SetBackups({ report, schedule, system, nowSec }: SetBackupsProps): ReactNode {
  return (
    <>
      <BackupFacts report={report} system={system} nowSec={nowSec} />
      <Restorable report={report} schedule={schedule} nowSec={nowSec} />
      <div className="backups-columns">
        <div className="stack">
          <RestoreCard report={report} schedule={schedule} nowSec={nowSec} />
          <CopiesCard report={report} schedule={schedule} version={system?.version} nowSec={nowSec} />
        </div>
        <div className="stack">
          <ProofCard report={report} schedule={schedule} nowSec={nowSec} />
          <ScheduleCard report={report} schedule={schedule} nowSec={nowSec} />
        </div>
      </div>
    </>
  )
}
