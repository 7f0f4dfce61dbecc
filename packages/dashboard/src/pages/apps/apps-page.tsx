import { Button, NativeSelect } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useSearchState } from '../../frame/use-search-state.ts'
import { useMayAct } from '../../frame/use-session.ts'
import { PageHeader } from '../../parts/layout/page-header.tsx'
import { Filters } from '../../parts/table/filters.tsx'
import { SearchField } from '../../parts/table/search-field.tsx'
import { Icon } from '../../parts/value/icon.tsx'
import { AppList } from './app-list.tsx'
import { NewApp } from './new-app.tsx'

const nothing = { search: '', status: '', sort: 'name' }

/** The sites and games in which offers are shown, of all publishers. */
export function AppsPage() {
  const [state, change] = useSearchState(nothing)
  const [isNew, setNew] = useState(useLocation().hash === 'new')
  const mayChange = useMayAct('operator')
  const isFiltered = state.search !== '' || state.status !== ''
  const clear = () => change(nothing)
  const { search, status, sort } = state
  const create = mayChange && (
    <Button variant="filled" leftSection={<Icon name="plus" />} onClick={() => setNew(true)}>
      New app
    </Button>
  )
  return (
    <>
      <PageHeader title="Apps" actions={create} />
      <Filters
        search={
          <SearchField
            label="Name of the app or publisher"
            value={search}
            onChange={(next) => change({ search: next })}
          />
        }
        count={status === '' ? 0 : 1}
        onClear={clear}
      >
        <NativeSelect
          aria-label="State"
          value={status}
          onChange={(event) => change({ status: event.currentTarget.value })}
          data={[
            { value: '', label: 'Any state' },
            { value: 'active', label: 'Active' },
            { value: 'suspended', label: 'Paused' },
          ]}
        />
      </Filters>
      <AppList
        query={{ sort, ...(search && { search }), ...(status && { status }) }}
        create={create}
        onSort={(next) => change({ sort: next })}
        onClear={isFiltered ? clear : undefined}
      />
      {isNew && <NewApp onClose={() => setNew(false)} />}
    </>
  )
}
