import type { DataOf } from '../../api/operation-types.ts'
import { formatSpan } from '../../format/format-time.ts'
import { EmptyState } from '../../parts/feedback/empty-state.tsx'
import type { Column } from '../../parts/table/column.ts'
import { DataTable } from '../../parts/table/data-table.tsx'
import { StateChip } from './state-chip.tsx'

type Work = DataOf<'getSystem'>['works'][number]

const columns: readonly Column<Work>[] = [
  {
    name: 'work',
    head: 'Work',
    card: 'main',
    width: '220px',
    cell: ({ title }) => <b>{title}</b>,
  },
  {
    name: 'state',
    head: 'State',
    card: 'status',
    width: '110px',
    cell: (work) => <WorkChip work={work} />,
  },
  {
    name: 'age',
    head: 'Last success',
    isNumber: true,
    width: '130px',
    cell: ({ succeeded_at: at, age_seconds: ageSec }) => (
      <span className="num">{at === null ? 'none yet' : `${formatSpan(ageSec)} ago`}</span>
    ),
  },
  {
    name: 'pace',
    head: 'Usual pace',
    isNumber: true,
    width: '130px',
    cell: ({ every_seconds: everySec }) => (
      <span className="num muted">{everySec === null ? 'when needed' : `every ${formatSpan(everySec)}`}</span>
    ),
  },
  {
    name: 'purpose',
    head: 'Without it',
    card: 'none',
    cell: ({ purpose }) => <span className="system-detail muted">{purpose}</span>,
  },
]

function WorkChip({ work: { is_late: isLate, succeeded_at: at } }: { readonly work: Work }) {
  if (isLate) return <StateChip state="broken" word="Late" />
  return at === null ? <StateChip state="idle" word="Not yet" /> : <StateChip state="ok" word="On time" />
}

/** The age of each work's last success beside its usual pace; those that are late come first. */
export function WorksTable({ works, isAway }: { readonly works: readonly Work[]; readonly isAway: boolean }) {
  return (
    <DataTable
      caption="Periodic work"
      rows={works.toSorted((one, other) => Number(other.is_late) - Number(one.is_late))}
      columns={columns}
      keyOf={({ work }) => work}
      empty={
        <EmptyState icon="clock" title={isAway ? 'The database is away' : 'Nothing has run yet'}>
          {isAway
            ? 'The database keeps the successes. You see them when it is back.'
            : 'Each work appears once a server has started.'}
        </EmptyState>
      }
    />
  )
}
