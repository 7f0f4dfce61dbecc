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
import { Moment } from '../../../parts/value/moment.tsx'
import { ShortId } from '../../../parts/value/short-id.tsx'
import { CallOutcome } from './call-outcome.tsx'

type Call = RowOf<'listMyCalls'>

const outcomes = [
  { value: '', label: 'All calls' },
  { value: 'failed', label: 'Failed' },
  { value: 'succeeded', label: 'Succeeded' },
]

const operations = [
  { value: '', label: 'All operations' },
  { value: 'listOffers', label: 'List of offers' },
  { value: 'createConversion', label: 'Report of a conversion' },
  { value: 'submitFingerprint', label: 'Fingerprint' },
  { value: 'createSession', label: 'Browser session' },
  { value: 'getStats', label: 'Statistics' },
]

const columns: readonly Column<Call>[] = [
  {
    name: 'call',
    head: 'Call',
    card: 'main',
    width: '26%',
    cell: ({ method, path, operation, by }) => (
      <>
        <code>
          {method} {path || operation}
        </code>
        {by === 'session' && <span className="faint xs"> by a browser</span>}
      </>
    ),
  },
  {
    name: 'status',
    head: 'Status',
    card: 'status',
    cell: ({ status }) => <span className={`chip ${status < 400 ? 'success' : 'danger'}`}>{status}</span>,
  },
  { name: 'why', head: 'Outcome', width: '40%', cell: (call) => <CallOutcome call={call} /> },
  {
    name: 'latency',
    head: 'Latency, ms',
    isNumber: true,
    cell: ({ latency_ms }) => (latency_ms < 10 ? latency_ms.toFixed(1) : Math.round(latency_ms)),
  },
  {
    name: 'request',
    head: 'Request id',
    card: 'none',
    cell: ({ request_id }) => <ShortId id={request_id} />,
  },
  { name: 'at', head: 'When', cell: ({ at }) => <Moment at={at} /> },
]

/** Recent calls of the app's server and its browsers, and how they ended. */
export function CallsPage() {
  const here = useHere()
  const [{ outcome, operation }, change] = useSearchState({ outcome: '', operation: '' })
  const query = { ...(outcome && { outcome }), ...(operation && { operation }) }
  const { total, ...list } = useManagedPages('listMyCalls', { query }, { everyMs: 5_000 })
  const count = Object.keys(query).length
  return (
    <>
      <PageHeader title="Request log">
        You see the last calls of this app after a few seconds. Where many calls ended the same way, you see
        some of them.
      </PageHeader>
      <Filters
        count={count}
        onClear={() => change({ outcome: '', operation: '' })}
        summary={total === undefined ? '' : `${total} kept`}
      >
        <NativeSelect
          aria-label="How they ended"
          data={outcomes}
          value={outcome}
          onChange={(event) => change({ outcome: event.currentTarget.value })}
        />
        <NativeSelect
          aria-label="Operation"
          data={operations}
          value={operation}
          onChange={(event) => change({ operation: event.currentTarget.value })}
        />
      </Filters>
      <section className="card">
        <DataTable
          {...list}
          caption="Calls"
          columns={columns}
          keyOf={({ request_id }) => request_id}
          empty={
            count === 0 ? (
              <EmptyState
                title="No call yet"
                action={<Link to={placeOf(here, 'start', here.appId)}>Start</Link>}
              >
                This page lists calls with a key of this app. A refused call shows its reason. You find lines
                to copy under Start.
              </EmptyState>
            ) : (
              <EmptyState title="No calls match">Search for something else, or clear the filters.</EmptyState>
            )
          }
        />
      </section>
    </>
  )
}
