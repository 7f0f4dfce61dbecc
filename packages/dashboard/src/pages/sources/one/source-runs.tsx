import { runsKept } from '@quoin/core/sources/source.ts'
import { Link } from '@tanstack/react-router'
import type { DataOf, RowOf } from '../../../api/operation-types.ts'
import type { PagedRows } from '../../../api/use-pages.ts'
import { formatCount } from '../../../format/format-number.ts'
import { EmptyState } from '../../../parts/feedback/empty-state.tsx'
import type { Column } from '../../../parts/table/column.ts'
import { DataTable } from '../../../parts/table/data-table.tsx'
import { Moment } from '../../../parts/value/moment.tsx'
import { StatusChip } from '../../../parts/value/status-chip.tsx'
import { tellOffers, wordOfRun } from '../source-words.ts'
import { tellRun } from '../tell-run.ts'

type Run = RowOf<'listSourceRuns'>

interface SourceRunsProps {
  readonly source: DataOf<'getSource'>
  readonly list: Omit<PagedRows<Run>, 'total' | 'meta'>
}

/** The last runs, the newest first. */
export function SourceRuns({ source, list }: SourceRunsProps) {
  return (
    <section className="card" aria-labelledby="runs">
      <div className="card-head wrap">
        <h2 id="runs" className="grow">
          Runs
        </h2>
        <span className="muted xs">The last {runsKept} are kept with their differences.</span>
      </div>
      <DataTable
        {...list}
        caption="Runs"
        columns={columns}
        keyOf={({ id }) => id}
        empty={
          <EmptyState icon="source" title="No run yet">
            {source.is_paused
              ? 'The source is paused. Resume it, and the network is asked.'
              : 'The first run begins in a moment; this page shows it by itself.'}
          </EmptyState>
        }
      />
    </section>
  )
}

/** A run that is under way, or that has failed, has no numbers. */
function countOf(run: Run, number: number): string {
  if (run.state === 'running' || run.state === 'failed') return ''
  return number === 0 ? '–' : formatCount(number)
}

function number(name: string, head: string, of: (counts: Run['counts']) => number): Column<Run> {
  return { name, head, isNumber: true, cell: (run) => countOf(run, of(run.counts)) }
}

const columns: readonly Column<Run>[] = [
  {
    name: 'began',
    head: 'Began',
    card: 'main',
    cell: ({ id, source_id: sourceId, began_at: at }) => (
      <Link className="row-link" to={`/ops/sources/${sourceId}/runs/${id}`}>
        <Moment at={at} as="moment" />
      </Link>
    ),
  },
  { name: 'state', head: 'State', card: 'status', cell: (run) => <StatusChip status={wordOfRun(run)} /> },
  {
    name: 'offers',
    head: 'Offers',
    isNumber: true,
    cell: (run) => (run.state === 'failed' ? '' : tellOffers(run)),
  },
  number('new', 'New', (counts) => counts.new),
  number('changed', 'Changed', (counts) => counts.changed),
  number('paused', 'Gone', (counts) => counts.ended + counts.missing),
  number('held', 'Held', (counts) => counts.held),
  number('forbidden', 'Forbidden', (counts) => counts.forbidden),
  {
    name: 'message',
    head: 'Note',
    cell: (run) => {
      const text = tellRun(run)
      return text === '' ? '' : <span className="muted source-message">{text}</span>
    },
  },
]
