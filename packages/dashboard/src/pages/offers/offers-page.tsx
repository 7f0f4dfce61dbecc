import { Button, NativeSelect } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useOperation } from '../../api/use-operation.ts'
import { usePages } from '../../api/use-pages.ts'
import { formatTotalOf } from '../../format/format-number.ts'
import { useMayAct } from '../../frame/use-session.ts'
import { useSearchState } from '../../frame/use-search-state.ts'
import { EmptyState } from '../../parts/feedback/empty-state.tsx'
import { PageHeader } from '../../parts/layout/page-header.tsx'
import { usePhone } from '../../parts/layout/use-phone.ts'
import { DataTable } from '../../parts/table/data-table.tsx'
import { Filters } from '../../parts/table/filters.tsx'
import { SearchField } from '../../parts/table/search-field.tsx'
import { Icon } from '../../parts/value/icon.tsx'
import { CountrySelect } from './country-select.tsx'
import { MadeEdit } from './many/made-edit.tsx'
import { countChosen, isChosen, nothingChosen } from './many/selection.ts'
import { SelectionBar } from './many/selection-bar.tsx'
import { offerColumns } from './offer-columns.tsx'
import './offers.css'

const nothing = {
  search: '',
  networkId: '',
  status: '',
  country: '',
  platform: '',
  category: '',
  sort: '-id',
  /** An edit that was just made. */
  edited: '',
}

/** Everything that networks offer, whatever users may see of it. */
export function OffersPage() {
  const [state, setState] = useSearchState(nothing)
  const { sort, edited, ...filters } = state
  const { total, ...list } = usePages('listOffers', { query: { ...filters, sort } })
  const mayChange = useMayAct('operator')
  const isPhone = usePhone()
  const [selection, onSelect] = useState(nothingChosen)
  // Another filter finds others: what was chosen among the former ones is chosen no more.
  const change = (changed: Partial<typeof nothing>) => {
    if (!('sort' in changed) && !('edited' in changed)) onSelect(nothingChosen)
    setState(changed)
  }
  const count = Object.entries(filters).filter(([name, value]) => name !== 'search' && value !== '').length
  const clear = () => change({ ...nothing, sort, edited })
  const shown = (list.rows ?? []).map(({ id }) => id)
  const selecting = mayChange ? { selection, onSelect, shown } : undefined
  const counted = list.meta?.total ?? 0
  const isAnyChosen = countChosen(selection, counted) > 0
  return (
    <>
      <PageHeader
        title="Offers"
        actions={
          mayChange && (
            <>
              <Button
                variant={isAnyChosen ? 'default' : 'filled'}
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
      {edited !== '' && <MadeEdit editId={edited} onClose={() => change({ edited: '' })} />}
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
      <section className="card">
        {selecting && counted > 0 && (
          <SelectionBar
            {...selecting}
            total={counted}
            isTotalExact={list.meta?.total_is_exact ?? true}
            filters={filters}
          />
        )}
        <DataTable
          {...list}
          caption="Offers"
          columns={offerColumns({ selecting, isPhone })}
          isMarked={({ id }) => mayChange && isChosen(selection, id)}
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
                Clear the filters to see all offers.
              </EmptyState>
            ) : (
              <EmptyState icon="tag" title="No offers yet">
                Offers come from networks. Import a file or a feed, or create one by hand.
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
