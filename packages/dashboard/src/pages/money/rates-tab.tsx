import type { RowOf } from '../../api/operation-types.ts'
import { useOperation } from '../../api/use-operation.ts'
import { useMayAct } from '../../frame/use-session.ts'
import { formatDate } from '../../format/format-time.ts'
import { EmptyState } from '../../parts/feedback/empty-state.tsx'
import type { Column } from '../../parts/table/column.ts'
import { DataTable } from '../../parts/table/data-table.tsx'
import { SetRates } from './set-rates.tsx'

type Rate = RowOf<'listRates'>

const columns: readonly Column<Rate>[] = [
  {
    name: 'day',
    head: 'Day',
    card: 'main',
    cell: ({ day }) => <span className="num">{formatDate(day)}</span>,
  },
  { name: 'currency', head: 'Currency', cell: ({ currency }) => currency },
  {
    name: 'usd',
    head: 'One unit in USD',
    isNumber: true,
    cell: ({ usd }) => <span className="num">{usd}</span>,
  },
]

/** The worth of other currencies, by day. */
export function RatesTab() {
  const { data, error, refetch } = useOperation('listRates', {})
  const mayAct = useMayAct('operator')
  return (
    <div className="stack">
      {mayAct && <SetRates />}
      <section className="card" aria-label="Exchange rates of the last 60 days">
        <DataTable
          caption="Exchange rates of the last 60 days"
          rows={data}
          error={error}
          onRetry={() => refetch()}
          columns={columns}
          keyOf={({ currency, day }) => `${currency} ${day}`}
          empty={
            <EmptyState title="No rate yet">
              To take reports in another currency, Quoin needs a rate for that day.
            </EmptyState>
          }
        />
      </section>
    </div>
  )
}
