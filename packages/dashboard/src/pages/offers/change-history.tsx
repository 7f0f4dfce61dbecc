import { usePages } from '../../api/use-pages.ts'
import { EmptyState } from '../../parts/feedback/empty-state.tsx'
import type { Column } from '../../parts/table/column.ts'
import { DataTable } from '../../parts/table/data-table.tsx'
import { Moment } from '../../parts/value/moment.tsx'
import { type Change, Pieces } from '../audit/pieces.tsx'

const columns: readonly Column<Change>[] = [
  {
    name: 'at',
    head: 'When',
    card: 'status',
    width: '9rem',
    cell: ({ at }) => <Moment at={at} as="moment" />,
  },
  {
    name: 'what',
    head: 'What',
    card: 'main',
    cell: ({ who, sentence, reason }) => (
      <>
        <b>
          <bdi>{who.name}</bdi>
        </b>{' '}
        <Pieces of={sentence} />
        {reason !== null && (
          <div className="muted sm">
            <bdi>“{reason}”</bdi>
          </div>
        )}
      </>
    ),
  },
  { name: 'how', head: 'Before and after', cell: ({ differences }) => <Difference of={differences} /> },
]

interface ChangeHistoryProps {
  /** One thing, such as `offer:12`, or a publisher with its apps. */
  readonly query: { readonly object: string } | { readonly publisherId: string }
  readonly empty: string
}

/** Changes of one thing, by the audit log. */
export function ChangeHistory({ query, empty }: ChangeHistoryProps) {
  const { total: _total, ...list } = usePages('listAudit', { query })
  return (
    <section className="card">
      <DataTable
        {...list}
        caption="Changes"
        columns={columns}
        keyOf={({ id }) => id}
        empty={
          <EmptyState icon="clock" title="Nothing has been changed yet">
            {empty}
          </EmptyState>
        }
      />
    </section>
  )
}

function Difference({ of }: { readonly of: Change['differences'] }) {
  if (of.length === 0) return <span className="faint">–</span>
  return (
    <ul className="difference">
      {of.slice(0, 8).map(({ label, before, after }) => (
        <li key={label}>
          <span className="muted">{label}</span> <Pieces of={before} /> → <Pieces of={after} />
        </li>
      ))}
    </ul>
  )
}
