import { Button } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import type { DataOf } from '../../../api/operation-types.ts'
import { placesOf } from '../../../format/format-money.ts'
import { placeOf, useHere } from '../../../frame/publisher/use-here.ts'
import { useManaged } from '../../../frame/publisher/use-managed.ts'
import { Awaited } from '../../../parts/feedback/awaited.tsx'
import { PageHeader } from '../../../parts/layout/page-header.tsx'
import { Icon } from '../../../parts/value/icon.tsx'
import { Money } from '../../../parts/value/money.tsx'
import { dayOf, fileAddress, monthBeside, monthName } from './month-name.ts'
import './statement-page.css'

type Statement = DataOf<'getMyStatement'>

/** A month as a document: on the page, on paper, as a PDF. */
export function StatementPage() {
  const here = useHere()
  const { month = '' } = useParams({ strict: false }) as { readonly month?: string } // by the route's path
  const { data, error, refetch } = useManaged('getMyStatement', { query: { month } })
  return (
    <div className="statement-page">
      <div className="no-print">
        <PageHeader
          title={`Statement, ${monthName(month)}`}
          crumbs={[{ to: placeOf(here, 'money'), text: 'Money' }]}
          actions={
            <>
              <Button
                component="a"
                href={fileAddress(here.publisherId, month)}
                download
                leftSection={<Icon name="download" />}
              >
                CSV
              </Button>
              <Button variant="filled" onClick={() => window.print()}>
                Print or save as PDF
              </Button>
            </>
          }
        />
      </div>
      {data ? (
        <Sheet statement={data} />
      ) : (
        <Awaited what="The statement could not be loaded" error={error} onRetry={refetch} />
      )}
      {data && (
        <nav className="row statement-beside no-print" aria-label="Other months">
          <Link to={placeOf(here, `money/${monthBeside(month, -1)}`)}>
            ← {monthName(monthBeside(month, -1))}
          </Link>
          <span className="grow" />
          {hasBegun(monthBeside(month, 1)) && (
            <Link to={placeOf(here, `money/${monthBeside(month, 1)}`)}>
              {monthName(monthBeside(month, 1))} →
            </Link>
          )}
        </nav>
      )}
    </div>
  )
}

function hasBegun(month: string): boolean {
  return Date.parse(`${month}-01T00:00:00Z`) <= Date.now()
}

function Sheet({ statement }: { readonly statement: Statement }) {
  const { month, publisher, from, until } = statement
  const places = placesOf(amountsOf(statement))
  const isOver = Date.parse(`${monthBeside(month, 1)}-01T00:00:00Z`) / 1_000 <= until
  return (
    <article className="card statement" aria-label={`Statement of ${monthName(month)}`}>
      <header className="statement-head">
        <div>
          <p className="statement-kind">Statement of account</p>
          <h2>
            <bdi>{publisher}</bdi>
          </h2>
        </div>
        <dl>
          <dt>Month</dt>
          <dd>{monthName(month)}</dd>
          <dt>From</dt>
          <dd>{dayOf(from)}</dd>
          <dt>To</dt>
          <dd>{isOver ? dayOf(until - 1) : `${dayOf(until)}, so far`}</dd>
          <dt>Currency</dt>
          <dd>USD</dd>
        </dl>
      </header>
      <Account statement={statement} places={places} />
      {statement.apps.length > 0 && <Apps apps={statement.apps} places={places} />}
      {statement.payments.length > 0 && <Payments payments={statement.payments} places={places} />}
      <footer className="xs muted">
        Days and months are those of UTC. Test data, and what is pending, in review or held, are not in it.
      </footer>
    </article>
  )
}

function amountsOf({ apps, payments, ...account }: Statement): readonly string[] {
  const { opening, approved, reversed, reversed_earlier, adjusted, paid, closing } = account
  return [
    ...[opening, approved, reversed, reversed_earlier, adjusted, paid, closing],
    ...apps.flatMap((app) => [app.approved, app.reversed]),
    ...payments.map(({ amount }) => amount),
  ]
}

interface Places {
  /** The same for every amount on the sheet. */
  readonly places: number
}

/** The equation: before, what came, what went, after. */
function Account({ statement, places }: Places & { readonly statement: Statement }) {
  const rows = [
    ['Approved', statement.approved],
    ['Reversed, of this month', statement.reversed],
    ['Reversed, of earlier months', statement.reversed_earlier],
    ['Adjusted', statement.adjusted],
    ['Paid', statement.paid],
  ] as const
  return (
    <table className="statement-table statement-account">
      <caption>Account</caption>
      <tbody>
        <Total name="Balance before" amount={statement.opening} places={places} />
        {rows.map(([name, amount]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              <Money amount={amount} precision={places} isChange />
            </td>
          </tr>
        ))}
        <Total name="Balance after" amount={statement.closing} places={places} />
      </tbody>
    </table>
  )
}

function Total({ name, amount, places }: Places & { readonly name: string; readonly amount: string }) {
  return (
    <tr className="statement-total">
      <th scope="row">{name}</th>
      <td>
        <Money amount={amount} precision={places} />
      </td>
    </tr>
  )
}

function Apps({ apps, places }: Places & Pick<Statement, 'apps'>) {
  return (
    <table className="statement-table">
      <caption>By app</caption>
      <thead>
        <tr>
          <th scope="col">App</th>
          <th scope="col">Approved</th>
          <th scope="col">Reversed</th>
        </tr>
      </thead>
      <tbody>
        {apps.map(({ id, name, approved, reversed }) => (
          <tr key={id}>
            <th scope="row">
              <bdi>{name}</bdi>
            </th>
            <td>
              <Money amount={approved} precision={places} />
            </td>
            <td>
              <Money amount={reversed} precision={places} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const kinds: Readonly<Record<string, string>> = { paid: 'Paid out', adjusted: 'Adjusted' }

function Payments({ payments, places }: Places & Pick<Statement, 'payments'>) {
  return (
    <table className="statement-table">
      <caption>Payments and adjustments</caption>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col">What</th>
          <th scope="col">Reference</th>
          <th scope="col">USD</th>
        </tr>
      </thead>
      <tbody>
        {payments.map(({ at, reference, kind, amount }) => (
          <tr key={reference}>
            <th scope="row">{dayOf(at)}</th>
            <td>{kinds[kind] ?? kind}</td>
            <td>
              <bdi>{reference}</bdi>
            </td>
            <td>
              <Money amount={amount} precision={places} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
