import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { DataOf } from '../../../api/operation-types.ts'
import { placesOf } from '../../../format/format-money.ts'
import { formatSpan } from '../../../format/format-time.ts'
import { formatMany } from '../../../format/format-number.ts'
import { usePhone } from '../../../parts/layout/use-phone.ts'
import { Icon } from '../../../parts/value/icon.tsx'
import { Money } from '../../../parts/value/money.tsx'
import { isShortened, listCountries, marginOf, placesOfRow } from './price-words.ts'

export type Prices = DataOf<'showOfferPrices'>
type Row = Prices['rows'][number]

interface PriceCardProps {
  readonly offer: DataOf<'getOffer'>
  readonly prices: Prices
  readonly mayChange: boolean
}

/** All prices in groups by goal, numbered. */
export function PriceCard({ offer, prices, mayChange }: PriceCardProps) {
  const isPhone = usePhone()
  const { rows, audiences, audiences_max: max } = prices
  const hasPrices = rows.some(({ rest }) => !rest)
  const List = isPhone ? PriceList : PriceTable
  return (
    <section className="card" aria-labelledby="prices">
      <div className="card-head">
        <h2 id="prices" className="grow">
          Prices
        </h2>
        {mayChange && (
          <Button
            variant="filled"
            component={Link}
            to={`/ops/offers/${offer.id}/edit`}
            hash="offer-money"
            leftSection={<Icon name={hasPrices ? 'edit' : 'plus'} />}
          >
            {hasPrices ? 'Change prices' : 'Add a price'}
          </Button>
        )}
      </div>
      <List prices={prices} goals={offer.goals} />
      <div className="price-foot sm muted">
        {hasPrices ? (
          <>
            <p>
              {formatMany(rows.length, 'row')} · {audiences} of at most {max} audiences. Amounts in USD.
            </p>
            <p>{tellRest(rows)}</p>
          </>
        ) : (
          <p>
            The offer pays the same everywhere. With prices it pays one amount in some countries or on some
            platforms, and another one elsewhere.
          </p>
        )}
      </div>
    </section>
  )
}

/** The meaning of the rows for the rest of the world, or that there are none. */
function tellRest(rows: readonly Row[]): string {
  const rest = rows.filter((row) => row.rest).map(({ number }) => number)
  const [only] = rest
  if (only === undefined) return 'Nobody elsewhere sees the offer.'
  return rest.length === 1 ? `Without row ${only}, nobody elsewhere would see the offer.` : ''
}

interface Group {
  readonly goal: string | null
  readonly name: string | null
  readonly rows: readonly Row[]
}

function groupsOf(rows: readonly Row[]): readonly Group[] {
  return [...Map.groupBy(rows, ({ goal }) => goal)].map(([goal, own]) => ({
    goal,
    name: own[0]?.goal_name ?? null,
    rows: own,
  }))
}

interface GroupNameProps {
  readonly group: Group
  readonly goals: DataOf<'getOffer'>['goals']
}

function GroupName({ group: { goal, name, rows }, goals }: GroupNameProps) {
  const stored = goals.find((one) => one.goal === goal)
  const deadline = stored?.deadline_seconds ?? null
  const facts = [
    ...(stored?.default ? ['default goal'] : []),
    ...(deadline === null ? [] : [`within ${formatSpan(deadline)} of the click`]),
    ...(rows.some(({ rest }) => rest) ? [] : ['not paid elsewhere']),
  ]
  return (
    <>
      <bdi>{name}</bdi> <span className="price-facts xs muted">{facts.join(' · ')}</span>
    </>
  )
}

export function RowNumber({ number, isOn }: { readonly number: number; readonly isOn: boolean }) {
  return (
    <span className="row-number num" data-on={isOn || undefined}>
      {number}
    </span>
  )
}

function Who({ row, isAlone }: { readonly row: Row; readonly isAlone: boolean }) {
  const { where, on } = placesOfRow(row, isAlone)
  const told = (
    <>
      {row.rest ? <b>{where}</b> : where} <span className="muted">· {on}</span>
    </>
  )
  if (!isShortened(row)) return <span>{told}</span>
  return (
    <details className="price-who">
      <summary>{told}</summary>
      <span className="sm muted">{listCountries(row)}</span>
    </details>
  )
}

interface ListProps {
  readonly prices: Prices
  readonly goals: DataOf<'getOffer'>['goals']
}

function PriceTable({ prices: { rows, person }, goals }: ListProps) {
  const places = placesOf(rows.flatMap(({ payout, revenue }) => [payout, revenue]))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className="table-box" aria-label="Prices" tabIndex={0}>
      <table className="table price-table">
        <caption className="sr">Prices by country and platform</caption>
        <thead>
          <tr>
            <th scope="col">Who</th>
            <th scope="col" className="n">
              Network pays
            </th>
            <th scope="col" className="n" colSpan={2}>
              Publisher earns
            </th>
            <th scope="col" className="n" colSpan={2}>
              Margin
            </th>
          </tr>
        </thead>
        {groupsOf(rows).map((group) => (
          <tbody key={group.goal ?? ''}>
            {group.goal !== null && (
              <tr className="price-group">
                <th scope="rowgroup" colSpan={6}>
                  <GroupName group={group} goals={goals} />
                </th>
              </tr>
            )}
            {group.rows.map((row) => {
              const isOn = person?.rows.includes(row.number) === true
              const margin = marginOf(row)
              return (
                <tr key={row.number} data-marked={isOn || undefined}>
                  <td>
                    <div className="row">
                      <RowNumber number={row.number} isOn={isOn} />
                      <Who row={row} isAlone={group.rows.length === 1} />
                    </div>
                  </td>
                  <td className="n">
                    <Money amount={row.revenue} precision={places} />
                  </td>
                  <td className="n">
                    <Money amount={row.payout} precision={places} />
                  </td>
                  <td className="n muted xs">{shareText(row)}</td>
                  <td className="n">
                    <Money amount={margin.amount} precision={places} />
                  </td>
                  <td className="n muted xs">{margin.share}</td>
                </tr>
              )
            })}
          </tbody>
        ))}
      </table>
    </section>
  )
}

function shareText({ payout_share: share }: Row): string {
  return share === null ? 'fixed' : `${share} %`
}

/** The same on a phone. */
function PriceList({ prices: { rows, person }, goals }: ListProps) {
  return groupsOf(rows).map((group) => (
    <section key={group.goal ?? ''} aria-label={group.name ?? 'Prices'}>
      {group.goal !== null && (
        <h3 className="price-group">
          <GroupName group={group} goals={goals} />
        </h3>
      )}
      <ul className="price-list">
        {group.rows.map((row) => {
          const isOn = person?.rows.includes(row.number) === true
          const margin = marginOf(row)
          return (
            <li key={row.number} data-marked={isOn || undefined}>
              <RowNumber number={row.number} isOn={isOn} />
              <div className="grow">
                <Who row={row} isAlone={group.rows.length === 1} />
                <PaidLine
                  left={
                    <>
                      <Money amount={row.payout} precision="detail" />{' '}
                      <span className="muted xs">
                        {shareText(row)}, of <Money amount={row.revenue} precision="detail" />
                      </span>
                    </>
                  }
                  right={
                    <>
                      <span className="sr">Margin </span>
                      <Money amount={margin.amount} precision="detail" />{' '}
                      <span className="muted xs">{margin.share}</span>
                    </>
                  }
                />
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  ))
}

function PaidLine({ left, right }: { readonly left: ReactNode; readonly right: ReactNode }) {
  return (
    <div className="price-paid">
      <span>{left}</span>
      <span>{right}</span>
    </div>
  )
}
