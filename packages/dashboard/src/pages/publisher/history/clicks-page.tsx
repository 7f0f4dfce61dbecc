import { Button, NativeSelect } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { RowOf } from '../../../api/operation-types.ts'
import { placeOf, useHere } from '../../../frame/publisher/use-here.ts'
import { useManagedPages } from '../../../frame/publisher/use-managed.ts'
import { useSearchState } from '../../../frame/use-search-state.ts'
import { EmptyState } from '../../../parts/feedback/empty-state.tsx'
import { PageHeader } from '../../../parts/layout/page-header.tsx'
import type { Column } from '../../../parts/table/column.ts'
import { DataTable } from '../../../parts/table/data-table.tsx'
import { Filters } from '../../../parts/table/filters.tsx'
import { Moment } from '../../../parts/value/moment.tsx'
import { ShortId } from '../../../parts/value/short-id.tsx'
import { StatusChip } from '../../../parts/value/status-chip.tsx'
import { FileButton, SearchBy } from './history-filters.tsx'

type Click = RowOf<'listMyClicks'>

const words = { accepted: 'Accepted', bot: 'Bot', fallback: 'Refused' } as const

const outcomes = [
  { value: '', label: 'All clicks' },
  { value: 'redirected', label: 'Led to the offer' },
  { value: 'fallback', label: 'Led to the fallback' },
]

/** Clicks with their users, links and destinations. */
export function ClicksPage() {
  const here = useHere()
  const [{ by, q, outcome }, change] = useSearchState({ by: 'userId', q: '', outcome: '' })
  const query = { ...(q && { [by]: q }), ...(outcome && { outcome }) }
  const { total, searchedUntil, ...list } = useManagedPages('listMyClicks', { query })
  const columns: readonly Column<Click>[] = [
    {
      name: 'user',
      head: 'User',
      card: 'main',
      cell: ({ id, user_id }) => (
        <Link to={placeOf(here, `clicks/${id}`)} className="row-link">
          <bdi>{user_id}</bdi>
        </Link>
      ),
    },
    { name: 'offer', head: 'Offer', cell: ({ offer }) => <bdi>{offer ?? 'Removed'}</bdi> },
    {
      name: 'state',
      head: 'State',
      card: 'status',
      cell: ({ state }) => <StatusChip status={words[state]} />,
    },
    {
      name: 'why',
      head: 'Why',
      card: 'none',
      cell: ({ reason }) => <span className="sm muted">{reason ?? '–'}</span>,
    },
    { name: 'country', head: 'Country', cell: ({ country }) => (country === 'ZZ' ? '–' : country) },
    { name: 'sub', head: 'Sub id', card: 'none', cell: ({ sub_id }) => <bdi>{sub_id ?? '–'}</bdi> },
    { name: 'id', head: 'Click', card: 'none', cell: ({ id }) => <ShortId id={id} /> },
    { name: 'at', head: 'Clicked', cell: ({ at }) => <Moment at={at} /> },
  ]
  return (
    <>
      <PageHeader title="Clicks" actions={<FileButton of="clicks" query={query} />}>
        Each row is a user who followed a link, newest first. Open a row to see its timeline.
      </PageHeader>
      <Filters
        search={<SearchBy by={by} q={q} without="transactionId" onChange={change} />}
        count={outcome === '' ? 0 : 1}
        onClear={() => change({ q: '', outcome: '' })}
        summary={total}
      >
        <NativeSelect
          aria-label="Where it led"
          data={outcomes}
          value={outcome}
          onChange={(event) => change({ outcome: event.currentTarget.value })}
        />
      </Filters>
      <section className="card">
        <DataTable
          {...list}
          caption="Clicks"
          columns={columns}
          keyOf={({ id }) => id}
          empty={
            searchedUntil !== undefined && list.more ? (
              <EmptyState
                title="No clicks match yet"
                action={
                  <Button onClick={list.more.load} loading={list.more.isLoading}>
                    Search further
                  </Button>
                }
              >
                Searched back to <Moment at={searchedUntil} />.
              </EmptyState>
            ) : q === '' && outcome === '' ? (
              <EmptyState
                title="No click yet"
                action={<Link to={placeOf(here, 'start', here.appId)}>Start</Link>}
              >
                A click is a user who follows a tracking link. You find the lines that list offers with their
                links under Start.
              </EmptyState>
            ) : (
              <EmptyState title="No clicks match">
                Search for something else, or clear the filters.
              </EmptyState>
            )
          }
        />
      </section>
    </>
  )
}
