import { Select } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { RowOf } from '../../api/operation-types.ts'
import { usePages } from '../../api/use-pages.ts'
import { formatCount, formatMany, formatShare } from '../../format/format-number.ts'
import { useSearchState } from '../../frame/use-search-state.ts'
import { EmptyState } from '../../parts/feedback/empty-state.tsx'
import { PageHeader } from '../../parts/layout/page-header.tsx'
import type { Column } from '../../parts/table/column.ts'
import { DataTable } from '../../parts/table/data-table.tsx'
import { Filters } from '../../parts/table/filters.tsx'
import { SearchField } from '../../parts/table/search-field.tsx'
import { Moment } from '../../parts/value/moment.tsx'
import { EndpointState } from './endpoint-state.tsx'

type Endpoint = RowOf<'listCallbackEndpoints'>

const columns: readonly Column<Endpoint>[] = [
  {
    name: 'app',
    head: 'Receiver',
    sort: 'app',
    card: 'main',
    cell: ({ id, app, name }) => (
      <Link to={`/ops/callbacks/${id}`} className="row-link">
        <bdi>{app}</bdi> <span className="muted">{name}</span>
      </Link>
    ),
  },
  {
    name: 'state',
    head: 'State',
    card: 'status',
    width: '110px',
    cell: ({ state }) => <EndpointState state={state} />,
  },
  {
    name: 'success',
    head: 'Delivered',
    isNumber: true,
    width: '100px',
    cell: ({ success_share }) => formatShare(success_share),
  },
  {
    name: 'latency',
    head: 'Latency',
    isNumber: true,
    width: '100px',
    cell: ({ latency_ms }) => (latency_ms === null ? '–' : `${formatCount(latency_ms)} ms`),
  },
  {
    name: 'waiting',
    head: 'Waiting',
    isNumber: true,
    width: '100px',
    cell: ({ waiting }) => formatCount(waiting),
  },
  { name: 'format', head: 'Format', width: '110px', card: 'none', cell: ({ format }) => format },
  {
    name: 'last',
    head: 'Last tried',
    width: '130px',
    cell: ({ last_sent_at }) => <Moment at={last_sent_at} />,
  },
]

/** Where apps are told of conversions, and how each of them fares. */
export function CallbacksPage() {
  const [search, change] = useSearchState({ search: '', state: '', sort: 'app' })
  const { total, ...list } = usePages('listCallbackEndpoints', {
    query: {
      sort: search.sort,
      ...(search.search && { search: search.search }),
      ...(search.state && { state: search.state }),
    },
  })
  return (
    <>
      <PageHeader title="Callbacks">
        {total === undefined ? '' : `${total} receivers are told of their apps’ conversions.`}
      </PageHeader>
      <Filters
        search={
          <SearchField
            label="Find a receiver"
            value={search.search}
            onChange={(next) => change({ search: next })}
          />
        }
        count={search.state === '' ? 0 : 1}
        onClear={() => change({ state: '' })}
        summary={list.rows && formatMany(list.rows.length, 'receiver')}
      >
        <Select
          aria-label="State"
          data={[
            { value: '', label: 'All states' },
            { value: 'healthy', label: 'Healthy' },
            { value: 'failing', label: 'Failing' },
            { value: 'dead', label: 'Disabled' },
            { value: 'paused', label: 'Paused' },
          ]}
          value={search.state}
          onChange={(next) => change({ state: next ?? '' })}
          allowDeselect={false}
        />
      </Filters>
      <section className="card">
        <DataTable
          {...list}
          caption="Receivers"
          columns={columns}
          keyOf={({ id }) => id}
          sort={search.sort}
          onSort={(sort) => change({ sort })}
          empty={
            <EmptyState icon="callback" title="No receiver">
              To tell an app’s server of its conversions, set up a receiver on the page of the{' '}
              <Link to="/ops/apps">app</Link>.
            </EmptyState>
          }
        />
      </section>
    </>
  )
}
