import { Button, SegmentedControl } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { formatMoney, microsOf } from '../../../format/format-money.ts'
import { formatCount } from '../../../format/format-number.ts'
import { Money } from '../../../parts/value/money.tsx'
import { namePlaces, platformName } from '../targeting-words.ts'
import { columnName } from './cause-words.ts'
import { type Trial, writesOf } from './repair-state.ts'

type Difference = Trial['differences'][number]

const firstMax = 8

const filters = {
  all: () => true,
  repaired: ({ repaired }: Difference) => repaired.length > 0,
  changed: ({ kind }: Difference) => kind !== 'new',
} as const
type Filter = keyof typeof filters

/** The offers as they would be written, with their money; struck through: what the file says. */
export function ImportTable({ trial }: { readonly trial: Trial }) {
  const [filter, setFilter] = useState<Filter>('all')
  const [isWhole, setWhole] = useState(false)
  const { counts, differences } = trial
  const writes = writesOf(trial)
  if (writes === 0) return null
  const totals = { all: writes, repaired: counts.repaired, changed: counts.changed + counts.paused }
  const found = differences.filter(filters[filter])
  const shown = isWhole ? found : found.slice(0, firstMax)
  return (
    <section className="card" aria-labelledby="imported">
      <div className="card-head wrap">
        <h2 id="imported" className="grow">
          What is imported
        </h2>
        <SegmentedControl
          aria-label="Which offers"
          value={filter}
          onChange={(value) => setFilter(value as Filter)}
          data={[
            { value: 'all', label: `All ${formatCount(totals.all)}` },
            { value: 'repaired', label: `Repaired ${formatCount(totals.repaired)}` },
            { value: 'changed', label: `Changed ${formatCount(totals.changed)}` },
          ]}
        />
      </div>
      <table className="import-table">
        <thead>
          <tr>
            <th>Offer</th>
            <th className="n">Publisher earns</th>
            <th className="n">Network pays</th>
            <th className="n">Margin</th>
            <th>Shown in</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((difference) => (
            <OfferRow key={difference.external_id} difference={difference} />
          ))}
        </tbody>
      </table>
      {shown.length === 0 && <p className="muted sm import-part">None of these.</p>}
      <div className="import-foot">
        <span className="muted sm grow">
          {formatCount(shown.length)} of {formatCount(totals[filter])}; USD
        </span>
        {found.length > shown.length && (
          <Button variant="subtle" onClick={() => setWhole(true)}>
            {totals[filter] > found.length
              ? `Show the first ${formatCount(found.length)}`
              : `Show all ${formatCount(found.length)}`}
          </Button>
        )}
      </div>
    </section>
  )
}

function OfferRow({ difference }: { readonly difference: Difference }) {
  const { external_id: externalId, name, kind, offer_id: offerId, changes, prices, repaired } = difference
  const before = (field: string) => repaired.find((cell) => cell.field === field)?.before
  return (
    <tr>
      <td className="import-offer">
        {offerId === null ? (
          <bdi className="import-offer-name">{name}</bdi>
        ) : (
          <Link className="import-offer-name" to={`/ops/offers/${offerId}`}>
            <bdi>{name}</bdi>
          </Link>
        )}
        {kind !== 'new' && (
          <span className={`chip ${kind === 'changed' ? 'info' : 'neutral'}`}>
            {kind === 'changed' ? 'Changed' : 'Paused'}
          </span>
        )}
        <span className="muted xs import-meta">
          <bdi>{externalId}</bdi>
          {kind === 'new' && prices !== '' && ` · ${columnName('prices')}: ${shorten(prices)}`}
          {changes.map((change) => (
            <span key={change.field}>
              {' '}
              · {columnName(change.field)}: <del>{shorten(change.before) || 'nothing'}</del> →{' '}
              {shorten(change.after) || 'nothing'}
            </span>
          ))}
        </span>
      </td>
      <td className="n" data-name="Publisher earns">
        <Mended before={before('payout')}>
          {isPricedOnly(difference) ? byCountry : <Money amount={difference.payout} precision="detail" />}
        </Mended>
      </td>
      <td className="n" data-name="Network pays">
        <Mended before={before('revenue')}>
          {isPricedOnly(difference) ? byCountry : <Money amount={difference.revenue} precision="detail" />}
        </Mended>
      </td>
      <td className="n" data-name="Margin">
        {isPricedOnly(difference) ? byCountry : <Margin difference={difference} />}
      </td>
      <td data-name="Shown in">
        <Mended before={before('countries')}>
          {isPricedOnly(difference) ? 'Where it has a price' : namePlaces(difference.countries)}
        </Mended>
        {difference.platforms.length > 0 && (
          <span className="muted xs import-meta">
            <Mended before={before('platforms')}>{difference.platforms.map(platformName).join(', ')}</Mended>
          </span>
        )}
      </td>
    </tr>
  )
}

/** Whether it has no amount besides those of its prices. */
function isPricedOnly({ prices, payout, revenue, is_share: isShare }: Difference): boolean {
  return prices !== '' && !isShare && microsOf(payout) === 0 && microsOf(revenue) === 0
}

const byCountry = <span className="muted sm">by country</span>

const shownMax = 60

function shorten(text: string): string {
  return text.length > shownMax ? `${text.slice(0, shownMax)}…` : text
}

function Mended({ before, children }: { readonly before: string | undefined; readonly children: ReactNode }) {
  if (before === undefined) return children
  return (
    <>
      <del className="import-before" title="In the file">
        {before}
      </del>{' '}
      <ins className="import-after">{children}</ins>
    </>
  )
}

function Margin({ difference: { payout, revenue, is_share: isShare } }: { readonly difference: Difference }) {
  if (isShare) return <span className="muted sm">a share</span>
  const micros = microsOf(revenue) - microsOf(payout)
  const share = microsOf(revenue) === 0 ? undefined : (100 * micros) / microsOf(revenue)
  return (
    <>
      <span className="num">{formatMoney((micros / 1_000_000).toFixed(6))}</span>
      {share !== undefined && <span className="muted xs import-meta num">{share.toFixed(1)} %</span>}
    </>
  )
}
