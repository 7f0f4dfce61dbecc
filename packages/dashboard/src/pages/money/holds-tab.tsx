import type { RowOf } from '../../api/operation-types.ts'
import { useOperation } from '../../api/use-operation.ts'
import { microsOf } from '../../format/format-money.ts'
import { formatCount } from '../../format/format-number.ts'
import { formatDate } from '../../format/format-time.ts'
import { EmptyState } from '../../parts/feedback/empty-state.tsx'
import type { Column } from '../../parts/table/column.ts'
import { DataTable } from '../../parts/table/data-table.tsx'
import { Money } from '../../parts/value/money.tsx'

type Hold = RowOf<'listHolds'>

const columns: readonly Column<Hold>[] = [
  {
    name: 'day',
    head: 'Released on',
    card: 'main',
    cell: ({ day }) => <span className="num">{formatDate(day)}</span>,
  },
  {
    name: 'conversions',
    head: 'Conversions',
    isNumber: true,
    cell: ({ conversions }) => formatCount(conversions),
  },
  { name: 'payout', head: 'Payout, USD', isNumber: true, cell: ({ payout }) => <Money amount={payout} /> },
  {
    name: 'revenue',
    head: 'Revenue, USD',
    isNumber: true,
    cell: ({ revenue }) => <Money amount={revenue} />,
  },
]

/** Approved conversions that wait for their day. */
export function HoldsTab() {
  const { data, error, refetch } = useOperation('listHolds', {})
  const sum = (data ?? []).reduce((total, { payout }) => total + microsOf(payout), 0)
  return (
    <div className="stack">
      <p className="muted">
        Approved conversions of offers with hold days wait, and nothing is owed for them before. Days begin in
        UTC.
        {data && (
          <>
            {' '}
            Publishers will earn <Money amount={(sum / 1_000_000).toFixed(6)} currency="USD" /> by what is
            held now.
          </>
        )}
      </p>
      <section className="card" aria-label="Held, by day of release">
        <DataTable
          caption="Held, by day of release"
          rows={data}
          error={error}
          onRetry={() => refetch()}
          columns={columns}
          keyOf={({ day }) => day}
          empty={
            <EmptyState title="Nothing is held">
              If a network takes conversions back late, set hold days on its offers.
            </EmptyState>
          }
        />
      </section>
    </div>
  )
}
