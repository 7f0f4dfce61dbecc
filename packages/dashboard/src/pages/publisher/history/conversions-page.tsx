import { NativeSelect } from '@mantine/core'
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
import { useReward } from '../../../frame/publisher/use-reward.ts'
import { Moment } from '../../../parts/value/moment.tsx'
import { Money } from '../../../parts/value/money.tsx'
import { StatusOf } from '../../../parts/value/status-chip.tsx'
import { FileButton, SearchBy } from './history-filters.tsx'

type Conversion = RowOf<'listMyConversions'>

const statuses = [
  { value: '', label: 'Any status' },
  { value: 'approved', label: 'Approved' },
  { value: 'pending', label: 'Pending' },
  { value: 'rejected', label: 'Rejected' },
  { value: 'reversed', label: 'Reversed' },
]

/** Conversions with their users, amounts and reasons. */
export function ConversionsPage() {
  const here = useHere()
  const inWords = useReward()
  const [{ by, q, status }, change] = useSearchState({ by: 'userId', q: '', status: '' })
  const query = { ...(q && { [by]: q }), ...(status && { status }) }
  const { total, ...list } = useManagedPages('listMyConversions', { query })
  const columns: readonly Column<Conversion>[] = [
    {
      name: 'user',
      head: 'User',
      card: 'main',
      cell: ({ user_id, click_id }) =>
        click_id === null ? (
          <bdi>{user_id}</bdi>
        ) : (
          <Link to={placeOf(here, `clicks/${click_id}`)} className="row-link">
            <bdi>{user_id}</bdi>
          </Link>
        ),
    },
    {
      name: 'offer',
      head: 'Offer',
      cell: ({ offer, goal }) => (
        <>
          <bdi>{offer ?? 'Removed'}</bdi>
          {goal !== '' && (
            <span className="faint">
              {' › '}
              <bdi>{goal}</bdi>
            </span>
          )}
        </>
      ),
    },
    {
      name: 'status',
      head: 'Status',
      card: 'status',
      cell: ({ status: word, is_held }) => <StatusOf word={is_held ? 'held' : word} />,
    },
    {
      name: 'why',
      head: 'Why',
      card: 'none',
      cell: ({ reason }) => <span className="sm muted">{reason ?? '–'}</span>,
    },
    {
      name: 'payout',
      head: 'Payout, USD',
      isNumber: true,
      cell: ({ payout }) => <Money amount={payout} precision="detail" />,
    },
    {
      name: 'reward',
      head: 'Reward',
      isNumber: true,
      cell: ({ reward }) => inWords(reward),
    },
    { name: 'at', head: 'First known', cell: ({ at }) => <Moment at={at} /> },
  ]
  return (
    <>
      <PageHeader title="Conversions" actions={<FileButton of="conversions" query={query} />}>
        Each row is something that a user completed, newest first. Open a row to see the timeline of its
        click.
      </PageHeader>
      <Filters
        search={<SearchBy by={by} q={q} onChange={change} />}
        count={status === '' ? 0 : 1}
        onClear={() => change({ q: '', status: '' })}
        summary={total}
      >
        <NativeSelect
          aria-label="Status"
          data={statuses}
          value={status}
          onChange={(event) => change({ status: event.currentTarget.value })}
        />
      </Filters>
      <section className="card">
        <DataTable
          {...list}
          caption="Conversions"
          columns={columns}
          keyOf={({ id }) => id}
          empty={
            q === '' && status === '' ? (
              <EmptyState
                title="No conversion yet"
                action={
                  <Link to={placeOf(here, 'try', here.appId)} search={{ mode: 'test' }}>
                    Test bench
                  </Link>
                }
              >
                Conversions come when networks report what users have completed. The test bench makes one for
                you.
              </EmptyState>
            ) : (
              <EmptyState title="No conversions match">
                Search for something else, or clear the filters.
              </EmptyState>
            )
          }
        />
      </section>
    </>
  )
}
