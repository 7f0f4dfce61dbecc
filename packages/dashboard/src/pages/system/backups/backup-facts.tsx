import type { DataOf } from '../../../api/operation-types.ts'
import { type BackupFact, backupFactsOf, diskFactOf } from './backup-facts-of.ts'
import type { BackupReport } from './backup-report.ts'
import './backup-facts.css'

interface BackupFactsProps {
  readonly report: BackupReport
  readonly system: DataOf<'getSystem'> | undefined
  readonly nowSec: number
}

export function BackupFacts({ report, system, nowSec }: BackupFactsProps) {
  const disk = diskFactOf(system) ?? { label: 'This disk lasts', value: '–', detail: '', tone: 'plain' }
  return (
    <dl className="backups-facts">
      {[...backupFactsOf(report, nowSec), disk].map((fact) => (
        <Fact key={fact.label} {...fact} />
      ))}
    </dl>
  )
}

function Fact({ label, value, detail, tone }: BackupFact) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className={`backups-value is-${tone}`}>{value}</dd>
      <dd>{detail}</dd>
    </div>
  )
}
