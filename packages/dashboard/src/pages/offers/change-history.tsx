import type { RowOf } from '../../api/operation-types.ts'
import { usePages } from '../../api/use-pages.ts'
import { EmptyState } from '../../parts/feedback/empty-state.tsx'
import type { Column } from '../../parts/table/column.ts'
import { DataTable } from '../../parts/table/data-table.tsx'
import { Moment } from '../../parts/value/moment.tsx'
import { textOf, wordsOf } from '../audit/tell-change.ts'

type Change = RowOf<'listAudit'>

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
    cell: ({ action }) => action.replace('.', ': ').replaceAll('_', ' '),
  },
  { name: 'how', head: 'Before and after', cell: ({ details }) => <Difference details={details} /> },
  { name: 'who', head: 'Who', cell: ({ actor }) => <bdi>{actor}</bdi> },
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

function Difference({ details }: { readonly details: object }) {
  const { before, after } = details as { before?: Record<string, unknown>; after?: Record<string, unknown> } // the log writes both
  const names = Object.keys({ ...before, ...after })
  if (names.length === 0) return <span className="faint">–</span>
  return (
    <ul className="difference">
      {names.slice(0, 8).map((name) => (
        <li key={name}>
          <span className="muted">{wordsOf(name)}</span> {textOf(name, before?.[name])} →{' '}
          {textOf(name, after?.[name])}
        </li>
      ))}
    </ul>
  )
}
