import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { RowOf } from '../../../api/operation-types.ts'
import { placeOf, useHere, useMySession } from '../../../frame/publisher/use-here.ts'
import { useManagedPages, useMayManage } from '../../../frame/publisher/use-managed.ts'
import { useSearchState } from '../../../frame/use-search-state.ts'
import { formatCount } from '../../../format/format-number.ts'
import { EmptyState } from '../../../parts/feedback/empty-state.tsx'
import { PageHeader } from '../../../parts/layout/page-header.tsx'
import type { Column } from '../../../parts/table/column.ts'
import { DataTable } from '../../../parts/table/data-table.tsx'
import { Money } from '../../../parts/value/money.tsx'
import { StatusOf } from '../../../parts/value/status-chip.tsx'

type AppRow = RowOf<'listMyApps'>

type Span = 'last_7_days' | 'last_30_days'

/** How an app fared in the last days. */
function figures(span: Span, words: string): readonly Column<AppRow>[] {
  return [
    {
      name: `clicks-${span}`,
      head: `Clicks, ${words}`,
      isNumber: true,
      card: 'none',
      cell: (row) => formatCount(row[span].clicks),
    },
    {
      name: `conversions-${span}`,
      head: `Approved, ${words}`,
      isNumber: true,
      cell: (row) => formatCount(row[span].conversions),
    },
    {
      name: `earned-${span}`,
      head: `Earned, ${words}`,
      isNumber: true,
      cell: (row) => <Money amount={row[span].earned} />,
    },
  ]
}

/** The publisher's apps. */
export function AppsPage() {
  const here = useHere()
  const session = useMySession()
  const mayMake = useMayManage('developer')
  const [search, change] = useSearchState({ sort: 'name' })
  const list = useManagedPages('listMyApps', { query: search })
  const columns: readonly Column<AppRow>[] = [
    {
      name: 'name',
      head: 'App',
      sort: 'name',
      card: 'main',
      cell: ({ id, name }) => (
        <Link className="row-link" to={placeOf(here, 'start', id)}>
          {name}
        </Link>
      ),
    },
    {
      name: 'status',
      head: 'Status',
      card: 'status',
      cell: ({ status, is_paused }) => <StatusOf word={is_paused ? 'paused' : status} />,
    },
    { name: 'currency', head: 'Currency', card: 'none', cell: ({ currency }) => currency },
    ...figures('last_7_days', '7 days'),
    ...figures('last_30_days', '30 days'),
  ]
  return (
    <>
      <PageHeader
        title="Apps"
        actions={
          mayMake && (
            <Button variant="filled" component={Link} to={placeOf(here, 'new-app')}>
              New app
            </Button>
          )
        }
      >
        {session && `${session.publisher}. Live figures of whole days of UTC with today, in USD.`}
      </PageHeader>
      <section className="card">
        <DataTable
          {...list}
          caption="Apps"
          columns={columns}
          keyOf={({ id }) => id}
          sort={search.sort}
          onSort={(sort) => change({ sort })}
          empty={
            <EmptyState
              icon="publisher"
              title="No app yet"
              action={mayMake && <Link to={placeOf(here, 'new-app')}>Create your first app</Link>}
            >
              An app is one site or game: its own currency, keys and wall.
            </EmptyState>
          }
        />
      </section>
    </>
  )
}
