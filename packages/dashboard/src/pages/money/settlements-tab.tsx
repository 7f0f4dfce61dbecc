import { Select } from '@mantine/core'
import type { RowOf } from '../../api/operation-types.ts'
import { formatTotalOf } from '../../format/format-number.ts'
import { usePages } from '../../api/use-pages.ts'
import { EmptyState } from '../../parts/feedback/empty-state.tsx'
import type { Column } from '../../parts/table/column.ts'
import { DataTable } from '../../parts/table/data-table.tsx'
import { Filters } from '../../parts/table/filters.tsx'
import { Moment } from '../../parts/value/moment.tsx'
import { Money } from '../../parts/value/money.tsx'
import type { MoneyTabProps } from './money-state.ts'

type Settlement = RowOf<'listSettlements'>

const kinds = [
  { value: 'paid', label: 'Paid to apps' },
  { value: 'received', label: 'Received from networks' },
  { value: 'adjusted', label: 'Adjusted' },
]

const columns: readonly Column<Settlement>[] = [
  { name: 'at', head: 'Booked', cell: ({ at }) => <Moment at={at} as="moment" /> },
  { name: 'reference', head: 'Reference', card: 'main', cell: ({ reference }) => <bdi>{reference}</bdi> },
  {
    name: 'kind',
    head: 'Kind',
    card: 'status',
    cell: ({ kind }) => <span className="chip neutral">{kind}</span>,
  },
  { name: 'party', head: 'With', cell: ({ party }) => <bdi>{party}</bdi> },
  { name: 'amount', head: 'Amount, USD', isNumber: true, cell: ({ amount }) => <Money amount={amount} /> },
  { name: 'reason', head: 'Note', card: 'none', cell: ({ reason }) => <bdi>{reason}</bdi> },
  { name: 'actor', head: 'By', card: 'none', cell: ({ actor }) => <bdi>{actor}</bdi> },
]

/** Settlements that were paid, received or adjusted. */
export function SettlementsTab({ state, change }: MoneyTabProps) {
  const { total, ...list } = usePages('listSettlements', { query: { kind: state.kind } })
  return (
    <div className="stack">
      <Filters
        count={state.kind === '' ? 0 : 1}
        onClear={() => change({ kind: '' })}
        summary={formatTotalOf(total, 'settlement')}
      >
        <Select
          aria-label="Kind"
          placeholder="All kinds"
          data={kinds}
          value={state.kind === '' ? null : state.kind}
          onChange={(kind) => change({ kind: kind ?? '' })}
          clearable
        />
      </Filters>
      <section className="card" aria-label="Settlements">
        <DataTable
          {...list}
          caption="Settlements"
          columns={columns}
          keyOf={({ id }) => id}
          empty={
            <EmptyState title="No settlement yet">
              Pay an app or receive from a network under Balances.
            </EmptyState>
          }
        />
      </section>
    </div>
  )
}
