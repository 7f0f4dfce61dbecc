import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { RowOf } from '../../api/operation-types.ts'
import { useOperation } from '../../api/use-operation.ts'
import { microsOf } from '../../format/format-money.ts'
import { EmptyState } from '../../parts/feedback/empty-state.tsx'
import type { Column } from '../../parts/table/column.ts'
import { DataTable } from '../../parts/table/data-table.tsx'
import { Money } from '../../parts/value/money.tsx'

type AppMoney = RowOf<'listPublisherMoney'>

const figures = ['owed', 'held', 'paid'] as const
type Figures = Readonly<Record<(typeof figures)[number], string>>

/** A publisher, or one of their apps; a publisher of one app is one row with it. */
interface MoneyRow extends Figures {
  readonly key: string
  readonly publisherId: string
  readonly publisher: string
  /** Undefined on the row that sums up several. */
  readonly app: AppMoney | undefined
  /** It stands below the sum of its publisher. */
  readonly isPart: boolean
}

interface PublisherMoneyProps {
  /** Undefined for whoever may only look. */
  readonly onPay: ((app: AppMoney) => void) | undefined
  readonly onAdjust: (app: AppMoney) => void
  /** It stands beside the headline. */
  readonly head: ReactNode
}

/** Owed, held and paid, publisher by publisher: whom to pay, and what is still to come. */
export function PublisherMoney({ onPay, onAdjust, head }: PublisherMoneyProps) {
  const { data, error, refetch } = useOperation('listPublisherMoney', {})
  return (
    <section className="card" aria-label="What publishers are owed">
      <div className="card-head">
        <h2 className="grow">What publishers are owed</h2>
        {head}
      </div>
      <DataTable
        caption="What publishers are owed"
        error={error}
        onRetry={() => refetch()}
        rows={data && rowsOf(data)}
        columns={columnsOf({ onPay, onAdjust })}
        keyOf={({ key }) => key}
        empty={
          <EmptyState title="No publisher is owed anything">
            An approved conversion is owed at once.
          </EmptyState>
        }
      />
    </section>
  )
}

function rowsOf(apps: readonly AppMoney[]): readonly MoneyRow[] {
  return [...Map.groupBy(apps, (app) => app.publisher_id)].flatMap(([publisherId, own]) => {
    const rows = own.map((app): MoneyRow => {
      const { publisher, owed, held, paid } = app
      const isPart = own.length > 1
      return { owed, held, paid, key: `app ${app.app_id}`, publisherId, publisher, app, isPart }
    })
    const [first] = rows
    if (first === undefined || rows.length === 1) return rows
    const { publisher } = first
    return [
      { ...sumOf(own), key: publisherId, publisherId, publisher, app: undefined, isPart: false },
      ...rows,
    ]
  })
}

function sumOf(apps: readonly AppMoney[]): Figures {
  const sum = (name: keyof Figures): string =>
    (apps.reduce((micros, app) => micros + microsOf(app[name]), 0) / 1_000_000).toFixed(6)
  return { owed: sum('owed'), held: sum('held'), paid: sum('paid') }
}

const heads = { owed: 'Owed, USD', held: 'Held, USD', paid: 'Paid, USD' } as const

function columnsOf({ onPay, onAdjust }: Pick<PublisherMoneyProps, 'onPay' | 'onAdjust'>) {
  const columns: Column<MoneyRow>[] = [
    { name: 'party', head: 'Publisher', card: 'main', cell: (row) => <Party row={row} /> },
    ...figures.map((name) => ({
      name,
      head: heads[name],
      isNumber: true,
      cell: (row: MoneyRow) => <Money amount={row[name]} />,
    })),
  ]
  if (onPay === undefined) return columns
  const deed: Column<MoneyRow> = {
    name: 'deed',
    head: <span className="sr">Settle</span>,
    isNumber: true,
    cell: ({ app }) =>
      app === undefined ? (
        ''
      ) : (
        <span className="row money-deeds">
          <Button size="xs" disabled={microsOf(app.owed) <= 0} onClick={() => onPay(app)}>
            Pay…
          </Button>
          <Button size="xs" onClick={() => onAdjust(app)}>
            Adjust…
          </Button>
        </span>
      ),
  }
  return [...columns, deed]
}

function Party({ row: { publisherId, publisher, app, isPart } }: { readonly row: MoneyRow }) {
  const ledger = app && (
    <Link to="/ops/money" search={{ tab: 'ledger', account: 'payable', party: app.app_id }}>
      <bdi>{app.app}</bdi>
    </Link>
  )
  if (isPart) return <span className="money-part">{ledger}</span>
  return (
    <>
      <Link to={`/ops/publishers/${publisherId}`}>
        <bdi>{publisher}</bdi>
      </Link>
      {ledger && <span className="muted"> · {ledger}</span>}
    </>
  )
}
