import { Button, NativeSelect } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { RowOf } from '../../api/operation-types.ts'
import { useOperation } from '../../api/use-operation.ts'
import { usePages } from '../../api/use-pages.ts'
import { formatMany, formatTotalOf } from '../../format/format-number.ts'
import { useMayAct } from '../../frame/use-session.ts'
import { useSearchState } from '../../frame/use-search-state.ts'
import { EmptyState } from '../../parts/feedback/empty-state.tsx'
import { PageHeader } from '../../parts/layout/page-header.tsx'
import type { Column } from '../../parts/table/column.ts'
import { DataTable } from '../../parts/table/data-table.tsx'
import { Filters } from '../../parts/table/filters.tsx'
import { SearchField } from '../../parts/table/search-field.tsx'
import { Icon } from '../../parts/value/icon.tsx'
import { Money } from '../../parts/value/money.tsx'
import { CountrySelect } from './country-select.tsx'
import { choiceColumn, OfferBulkBar } from './offer-bulk-bar.tsx'
import { OfferStatus } from './offer-status.tsx'
import { PauseButton } from './pause-button.tsx'
import { platformName, namePlaces } from './targeting-words.ts'
import './offers.css'

type Offer = RowOf<'listOffers'>

const nothing = {
  search: '',
  networkId: '',
  status: '',
  country: '',
  platform: '',
  category: '',
  sort: '-id',
}

const columns: readonly Column<Offer>[] = [
  {
    name: 'name',
    head: 'Offer',
    sort: 'name',
    card: 'main',
    width: '28%',
    cell: (offer) => (
      <div className="offer-name">
        <Link to={`/ops/offers/${offer.id}`} className="row-link">
          <bdi>{offer.name}</bdi>
        </Link>
        <span className="faint xs">
          {offer.id} · <bdi>{offer.network}</bdi> · <bdi>{offer.external_id}</bdi>
        </span>
      </div>
    ),
  },
  {
    name: 'payout',
    head: 'Payout, USD',
    sort: 'payout',
    isNumber: true,
    cell: (offer) => <Payout {...offer} />,
  },
  {
    name: 'revenue',
    head: 'Revenue, USD',
    sort: 'revenue',
    isNumber: true,
    cell: ({ revenue }) => <Money amount={revenue} precision="detail" />,
  },
  {
    name: 'earned',
    head: 'Earned, 30 d',
    isNumber: true,
    cell: ({ earned, approved, clicks }) => (
      <span title={`${formatMany(approved, 'approved conversion')} of ${formatMany(clicks, 'click')}`}>
        <Money amount={earned} currency="USD" />
      </span>
    ),
  },
  {
    name: 'shown',
    head: 'Shown in',
    cell: ({ countries, platforms }) => (
      <span className="sm">
        {namePlaces(countries)}
        <span className="faint">
          {' '}
          · {platforms.length === 0 ? 'all platforms' : platforms.map(platformName).join(', ')}
        </span>
      </span>
    ),
  },
  { name: 'status', head: 'State', card: 'status', cell: (offer) => <OfferStatus offer={offer} /> },
]

function Payout({ payout, payout_share: share }: Pick<Offer, 'payout' | 'payout_share'>) {
  return share === null ? (
    <Money amount={payout} precision="detail" />
  ) : (
    <span className="num">{share} %</span>
  )
}

/** Everything that networks offer, whatever users may see of it. */
export function OffersPage() {
  const [state, change] = useSearchState(nothing)
  const { sort, ...filters } = state
  const { total, ...list } = usePages('listOffers', { query: { ...filters, sort } })
  const mayChange = useMayAct('operator')
  const count = Object.entries(filters).filter(([name, value]) => name !== 'search' && value !== '').length
  const clear = () => change({ ...nothing, sort })
  const [chosen, setChosen] = useState<ReadonlyMap<string, Offer>>(new Map())
  const shown = mayChange
    ? [
        choiceColumn(chosen, setChosen),
        ...columns,
        {
          name: 'act',
          head: <span className="sr">Act</span>,
          card: 'none' as const,
          cell: (offer: Offer) => <PauseButton offer={offer} isSmall />,
        },
      ]
    : columns
  return (
    <>
      <PageHeader
        title="Offers"
        actions={
          mayChange && (
            <>
              <Button
                variant="filled"
                component={Link}
                to="/ops/offers/import"
                leftSection={<Icon name="download" />}
              >
                Import offers
              </Button>
              <Button component={Link} to="/ops/offers/new" leftSection={<Icon name="plus" />}>
                New offer
              </Button>
            </>
          )
        }
      />
      <Filters
        search={
          <SearchField label="Name or id" value={state.search} onChange={(search) => change({ search })} />
        }
        count={count}
        onClear={clear}
        summary={formatTotalOf(total, 'offer')}
      >
        <OfferFilters state={state} change={change} />
      </Filters>
      {chosen.size > 0 && <OfferBulkBar offers={[...chosen.values()]} onClear={() => setChosen(new Map())} />}
      <section className="card">
        <DataTable
          {...list}
          caption="Offers"
          columns={shown}
          keyOf={({ id }) => id}
          sort={sort}
          onSort={(next) => change({ sort: next })}
          empty={
            count > 0 || state.search !== '' ? (
              <EmptyState
                icon="tag"
                title="No offer matches"
                action={<Button onClick={clear}>Clear filters</Button>}
              >
                There may be offers without these filters.
              </EmptyState>
            ) : (
              <EmptyState icon="tag" title="No offers yet">
                Offers come from networks: import a file or a feed, or create one by hand, to see here what
                users may earn.
              </EmptyState>
            )
          }
        />
      </section>
    </>
  )
}

interface OfferFiltersProps {
  readonly state: typeof nothing
  readonly change: (changed: Partial<typeof nothing>) => void
}

function OfferFilters({ state, change }: OfferFiltersProps) {
  const networks = useOperation('listNetworks', { query: { limit: 100 } }).data ?? []
  const categories = useOperation('listOfferCategories', {}).data ?? []
  return (
    <>
      <NativeSelect
        aria-label="Network"
        value={state.networkId}
        onChange={(event) => change({ networkId: event.currentTarget.value })}
        data={[
          { value: '', label: 'Any network' },
          ...networks.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <NativeSelect
        aria-label="State"
        value={state.status}
        onChange={(event) => change({ status: event.currentTarget.value })}
        data={[
          { value: '', label: 'Any state' },
          { value: 'active', label: 'Active' },
          { value: 'paused', label: 'Paused' },
          { value: 'capped', label: 'At its cap' },
        ]}
      />
      <CountrySelect value={state.country} onChange={(country) => change({ country })} any="Any country" />
      <NativeSelect
        aria-label="Platform"
        value={state.platform}
        onChange={(event) => change({ platform: event.currentTarget.value })}
        data={[
          { value: '', label: 'Any platform' },
          { value: 'desktop', label: 'Desktop' },
          { value: 'android', label: 'Android' },
          { value: 'ios', label: 'iOS' },
        ]}
      />
      <NativeSelect
        aria-label="Category"
        value={state.category}
        onChange={(event) => change({ category: event.currentTarget.value })}
        data={[
          { value: '', label: 'Any category' },
          ...categories.map(({ category, offers }) => ({
            value: category,
            label: `${category} (${offers})`,
          })),
        ]}
      />
    </>
  )
}
