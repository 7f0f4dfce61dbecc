import type { DataOf } from '../../api/operation-types.ts'
import { formatShare } from '../../format/format-number.ts'
import { EmptyState } from '../../parts/feedback/empty-state.tsx'
import type { Column } from '../../parts/table/column.ts'
import { DataTable } from '../../parts/table/data-table.tsx'
import { signalWords } from './signal-words.ts'

type Signal = DataOf<'getRisk'>['signals'][number]

const groupWords: Readonly<Record<Signal['group'], string>> = {
  environment: 'Environment',
  inconsistency: 'Contradictions',
  network: 'Address',
  graph: 'Shared devices',
  behaviour: 'Behaviour',
  peers: 'Company',
}

const columns: readonly Column<Signal>[] = [
  { name: 'signal', head: 'Signal', card: 'main', cell: ({ name }) => signalWords(name) },
  { name: 'group', head: 'Group', cell: ({ group }) => <span className="muted">{groupWords[group]}</span> },
  {
    name: 'points',
    head: 'Points',
    isNumber: true,
    cell: ({ points }) => <span className="num">{points.toFixed(2)}</span>,
  },
  {
    name: 'candidate',
    head: 'In the shadow',
    isNumber: true,
    card: 'none',
    cell: ({ candidate_points: points }) =>
      points === null ? <span className="faint">–</span> : <span className="num">{points.toFixed(2)}</span>,
  },
  { name: 'spoke', head: 'Spoke in', isNumber: true, cell: ({ share }) => formatShare(share) },
  {
    name: 'loud',
    head: 'How loudly',
    isNumber: true,
    card: 'none',
    cell: ({ mean_share: share }) => formatShare(share, 0),
  },
]

/** Every sign of fraud, what it weighs, and how often it spoke of late. */
export function SignalsTab({ signals }: { readonly signals: readonly Signal[] | undefined }) {
  const rows = signals?.toSorted(
    (one, other) => (other.share ?? 0) - (one.share ?? 0) || other.points - one.points,
  )
  return (
    <section className="card" aria-label="Signals">
      <DataTable
        caption="Signals"
        rows={rows}
        columns={columns}
        keyOf={({ name }) => name}
        empty={<EmptyState icon="gauge" title="No signal" />}
      />
      <p className="chart-foot">
        Points are natural-log odds at full strength. “Spoke in” is of the newest 5,000 assessments; below
        zero a signal spoke for the user.
      </p>
    </section>
  )
}
