import { Select } from '@mantine/core'
import type { RowOf } from '../../api/operation-types.ts'
import { usePages } from '../../api/use-pages.ts'
import { formatCount, formatTotalOf } from '../../format/format-number.ts'
import { formatSpan } from '../../format/format-time.ts'
import { useSearchState } from '../../frame/use-search-state.ts'
import { EmptyState } from '../../parts/feedback/empty-state.tsx'
import type { Column } from '../../parts/table/column.ts'
import { DataTable } from '../../parts/table/data-table.tsx'
import { Filters } from '../../parts/table/filters.tsx'
import { Moment } from '../../parts/value/moment.tsx'
import { StatusChip, type StatusWord } from '../../parts/value/status-chip.tsx'

type Job = RowOf<'listJobs'>

const chips: Readonly<Record<Job['state'], StatusWord>> = {
  waiting: 'Queued',
  running: 'In progress',
  done: 'Done',
  failed: 'Failed',
}

const columns: readonly Column<Job>[] = [
  { name: 'kind', head: 'Job', card: 'main', cell: ({ kind }) => <b>{wordsOf(kind)}</b> },
  {
    name: 'state',
    head: 'State',
    card: 'status',
    width: '120px',
    cell: ({ state }) => <StatusChip status={chips[state]} />,
  },
  {
    name: 'progress',
    head: 'Progress',
    isNumber: true,
    width: '130px',
    cell: (job) => <Progress job={job} />,
  },
  {
    name: 'actor',
    head: 'By',
    width: '170px',
    cell: ({ actor }) => <bdi className="system-detail">{actor.replace(/^\w+:/, '')}</bdi>,
  },
  { name: 'asked', head: 'Asked', width: '130px', cell: ({ created_at: at }) => <Moment at={at} /> },
  {
    name: 'took',
    head: 'Took',
    isNumber: true,
    width: '100px',
    card: 'none',
    cell: ({ started_at: from, finished_at: to }) =>
      from === null || to === null ? '–' : formatSpan(Math.max(1, to - from)),
  },
  {
    name: 'error',
    head: 'What went wrong',
    cell: ({ error }) =>
      error === null ? <span className="faint">–</span> : <span className="error-text">{error}</span>,
  },
]

/** `offers.import` → Offers: import */
function wordsOf(kind: string): string {
  const [noun = '', deed = ''] = kind.split('.')
  return `${noun.charAt(0).toUpperCase()}${noun.slice(1)}: ${deed.replaceAll(/[-_]/g, ' ')}`
}

function Progress({ job: { done, total, state } }: { readonly job: Job }) {
  if (state === 'waiting' || (done === 0 && total === null)) return <span className="faint">–</span>
  return (
    <span className="num">
      {formatCount(done)}
      {total !== null && ` of ${formatCount(total)}`}
    </span>
  )
}

/** Imports, replays, checks: each goes on whether anybody watches or not. */
export function JobsTab() {
  const [{ state }, change] = useSearchState({ state: '' })
  const { total, ...list } = usePages(
    'listJobs',
    { query: state === '' ? {} : { state } },
    { everyMs: 5_000 },
  )
  return (
    <>
      <Filters
        count={state === '' ? 0 : 1}
        onClear={() => change({ state: '' })}
        summary={formatTotalOf(total, 'job')}
      >
        <Select
          aria-label="State"
          w={150}
          data={[
            { value: '', label: 'All states' },
            ...Object.entries(chips).map(([value, label]) => ({ value, label })),
          ]}
          value={state}
          onChange={(next) => change({ state: next ?? '' })}
          allowDeselect={false}
        />
      </Filters>
      <section className="card" aria-label="Jobs">
        <DataTable
          {...list}
          caption="Jobs"
          columns={columns}
          keyOf={({ id }) => id}
          empty={
            <EmptyState icon="clock" title={state === '' ? 'No job in 30 days' : 'No job in this state'}>
              Imports, replays and checks run in the background and are kept here for 30 days.
            </EmptyState>
          }
        />
      </section>
    </>
  )
}
