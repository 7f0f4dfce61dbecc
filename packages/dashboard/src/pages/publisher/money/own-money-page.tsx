import { Link } from '@tanstack/react-router'
import type { DataOf } from '../../../api/operation-types.ts'
import { formatCount } from '../../../format/format-number.ts'
import { microsOf } from '../../../format/format-money.ts'
import { placeOf, useHere } from '../../../frame/publisher/use-here.ts'
import { useManaged } from '../../../frame/publisher/use-managed.ts'
import { EmptyState } from '../../../parts/feedback/empty-state.tsx'
import { Awaited } from '../../../parts/feedback/awaited.tsx'
import { PageHeader } from '../../../parts/layout/page-header.tsx'
import type { Column } from '../../../parts/table/column.ts'
import { DataTable } from '../../../parts/table/data-table.tsx'
import { Icon } from '../../../parts/value/icon.tsx'
import { Money } from '../../../parts/value/money.tsx'
import { dayName, fileAddress, monthName } from './month-name.ts'
import './own-money-page.css'

type Balance = DataOf<'getMyBalance'>
type Month = DataOf<'listMyStatements'>[number]

/** The balance, amounts that may come to it and when, and a statement for every month. */
export function OwnMoneyPage() {
  const { mode } = useHere()
  const { data: balance, error, refetch } = useManaged('getMyBalance')
  return (
    <>
      <PageHeader title="Money">The amounts are for all your apps, in USD.</PageHeader>
      {mode === 'test' ? (
        <section className="card">
          <EmptyState icon="money" title="Test data are no money">
            Turn test data off to see your balance.
          </EmptyState>
        </section>
      ) : (
        <div className="stack">
          {balance ? (
            <BalanceStrip balance={balance} />
          ) : (
            <Awaited what="The balance could not be loaded" error={error} onRetry={refetch} />
          )}
          {balance && <NotYet balance={balance} />}
          <Statements />
        </div>
      )}
    </>
  )
}

/** The balance as the sum that it is. */
function BalanceStrip({ balance }: { readonly balance: Balance }) {
  const parts = [
    ['Approved', balance.approved],
    ['Reversed', balance.reversed],
    ['Adjusted', balance.adjusted],
    ['Paid', balance.paid],
  ] as const
  return (
    <section className="card" aria-label="Balance">
      <dl className="own-balance">
        {parts.map(([name, amount]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <Money amount={amount} />
            </dd>
          </div>
        ))}
        <div className="own-balance-owed">
          <dt>Owed to you</dt>
          <dd>
            <Money amount={balance.owed} currency="USD" />
          </dd>
        </div>
      </dl>
    </section>
  )
}

/** Amounts that are not in the balance, and when they come. */
function NotYet({ balance }: { readonly balance: Balance }) {
  const { pending, in_review, held, releases } = balance
  const most = Math.max(1, ...releases.map(({ amount }) => microsOf(amount)))
  return (
    <section className="card" aria-labelledby="not-yet">
      <div className="card-head">
        <h2 id="not-yet" className="grow">
          Not in the balance yet
        </h2>
      </div>
      <div className="card-body own-not-yet">
        <dl className="own-waiting">
          <Waiting name="Pending" amount={pending}>
            until networks confirm it
          </Waiting>
          <Waiting name="In review" amount={in_review}>
            until a person has looked
          </Waiting>
          <Waiting name="Held" amount={held}>
            until the day beside it
          </Waiting>
        </dl>
        {releases.length === 0 ? (
          <p className="sm muted">Nothing is held for days.</p>
        ) : (
          <table className="own-releases">
            <caption className="sr">Release days</caption>
            <thead>
              <tr>
                <th scope="col">Released</th>
                <th scope="col">Conversions</th>
                <th scope="col">USD</th>
                <td />
              </tr>
            </thead>
            <tbody>
              {releases.map(({ day, conversions, amount }) => (
                <tr key={day}>
                  <th scope="row">{dayName(day)}</th>
                  <td className="num">{formatCount(conversions)}</td>
                  <td>
                    <Money amount={amount} />
                  </td>
                  <td aria-hidden="true">
                    <meter min={0} max={most} value={microsOf(amount)} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </section>
  )
}

interface WaitingProps {
  readonly name: string
  readonly amount: string
  readonly children: string
}

function Waiting({ name, amount, children }: WaitingProps) {
  return (
    <div>
      <dt>
        {name} <span className="xs muted">{children}</span>
      </dt>
      <dd>
        <Money amount={amount} />
      </dd>
    </div>
  )
}

function Statements() {
  const here = useHere()
  const { data, error, refetch } = useManaged('listMyStatements')
  const amount = (
    name: 'opening' | 'approved' | 'reversed' | 'adjusted' | 'paid' | 'closing',
    head: string,
  ) =>
    ({
      name,
      head,
      isNumber: true,
      cell: (row: Month) => <Money amount={row[name]} />,
    }) satisfies Column<Month>
  const columns: readonly Column<Month>[] = [
    {
      name: 'month',
      head: 'Month',
      card: 'main',
      cell: ({ month }) => (
        <Link to={placeOf(here, `money/${month}`)} className="row-link">
          {monthName(month)}
        </Link>
      ),
    },
    { ...amount('opening', 'Before'), card: 'none' },
    amount('approved', 'Approved'),
    amount('reversed', 'Reversed'),
    { ...amount('adjusted', 'Adjusted'), card: 'none' },
    amount('paid', 'Paid'),
    { ...amount('closing', 'After'), card: 'status' },
    {
      name: 'file',
      head: <span className="sr">File</span>,
      card: 'none',
      cell: ({ month }) => (
        <a
          href={fileAddress(here.publisherId, month)}
          download
          className="own-file"
          aria-label={`${monthName(month)} as CSV`}
        >
          <Icon name="download" /> CSV
        </a>
      ),
    },
  ]
  return (
    <section className="card">
      <div className="card-head">
        <h2 className="grow">Statements</h2>
        <span className="sm muted">USD, months of UTC</span>
      </div>
      <DataTable
        caption="Statements"
        rows={data}
        error={error}
        onRetry={() => void refetch()}
        keyOf={({ month }) => month}
        columns={columns}
        empty={
          <EmptyState icon="money" title="No statement yet">
            Money appears with the first approved conversion.
          </EmptyState>
        }
      />
    </section>
  )
}
