import { Button, NativeSelect } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import type { RowOf } from '../../api/operation-types.ts'
import { usePages } from '../../api/use-pages.ts'
import { formatCount, formatShare, formatTotalOf } from '../../format/format-number.ts'
import { useSearchState } from '../../frame/use-search-state.ts'
import { useMayAct } from '../../frame/use-session.ts'
import { EmptyState } from '../../parts/feedback/empty-state.tsx'
import { PageHeader } from '../../parts/layout/page-header.tsx'
import type { Column } from '../../parts/table/column.ts'
import { DataTable } from '../../parts/table/data-table.tsx'
import { Filters } from '../../parts/table/filters.tsx'
import { SearchField } from '../../parts/table/search-field.tsx'
import { Icon } from '../../parts/value/icon.tsx'
import { Moment } from '../../parts/value/moment.tsx'
import { Money } from '../../parts/value/money.tsx'
import { NewPublisher } from './new-publisher.tsx'
import { PublisherActions } from './publisher-actions.tsx'
import { PublisherState } from './publisher-state.tsx'
import './publishers.css'

type Publisher = RowOf<'listPublishers'>

const nothing = { search: '', status: '', sort: 'state' }

const facts: readonly Column<Publisher>[] = [
  {
    name: 'name',
    head: 'Publisher',
    sort: 'name',
    card: 'main',
    cell: ({ id, name }) => (
      <Link to={`/ops/publishers/${id}`} className="row-link">
        <bdi>{name}</bdi>
      </Link>
    ),
  },
  {
    name: 'state',
    head: 'State',
    sort: 'state',
    card: 'status',
    width: '120px',
    cell: ({ status }) => <PublisherState status={status} />,
  },
  { name: 'apps', head: 'Apps', isNumber: true, width: '80px', cell: ({ apps }) => formatCount(apps) },
  {
    name: 'earned',
    head: 'Earned, 30 d',
    isNumber: true,
    width: '120px',
    cell: ({ earned }) => <Money amount={earned} currency="USD" />,
  },
  {
    name: 'reversals',
    head: 'Reversals',
    isNumber: true,
    width: '100px',
    cell: ({ reversal_share }) => formatShare(reversal_share),
  },
  {
    name: 'seen',
    head: 'Last seen',
    width: '130px',
    cell: ({ last_seen_at }) =>
      last_seen_at === null ? <span className="faint">never</span> : <Moment at={last_seen_at} />,
  },
]

const approval: Column<Publisher> = {
  name: 'approval',
  head: <span className="sr">Approval</span>,
  width: '110px',
  cell: (publisher) => <PublisherActions publisher={publisher} isRow />,
}

/** Whose apps show offers; those that wait for approval stand on top. */
export function PublishersPage() {
  const [state, change] = useSearchState(nothing)
  const [isNew, setNew] = useState(useLocation().hash === 'new')
  const mayChange = useMayAct('operator')
  const { total, ...list } = usePages('listPublishers', { query: state })
  const isFiltered = state.search !== '' || state.status !== ''
  const clear = () => change(nothing)
  const isWaiting = list.rows?.some(({ status }) => status === 'waiting') ?? false
  const create = mayChange && (
    <Button variant="filled" leftSection={<Icon name="plus" />} onClick={() => setNew(true)}>
      New publisher
    </Button>
  )
  return (
    <>
      <PageHeader title="Publishers" actions={create} />
      <Filters
        search={<SearchField label="Name" value={state.search} onChange={(search) => change({ search })} />}
        count={state.status === '' ? 0 : 1}
        onClear={clear}
        summary={formatTotalOf(total, 'publisher')}
      >
        <NativeSelect
          aria-label="State"
          value={state.status}
          onChange={(event) => change({ status: event.currentTarget.value })}
          data={[
            { value: '', label: 'Any state' },
            { value: 'waiting', label: 'Waiting' },
            { value: 'active', label: 'Active' },
            { value: 'suspended', label: 'Suspended' },
          ]}
        />
      </Filters>
      <section className="card">
        <DataTable
          {...list}
          caption="Publishers"
          columns={mayChange && isWaiting ? [...facts, approval] : facts}
          keyOf={({ id }) => id}
          sort={state.sort}
          onSort={(sort) => change({ sort })}
          empty={
            isFiltered ? (
              <EmptyState
                icon="publisher"
                title="No publisher matches"
                action={<Button onClick={clear}>Clear filters</Button>}
              >
                Clear the filters to see all publishers.
              </EmptyState>
            ) : (
              <EmptyState icon="publisher" title="No publisher yet" action={create}>
                A publisher owns the apps that show offers, and earns by them. Create a publisher, then its
                first app.
              </EmptyState>
            )
          }
        />
      </section>
      {isNew && <NewPublisher onClose={() => setNew(false)} />}
    </>
  )
}
