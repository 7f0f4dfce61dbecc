import { Button, Select } from '@mantine/core'
import { useState } from 'react'
import { addressOfOperation } from '../../api/client.ts'
import { formatTotalOf } from '../../format/format-number.ts'
import { useOperation } from '../../api/use-operation.ts'
import { usePages } from '../../api/use-pages.ts'
import { useSearchState } from '../../frame/use-search-state.ts'
import { useMayAct } from '../../frame/use-session.ts'
import { EmptyState } from '../../parts/feedback/empty-state.tsx'
import { PageHeader } from '../../parts/layout/page-header.tsx'
import { DataTable } from '../../parts/table/data-table.tsx'
import { Filters } from '../../parts/table/filters.tsx'
import { SearchField } from '../../parts/table/search-field.tsx'
import { Icon } from '../../parts/value/icon.tsx'
import { AddEntry } from './add-entry.tsx'
import { ImportEntries } from './import-entries.tsx'
import { listColumns } from './list-columns.tsx'
import { actionVerbs, kindWords } from './list-words.ts'
import './lists.css'

const nothing = { action: '', kind: '', where: '', state: '' }
const standard = { ...nothing, search: '', sort: '-time' }

/** Everything that is blocked, reviewed or allowed. */
export function ListsPage() {
  const [search, change] = useSearchState(standard)
  const [opened, setOpened] = useState<'add' | 'import'>()
  const mayDecide = useMayAct('reviewer')
  const { where, sort, ...words } = search
  const { total, ...list } = usePages('listListEntries', {
    query: {
      ...Object.fromEntries(Object.entries(words).filter(([, value]) => value !== '')),
      ...(where === 'platform' ? { scope: where } : where === '' ? {} : { app: where }),
      sort,
    },
  })
  const count = Object.keys(nothing).filter((name) => search[name as keyof typeof nothing] !== '').length
  const isFiltered = count > 0 || search.search !== ''
  const add = mayDecide && (
    <Button variant="filled" onClick={() => setOpened('add')}>
      Add an entry
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Lists"
        actions={<Deeds mayDecide={mayDecide} add={add} onImport={() => setOpened('import')} />}
      >
        These lists say who is blocked, reviewed or allowed. An entry takes effect within a second.
      </PageHeader>
      <Filters
        search={
          <SearchField
            label="Find a value, a reason or who entered it"
            value={search.search}
            onChange={(next) => change({ search: next })}
          />
        }
        count={count}
        onClear={() => change(nothing)}
        summary={formatTotalOf(total, 'entry', 'entries')}
      >
        <ListFilters state={search} change={change} />
      </Filters>
      <section className="card">
        <DataTable
          {...list}
          caption="Entries"
          columns={listColumns(mayDecide)}
          keyOf={({ id }) => id}
          sort={sort}
          onSort={(next) => change({ sort: next })}
          empty={
            isFiltered ? (
              <EmptyState
                icon="filter"
                title="Nothing matches"
                action={<Button onClick={() => change({ ...nothing, search: '' })}>Clear filters</Button>}
              >
                No entry matches all filters.
              </EmptyState>
            ) : (
              <EmptyState icon="list" title="Nobody is on a list">
                Block a ring, review a country, allow your own testers. Entries take effect within a second.
              </EmptyState>
            )
          }
        />
      </section>
      {opened === 'add' && <AddEntry onClose={() => setOpened(undefined)} />}
      {opened === 'import' && <ImportEntries onClose={() => setOpened(undefined)} />}
    </>
  )
}

interface DeedsProps {
  readonly mayDecide: boolean
  readonly add: React.ReactNode
  readonly onImport: () => void
}

function Deeds({ mayDecide, add, onImport }: DeedsProps) {
  return (
    <>
      <Button
        component="a"
        href={addressOfOperation('exportListEntries', {})}
        download
        leftSection={<Icon name="download" />}
      >
        Export
      </Button>
      {mayDecide && <Button onClick={onImport}>Import…</Button>}
      {add}
    </>
  )
}

interface ListFiltersProps {
  readonly state: typeof nothing
  readonly change: (changed: Partial<typeof nothing>) => void
}

function ListFilters({ state, change }: ListFiltersProps) {
  const apps = useOperation('listApps', { query: { limit: 100 } }).data ?? []
  return (
    <>
      <Select
        aria-label="List"
        w={130}
        data={[
          { value: '', label: 'All lists' },
          ...Object.entries(actionVerbs).map(([value, { label }]) => ({ value, label })),
        ]}
        value={state.action}
        onChange={(next) => change({ action: next ?? '' })}
        allowDeselect={false}
      />
      <Select
        aria-label="Kind"
        w={140}
        data={[
          { value: '', label: 'All kinds' },
          ...Object.entries(kindWords).map(([value, { label }]) => ({ value, label })),
        ]}
        value={state.kind}
        onChange={(next) => change({ kind: next ?? '' })}
        allowDeselect={false}
      />
      <Select
        aria-label="Where"
        w={160}
        searchable
        data={[
          { value: '', label: 'Everywhere' },
          { value: 'platform', label: 'All apps' },
          ...apps.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={state.where}
        onChange={(next) => change({ where: next ?? '' })}
        allowDeselect={false}
      />
      <Select
        aria-label="State"
        w={130}
        data={[
          { value: '', label: 'All states' },
          { value: 'active', label: 'In force' },
          { value: 'ended', label: 'Ended' },
        ]}
        value={state.state}
        onChange={(next) => change({ state: next ?? '' })}
        allowDeselect={false}
      />
    </>
  )
}
