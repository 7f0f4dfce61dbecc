import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { RowOf } from '../../api/operation-types.ts'
import { useOperation } from '../../api/use-operation.ts'
import { formatMoney, microsOf } from '../../format/format-money.ts'
import { useMayAct } from '../../frame/use-session.ts'
import { EmptyState } from '../../parts/feedback/empty-state.tsx'
import { type Kpi, KpiStrip } from '../../parts/figures/kpi-strip.tsx'
import type { Column } from '../../parts/table/column.ts'
import { DataTable } from '../../parts/table/data-table.tsx'
import { Money } from '../../parts/value/money.tsx'
import { AdjustDialog } from './adjust-dialog.tsx'
import type { ChosenParty } from './party-select.tsx'
import { PublisherMoney } from './publisher-money.tsx'
import { SettleDialog, type SettledParty } from './settle-dialog.tsx'

type Balance = RowOf<'listBalances'>

interface Adjusted {
  readonly kind: 'app' | 'network'
  /** Undefined: it is chosen in the dialog. */
  readonly party?: ChosenParty
}

/** Debts of both sides, and the equation in which all of them come to nothing. */
export function BalancesTab() {
  const { data, error, refetch } = useOperation('listBalances', {})
  const [party, setParty] = useState<SettledParty>()
  const [adjusted, setAdjusted] = useState<Adjusted>()
  const mayAct = useMayAct('operator')
  const ofKind = (account: Balance['account']) => data?.filter((one) => one.account === account)
  const common = { error, onRetry: () => refetch() }
  const deed = ({ party_id, party: name, balance: owed }: Balance) => {
    const network = { id: party_id ?? '', name: name ?? '' }
    return (
      mayAct && (
        <span className="row money-deeds">
          <Button size="xs" onClick={() => setParty({ kind: 'network', ...network, owed })}>
            Receive…
          </Button>
          <Button size="xs" onClick={() => setAdjusted({ kind: 'network', party: network })}>
            Adjust…
          </Button>
        </span>
      )
    )
  }
  const adjustAny = (kind: 'app' | 'network') =>
    mayAct && (
      <Button onClick={() => setAdjusted({ kind })}>Adjust {kind === 'app' ? 'an app' : 'a network'}…</Button>
    )
  const owedOf = (id: string) =>
    ofKind(adjusted?.kind === 'network' ? 'receivable' : 'payable')?.find(({ party_id }) => party_id === id)
      ?.balance ?? '0'
  return (
    <div className="stack">
      {(data || !error) && <KpiStrip label="The platform's accounts" kpis={kpisOf(data)} />}
      <PublisherMoney
        onPay={
          mayAct ? ({ app_id: id, app: name, owed }) => setParty({ kind: 'app', id, name, owed }) : undefined
        }
        onAdjust={({ app_id: id, app: name }) => setAdjusted({ kind: 'app', party: { id, name } })}
        head={adjustAny('app')}
      />
      <section className="card" aria-label="What networks owe">
        <div className="card-head">
          <h2 className="grow">What networks owe</h2>
          {adjustAny('network')}
        </div>
        <DataTable
          {...common}
          caption="What networks owe"
          rows={ofKind('receivable')}
          columns={columnsOf(deed)}
          keyOf={({ party_id }) => party_id ?? ''}
          empty={
            <EmptyState title="No network owes anything">
              A network owes each conversion that it reports as approved.
            </EmptyState>
          }
        />
      </section>
      {party && <SettleDialog party={party} onClose={() => setParty(undefined)} />}
      {adjusted && <AdjustDialog {...adjusted} owedOf={owedOf} onClose={() => setAdjusted(undefined)} />}
    </div>
  )
}

function columnsOf(deed: (row: Balance) => React.ReactNode): readonly Column<Balance>[] {
  return [
    {
      name: 'party',
      head: 'Network',
      card: 'main',
      cell: ({ party, party_id }) => (
        <Link to="/ops/money" search={{ tab: 'ledger', account: 'receivable', party: party_id ?? '' }}>
          <bdi>{party}</bdi>
        </Link>
      ),
    },
    { name: 'balance', head: 'Open, USD', isNumber: true, cell: ({ balance }) => <Money amount={balance} /> },
    { name: 'deed', head: <span className="sr">Settle</span>, isNumber: true, cell: deed },
  ]
}

const accounts = [
  ['receivable', 'Networks owe'],
  ['cash', 'Cash'],
  ['payable', 'Apps are owed'],
  ['adjustment', 'Adjusted'],
  ['margin', 'Margin'],
] as const

function kpisOf(rows: readonly Balance[] | undefined): readonly Kpi[] {
  return accounts.map(([account, label]) => {
    const micros = rows
      ?.filter((one) => one.account === account)
      .reduce((sum, { balance }) => sum + microsOf(balance), 0)
    const text = micros === undefined ? undefined : (micros / 1_000_000).toFixed(6)
    return {
      name: account,
      label,
      value: text === undefined ? undefined : formatMoney(text, { currency: 'USD' }),
      ...(text === undefined ? {} : { title: formatMoney(text, { currency: 'USD', placesMax: 6 }) }),
    }
  })
}
