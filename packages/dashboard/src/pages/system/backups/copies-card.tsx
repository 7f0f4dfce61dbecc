import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { formatMany } from '../../../format/format-number.ts'
import { viewerZone, zoneName } from '../../../format/format-time.ts'
import { EmptyState } from '../../../parts/feedback/empty-state.tsx'
import { DataTable } from '../../../parts/table/data-table.tsx'
import { copyColumns } from './copy-columns.tsx'
import { type BackupReport, findWork, listWhole } from './backup-report.ts'
import { foldCopyRows, listCopyRows } from './copy-rows.ts'
import { tellMoment } from './tell-moment.ts'
import './copies-card.css'

interface CopiesCardProps {
  readonly report: BackupReport
  readonly schedule: NonNullable<BackupReport['schedule']>
  /** The version of this Quoin: only another one is told. */
  readonly version: string | undefined
  readonly nowSec: number
}

/** The copies in the folder, and the failures since the last success. */
export function CopiesCard({ report, schedule, version, nowSec }: CopiesCardProps) {
  const [isUnfolded, unfold] = useState(false)
  const rows = listCopyRows(report, nowSec)
  const folded = foldCopyRows(rows)
  const count = listWhole(report)?.length ?? 0
  return (
    <section className="card backups-copies" aria-labelledby="copies">
      <div className="card-head wrap">
        <h2 id="copies" className="grow">
          Copies
        </h2>
        <span className="xs muted">newest first; {zoneName(viewerZone())} time</span>
      </div>
      {report.copies === null && <Unreadable error={report.copies_error} />}
      {(rows.length > 0 || report.copies !== null) && (
        <DataTable
          caption="Copies that are kept"
          columns={copyColumns(version)}
          rows={isUnfolded ? rows : folded}
          keyOf={({ key }) => key}
          isMarked={({ state }) => state === 'Running' || state === 'Failed'}
          empty={
            <EmptyState icon="server" title="No copy yet">
              {tellEmpty(report, schedule.next_backup_at, nowSec)}
            </EmptyState>
          }
        />
      )}
      {!isUnfolded && folded.length < rows.length && (
        <p className="backups-more">
          <Button variant="subtle" size="xs" onClick={() => unfold(true)}>
            All {formatMany(count, 'copy', 'copies')}
          </Button>
        </p>
      )}
    </section>
  )
}

function tellEmpty(report: BackupReport, nextAt: number, nowSec: number): ReactNode {
  if (findWork(report, 'backup') !== undefined) return 'The first one is under way, and stands here soon.'
  const begins = nextAt <= nowSec ? 'in a moment' : tellMoment(nextAt, nowSec)
  return `Each backup is kept in a folder of its own. The first one begins ${begins}.`
}

function Unreadable({ error }: { readonly error: string | null }) {
  return (
    <p className="backups-warning is-in-card warning sm">
      {(error ?? 'The folder cannot be read now').replace(/\.?$/, '.')} Backups go on as they are due; one
      that fails is told here.
    </p>
  )
}
