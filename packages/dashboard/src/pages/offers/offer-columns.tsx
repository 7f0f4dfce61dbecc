import { Checkbox } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { RowOf } from '../../api/operation-types.ts'
import { formatMany, formatShare } from '../../format/format-number.ts'
import type { Column } from '../../parts/table/column.ts'
import { Money, MoneyRange } from '../../parts/value/money.tsx'
import { CapBar } from './many/cap-bar.tsx'
import { choose, isChosen } from './many/selection.ts'
import { type Selecting, ShownTick } from './many/selection-bar.tsx'
import { OfferStatus } from './offer-status.tsx'
import { PauseButton } from './pause-button.tsx'
import { countryName, platformName, namePlaces } from './targeting-words.ts'

type ListedOffer = RowOf<'listOffers'>

/** More than one in five is said in red. */
const reversedMax = 0.2

const figures: readonly Column<ListedOffer>[] = [
  {
    name: 'payout',
    head: 'Payout, USD',
    sort: 'payout',
    isNumber: true,
    cell: ({ payout, payout_share: share, revenue, range }) =>
      range === null ? (
        <span className="num" title={`The network pays ${revenue} USD`}>
          {share === null ? <Money amount={payout} precision="detail" /> : `${share} %`}
        </span>
      ) : (
        <span
          className="num"
          title={`By country and platform; the network pays ${range.revenue_min} to ${range.revenue_max} USD`}
        >
          <MoneyRange min={range.payout_min} max={range.payout_max} />
        </span>
      ),
  },
  {
    name: 'cap',
    head: 'Cap today',
    cell: ({ daily_cap: cap, used_today: used }) => <CapBar cap={cap} used={used} />,
  },
  {
    name: 'rate',
    head: 'CR',
    isNumber: true,
    cell: ({ conversion_rate: rate, clicks }) => (
      <span title={`Of ${formatMany(clicks, 'click')} in 28 days`}>{formatShare(rate)}</span>
    ),
  },
  {
    name: 'epc',
    head: 'EPC, USD',
    card: 'none',
    isNumber: true,
    cell: ({ epc }) => (epc === null ? '–' : <Money amount={epc} precision="detail" />),
  },
  {
    name: 'reversed',
    head: 'Reversed',
    card: 'none',
    isNumber: true,
    cell: ({ reversal_rate: rate }) => (
      <span className={rate !== null && rate > reversedMax ? 'error-text' : ''}>{formatShare(rate)}</span>
    ),
  },
  {
    name: 'margin',
    head: 'Margin, 28 d',
    card: 'none',
    isNumber: true,
    cell: ({ margin, earned }) => (
      <span title={`Publishers earned ${earned} USD`}>
        <Money amount={margin} />
      </span>
    ),
  },
  {
    name: 'shown',
    head: 'Shown in',
    card: 'none',
    cell: ({ countries, platforms }) => (
      <span
        className="sm shown-in"
        title={[...countries.map(countryName), ...platforms.map(platformName)].join(', ')}
      >
        {namePlaces(countries)}
      </span>
    ),
  },
  { name: 'status', head: 'State', card: 'status', cell: (offer) => <OfferStatus offer={offer} /> },
]

interface ColumnsGiven {
  /** Left out for those who may not change offers. */
  readonly selecting: Selecting | undefined
  readonly isPhone: boolean
}

/** The columns of the list; on a phone the tick stands before the name. */
export function offerColumns({ selecting, isPhone }: ColumnsGiven): readonly Column<ListedOffer>[] {
  const name: Column<ListedOffer> = {
    name: 'name',
    head: 'Offer',
    sort: 'name',
    card: 'main',
    width: '24%',
    cell: (offer) => (
      <div className="offer-main">
        {isPhone && selecting && <OfferTick offer={offer} {...selecting} />}
        <div className="offer-name">
          <Link to={`/ops/offers/${offer.id}`} className="row-link">
            <bdi>{offer.name}</bdi>
          </Link>
          <span className="faint xs">
            {offer.id} · <bdi>{offer.network}</bdi> · <bdi>{offer.external_id}</bdi>
          </span>
        </div>
      </div>
    ),
  }
  if (selecting === undefined) return [name, ...figures]
  const tick: Column<ListedOffer> = {
    name: 'choice',
    head: <ShownTick {...selecting} />,
    card: 'none',
    width: '40px',
    cell: (offer) => <OfferTick offer={offer} {...selecting} />,
  }
  const act: Column<ListedOffer> = {
    name: 'act',
    head: <span className="sr">Act</span>,
    card: 'none',
    cell: (offer) => <PauseButton offer={offer} isSmall />,
  }
  return [tick, name, ...figures, act]
}

/** The last one that was ticked: with Shift all up to here are. */
let lastTicked = ''

function OfferTick({ offer, selection, onSelect, shown }: Selecting & { readonly offer: ListedOffer }) {
  const isOn = isChosen(selection, offer.id)
  return (
    <Checkbox
      className="above-row"
      aria-label={`Choose ${offer.name}`}
      checked={isOn}
      onChange={(event) => {
        const isRange = event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey
        const places = [shown.indexOf(lastTicked), shown.indexOf(offer.id)].toSorted((a, b) => a - b)
        const [from = 0, to = 0] = places
        const ids = isRange && from >= 0 ? shown.slice(from, to + 1) : [offer.id]
        lastTicked = offer.id
        onSelect(choose(selection, ids, !isOn))
      }}
    />
  )
}
