import type { Column } from '../../../parts/table/column.ts'
import type { IconName } from '../../../parts/value/icon.tsx'
import { Moment } from '../../../parts/value/moment.tsx'
import type { Tone } from '../../../parts/value/status-chip.tsx'
import { formatFigure } from '../part-figure.ts'
import { BackupChip } from './backup-chip.tsx'
import type { CopyRow, CopyState } from './copy-rows.ts'

const chips: Readonly<Record<CopyState, { readonly tone: Tone; readonly icon?: IconName }>> = {
  Good: { tone: 'success' },
  Proved: { tone: 'success', icon: 'shield' },
  Running: { tone: 'info' },
  Unfinished: { tone: 'neutral' },
  'Proof failed': { tone: 'danger' },
  Failed: { tone: 'danger' },
}

/** The columns, for a Quoin of this version: a copy of another one says so. */
export function copyColumns(version: string | undefined): readonly Column<CopyRow>[] {
  return [
    {
      name: 'begun',
      head: 'Begun',
      card: 'main',
      width: '120px',
      cell: ({ at }) => <Moment at={at} as="moment" />,
    },
    { name: 'what', head: 'What', cell: (row) => <What row={row} version={version} /> },
    {
      name: 'size',
      head: 'Size',
      isNumber: true,
      width: '80px',
      cell: ({ bytes }) => (bytes === null ? '' : formatFigure(bytes, 'bytes')),
    },
    { name: 'took', head: 'Took', isNumber: true, width: '110px', cell: ({ took }) => took },
    {
      name: 'state',
      head: 'State',
      card: 'status',
      width: '120px',
      cell: ({ state }) => <BackupChip word={state} {...chips[state]} />,
    },
  ]
}

function What({ row, version }: { readonly row: CopyRow; readonly version: string | undefined }) {
  if (row.state === 'Failed')
    return (
      <span className="backups-why">
        {row.what}
        {row.earlier !== '' && <span className="muted"> {row.earlier}</span>}
      </span>
    )
  const isOther = version !== undefined && row.version !== null && row.version !== version
  return (
    <span className="backups-what">
      {row.isName ? <code>{row.what}</code> : row.what}
      {isOther && <span className="muted"> of {row.version}</span>}
    </span>
  )
}
