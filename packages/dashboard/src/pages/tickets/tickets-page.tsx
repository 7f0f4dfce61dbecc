import { Button, Select } from '@mantine/core'
import { useOperation } from '../../api/use-operation.ts'
import { formatTotalOf } from '../../format/format-number.ts'
import { usePages } from '../../api/use-pages.ts'
import { useSearchState } from '../../frame/use-search-state.ts'
import { EmptyState } from '../../parts/feedback/empty-state.tsx'
import { PageHeader } from '../../parts/layout/page-header.tsx'
import { DataTable } from '../../parts/table/data-table.tsx'
import { Filters } from '../../parts/table/filters.tsx'
import { SearchField } from '../../parts/table/search-field.tsx'
import { ticketColumns } from './ticket-columns.tsx'
import { TicketDrawer } from './ticket-drawer.tsx'
import { diagnosisWords, stateOptions } from './ticket-words.ts'
import './tickets.css'

const standard = { state: 'asking', app: '', network: '', diagnosis: '', user: '', sort: 'time', open: '' }
type State = typeof standard

/** Questions about missing rewards, the longest wait first. */
export function TicketsPage() {
  const [search, change] = useSearchState(standard)
  const { open, state, sort, ...words } = search
  const { total, ...list } = usePages('listTickets', {
    query: {
      ...Object.fromEntries(Object.entries(words).filter(([, value]) => value !== '')),
      ...(state === 'all' ? {} : { state }),
      sort,
    },
  })
  const narrowed = (['app', 'network', 'diagnosis'] as const).filter((name) => search[name] !== '')
  const count = narrowed.length + (state === standard.state ? 0 : 1)
  const clear = () => change({ state: standard.state, app: '', network: '', diagnosis: '', user: '' })
  return (
    <>
      <PageHeader title="Tickets">
        Users who miss a reward ask for it here. The longest wait comes first.
      </PageHeader>
      <Filters
        search={
          <SearchField label="User, as written" value={search.user} onChange={(user) => change({ user })} />
        }
        count={count}
        onClear={clear}
        summary={formatTotalOf(total, 'ticket')}
      >
        <TicketFilters state={search} change={change} />
      </Filters>
      <section className="card">
        <DataTable
          {...list}
          caption="Tickets"
          columns={ticketColumns}
          keyOf={({ id }) => id}
          sort={sort}
          onSort={(next) => change({ sort: next })}
          empty={
            count > 0 || search.user !== '' ? (
              <EmptyState
                icon="filter"
                title="No ticket matches"
                action={<Button onClick={clear}>Clear filters</Button>}
              >
                Clear the filters to see all tickets.
              </EmptyState>
            ) : (
              <EmptyState
                icon="question"
                title="No ticket waits"
                action={<Button onClick={() => change({ state: 'all' })}>Show all tickets</Button>}
              >
                Users open tickets in the wall when a reward does not come. This page lists those without an
                answer.
              </EmptyState>
            )
          }
        />
      </section>
      {open !== '' && (
        <TicketDrawer
          ticketId={open}
          tickets={list.rows ?? []}
          onOpen={(next) => change({ open: next ?? '' })}
        />
      )}
    </>
  )
}

interface TicketFiltersProps {
  readonly state: State
  readonly change: (changed: Partial<State>) => void
}

function TicketFilters({ state, change }: TicketFiltersProps) {
  const apps = useOperation('listApps', { query: { limit: 100 } }).data ?? []
  const networks = useOperation('listNetworks', { query: { limit: 100 } }).data ?? []
  return (
    <>
      <Select
        aria-label="State"
        w={120}
        data={stateOptions}
        value={state.state}
        onChange={(next) => change({ state: next ?? standard.state })}
        allowDeselect={false}
      />
      <Select
        aria-label="When they asked"
        w={190}
        data={[
          { value: '', label: 'Any diagnosis' },
          ...Object.entries(diagnosisWords).map(([value, label]) => ({ value, label })),
        ]}
        value={state.diagnosis}
        onChange={(next) => change({ diagnosis: next ?? '' })}
        allowDeselect={false}
      />
      <Select
        aria-label="App"
        w={120}
        searchable
        data={[{ value: '', label: 'Any app' }, ...apps.map(({ id, name }) => ({ value: id, label: name }))]}
        value={state.app}
        onChange={(next) => change({ app: next ?? '' })}
        allowDeselect={false}
      />
      <Select
        aria-label="Network"
        w={140}
        searchable
        data={[
          { value: '', label: 'Any network' },
          ...networks.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={state.network}
        onChange={(next) => change({ network: next ?? '' })}
        allowDeselect={false}
      />
    </>
  )
}
