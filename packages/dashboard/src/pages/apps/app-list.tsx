import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { RowOf } from '../../api/operation-types.ts'
import { usePages } from '../../api/use-pages.ts'
import { formatCount, formatShare } from '../../format/format-number.ts'
import { EmptyState } from '../../parts/feedback/empty-state.tsx'
import type { Column } from '../../parts/table/column.ts'
import { DataTable } from '../../parts/table/data-table.tsx'
import { Moment } from '../../parts/value/moment.tsx'
import { Money } from '../../parts/value/money.tsx'
import { StatusChip } from '../../parts/value/status-chip.tsx'
import { AppState } from './app-state.tsx'
import './apps.css'

type App = RowOf<'listApps'>

const columns: readonly Column<App>[] = [
  {
    name: 'name',
    head: 'App',
    sort: 'name',
    card: 'main',
    cell: ({ id, name, currency }) => (
      <div className="app-name">
        <Link to={`/ops/apps/${id}`} className="row-link">
          <bdi>{name}</bdi>
        </Link>
        <span className="faint xs">
          pays in <bdi>{currency}</bdi>
        </span>
      </div>
    ),
  },
  {
    name: 'publisher',
    head: 'Publisher',
    cell: ({ publisher_id, publisher }) => (
      <Link to={`/ops/publishers/${publisher_id}`} className="above-row">
        <bdi>{publisher}</bdi>
      </Link>
    ),
  },
  {
    name: 'state',
    head: 'State',
    card: 'status',
    width: '130px',
    cell: (app) => (
      <span className="row wrap">
        <AppState app={app} />
        {app.leaked_secrets > 0 && <StatusChip status="Leaked" />}
      </span>
    ),
  },
  {
    name: 'clicks',
    head: 'Clicks, 7 d',
    isNumber: true,
    width: '110px',
    cell: ({ clicks }) => formatCount(clicks),
  },
  {
    name: 'earned',
    head: 'Earned, 7 d',
    isNumber: true,
    width: '120px',
    cell: ({ earned }) => <Money amount={earned} currency="USD" />,
  },
  {
    name: 'reversals',
    head: 'Reversals',
    isNumber: true,
    width: '100px',
    card: 'none',
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

interface AppListProps {
  readonly query: {
    readonly publisherId?: string
    readonly search?: string
    readonly status?: string
    readonly sort?: string
  }
  readonly create: ReactNode
  readonly onSort?: (sort: string) => void
  /** Takes filters away; there are none where it is left out. */
  readonly onClear?: (() => void) | undefined
}

/** Apps, each with what it did in the last week. */
export function AppList({ query, create, onSort, onClear }: AppListProps) {
  const { total: _total, ...list } = usePages('listApps', { query })
  const shown = query.publisherId === undefined ? columns : columns.filter(({ name }) => name !== 'publisher')
  return (
    <section className="card">
      <DataTable
        {...list}
        caption="Apps"
        columns={onSort === undefined ? shown.map(({ sort: _sort, ...column }) => column) : shown}
        keyOf={({ id }) => id}
        {...(query.sort === undefined ? {} : { sort: query.sort })}
        {...(onSort === undefined ? {} : { onSort })}
        empty={
          onClear ? (
            <EmptyState
              icon="phone"
              title="No app matches"
              action={<Button onClick={onClear}>Clear filters</Button>}
            >
              Clear the filters to see all apps.
            </EmptyState>
          ) : (
            <EmptyState icon="phone" title="No app yet" action={create}>
              An app is one site or game: its own currency, keys and wall.
            </EmptyState>
          )
        }
      />
    </section>
  )
}
