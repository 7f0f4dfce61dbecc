import { Button, NativeSelect } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import type { RowOf } from '../../api/operation-types.ts'
import { usePages } from '../../api/use-pages.ts'
import { formatCount, formatTotalOf } from '../../format/format-number.ts'
import { formatSpan } from '../../format/format-time.ts'
import { useMayAct } from '../../frame/use-session.ts'
import { useSearchState } from '../../frame/use-search-state.ts'
import { EmptyState } from '../../parts/feedback/empty-state.tsx'
import { PageHeader } from '../../parts/layout/page-header.tsx'
import type { Column } from '../../parts/table/column.ts'
import { DataTable } from '../../parts/table/data-table.tsx'
import { Filters } from '../../parts/table/filters.tsx'
import { SearchField } from '../../parts/table/search-field.tsx'
import { Icon } from '../../parts/value/icon.tsx'
import { Moment } from '../../parts/value/moment.tsx'
import { StatusChip } from '../../parts/value/status-chip.tsx'
import { NewNetwork } from './new-network.tsx'
import { PresetTitle } from './preset-title.tsx'
import './networks.css'

type Network = RowOf<'listNetworks'>

const nothing = { search: '', status: '', sort: 'name' }

const columns: readonly Column<Network>[] = [
  {
    name: 'name',
    head: 'Network',
    sort: 'name',
    card: 'main',
    cell: ({ id, name, slug, preset }) => (
      <div className="name-and-facts">
        <Link to={`/ops/networks/${id}`} className="row-link">
          <bdi>{name}</bdi>
        </Link>
        <span className="faint xs">
          {slug} · <PresetTitle preset={preset} />
        </span>
      </div>
    ),
  },
  { name: 'heard', head: 'Last heard', cell: ({ activity }) => <LastHeard {...activity} /> },
  {
    name: 'accepted',
    head: 'Accepted, 24 h',
    isNumber: true,
    cell: ({ activity: { accepted } }) => formatCount(accepted),
  },
  {
    name: 'refused',
    head: 'Refused, 24 h',
    isNumber: true,
    cell: ({ id, activity: { refused } }) =>
      refused === 0 ? (
        '0'
      ) : (
        <Link
          className="above-row neg"
          to={`/ops/networks/${id}`}
          search={{ tab: 'log', outcome: 'refused' }}
        >
          {formatCount(refused)}
        </Link>
      ),
  },
  { name: 'offers', head: 'Offers', isNumber: true, cell: ({ offers }) => formatCount(offers) },
  { name: 'proof', head: 'Proof', cell: ({ proof }) => proofWords[proof] },
  {
    name: 'status',
    head: 'State',
    card: 'status',
    cell: (network) => <StatusChip status={wordOf(network)} />,
  },
]

export const proofWords = { none: 'none', token: 'token', hmac: 'signature' } as const

function wordOf({ status, activity }: Network) {
  if (status === 'paused') return 'Paused'
  return activity.silent ? 'Silent' : 'Active'
}

function LastHeard({ last_accepted_at: at, usual_gap_seconds: gap, silent }: Network['activity']) {
  if (at === null) return <span className="faint">never</span>
  return (
    <span>
      <Moment at={at} />
      {gap !== null && (
        <span className={silent ? 'warning-text xs' : 'faint xs'}> · usually every {formatSpan(gap)}</span>
      )}
    </span>
  )
}

/** The networks that send conversions, and whether they are heard of. */
export function NetworksPage() {
  const [state, change] = useSearchState(nothing)
  // The first run leads here, to make one that speaks as a preset does: #new, #new-tune.
  const asked = /^new(?:-(\w+))?$/.exec(useLocation().hash)
  const [isNew, setNew] = useState(asked !== null)
  const mayChange = useMayAct('operator')
  const { total, ...list } = usePages('listNetworks', { query: state }, { everyMs: 30_000 })
  const isFiltered = state.search !== '' || state.status !== ''
  const clear = () => change(nothing)
  const create = mayChange && (
    <Button variant="filled" leftSection={<Icon name="plus" />} onClick={() => setNew(true)}>
      New network
    </Button>
  )
  return (
    <>
      <PageHeader title="Networks" actions={create} />
      <Filters
        search={<SearchField label="Name" value={state.search} onChange={(search) => change({ search })} />}
        count={state.status === '' ? 0 : 1}
        onClear={clear}
        summary={formatTotalOf(total, 'network')}
      >
        <NativeSelect
          aria-label="State"
          value={state.status}
          onChange={(event) => change({ status: event.currentTarget.value })}
          data={[
            { value: '', label: 'Any state' },
            { value: 'active', label: 'Active' },
            { value: 'paused', label: 'Paused' },
          ]}
        />
      </Filters>
      <section className="card">
        <DataTable
          {...list}
          caption="Networks"
          columns={columns}
          keyOf={({ id }) => id}
          sort={state.sort}
          onSort={(sort) => change({ sort })}
          empty={
            isFiltered ? (
              <EmptyState
                icon="network"
                title="No network matches"
                action={<Button onClick={clear}>Clear filters</Button>}
              >
                Clear the filters to see all networks.
              </EmptyState>
            ) : (
              <EmptyState icon="network" title="No network yet" action={create}>
                A network has offers and tells you what users have completed. Create one and give it its
                postback address.
              </EmptyState>
            )
          }
        />
      </section>
      {isNew && <NewNetwork preset={asked?.[1] ?? 'generic'} onClose={() => setNew(false)} />}
    </>
  )
}
