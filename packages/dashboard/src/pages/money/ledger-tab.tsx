import { Button, Select } from '@mantine/core'
import type { RowOf } from '../../api/operation-types.ts'
import { formatTotalOf } from '../../format/format-number.ts'
import { useChange } from '../../api/use-change.ts'
import { useOperation } from '../../api/use-operation.ts'
import { usePages } from '../../api/use-pages.ts'
import { useMayAct } from '../../frame/use-session.ts'
import { EmptyState } from '../../parts/feedback/empty-state.tsx'
import { toast } from '../../parts/feedback/toaster.tsx'
import type { Column } from '../../parts/table/column.ts'
import { DataTable } from '../../parts/table/data-table.tsx'
import { Filters } from '../../parts/table/filters.tsx'
import { Moment } from '../../parts/value/moment.tsx'
import { Money } from '../../parts/value/money.tsx'
import type { MoneyTabProps } from './money-state.ts'

type Entry = RowOf<'listEntries'>

const accounts = [
  { value: 'payable', label: 'Apps are owed' },
  { value: 'receivable', label: 'Networks owe' },
  { value: 'margin', label: 'Margin' },
  { value: 'cash', label: 'Cash' },
  { value: 'adjustment', label: 'Adjustments' },
]

const columns: readonly Column<Entry>[] = [
  { name: 'at', head: 'Booked', cell: ({ at }) => <Moment at={at} as="moment" /> },
  { name: 'text', head: 'For', card: 'main', cell: ({ text }) => <bdi>{text}</bdi> },
  { name: 'party', head: 'Party', cell: ({ party }) => <bdi>{party ?? 'Platform'}</bdi> },
  {
    name: 'amount',
    head: 'Debit (+), credit (−), USD',
    isNumber: true,
    cell: ({ amount }) => <Money amount={amount} isChange precision="detail" />,
  },
  {
    name: 'balance',
    head: 'Balance, USD',
    isNumber: true,
    cell: ({ balance }) => <Money amount={balance} />,
  },
]

/** One account, line by line, with what was open after each. */
export function LedgerTab({ state, change }: MoneyTabProps) {
  const { account, party } = state
  const { total, ...list } = usePages('listEntries', { query: { account, partyId: party } })
  const balances = useOperation('listBalances', {}).data ?? []
  const parties = balances.filter((one) => one.account === account && one.party_id !== null)
  const mayAct = useMayAct('operator')
  const check = useChange('checkLedger', { renews: ['listJobs'] })
  return (
    <div className="stack">
      <Filters
        count={party === '' ? 0 : 1}
        onClear={() => change({ party: '' })}
        summary={formatTotalOf(total, 'line')}
      >
        <Select
          aria-label="Account"
          data={accounts}
          value={account}
          allowDeselect={false}
          onChange={(value) => change({ account: value ?? 'payable', party: '' })}
        />
        {parties.length > 0 && (
          <Select
            aria-label="Of whom"
            placeholder="Everybody"
            data={parties.map((one) => ({ value: one.party_id ?? '', label: one.party ?? '' }))}
            value={party === '' ? null : party}
            onChange={(value) => change({ party: value ?? '' })}
            searchable
            clearable
          />
        )}
        {mayAct && (
          <Button
            loading={check.isPending}
            onClick={() =>
              check.mutate({}, { onSuccess: () => toast('The ledger is being proved: see the jobs.') })
            }
          >
            Prove the ledger
          </Button>
        )}
      </Filters>
      <section className="card" aria-label="Lines of the account">
        <DataTable
          {...list}
          caption="Lines of the account"
          columns={columns}
          keyOf={({ source_id, version, party_id }) => `${source_id} ${version} ${party_id}`}
          empty={
            <EmptyState title="Nothing was booked here">Approved conversions and settlements are.</EmptyState>
          }
        />
      </section>
      <p className="muted xs">
        Conversions and settlements stand in the order in which they were made; all steps of one stand
        together.
      </p>
    </div>
  )
}
