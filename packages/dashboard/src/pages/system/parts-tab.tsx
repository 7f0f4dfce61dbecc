import type { UseQueryResult } from '@tanstack/react-query'
import type { DataOf } from '../../api/operation-types.ts'
import type { Column } from '../../parts/table/column.ts'
import { DataTable } from '../../parts/table/data-table.tsx'
import { Icon } from '../../parts/value/icon.tsx'
import { formatFigure, type SystemPart } from './part-figure.ts'
import { listTroubles, type Trouble } from './list-troubles.ts'
import { StateChip } from './state-chip.tsx'
import { WorksTable } from './works-table.tsx'

type Group = SystemPart['group']

/** Read from the left above to the right below. */
const groups: readonly (readonly [Group, string])[] = [
  ['disk', 'Disk and spool'],
  ['database', 'Database'],
  ['work', 'Work behind the answers'],
  ['process', 'The process that answers'],
]

const columns: readonly Column<SystemPart>[] = [
  {
    name: 'part',
    head: 'Part',
    card: 'main',
    cell: ({ title, detail }) => (
      <>
        <b>{title}</b>
        <p className="system-detail xs muted">{detail}</p>
      </>
    ),
  },
  {
    name: 'figure',
    head: 'Figure',
    isNumber: true,
    width: '150px',
    cell: ({ value, limit, unit }) => (
      <span className="num">
        {formatFigure(value, unit)}
        {limit !== null && value !== null && <span className="muted"> of {formatFigure(limit, unit)}</span>}
      </span>
    ),
  },
  {
    name: 'state',
    head: 'State',
    card: 'status',
    width: '96px',
    cell: ({ state }) => <StateChip state={state} />,
  },
]

/** Troubles come first; below them everything, by what it is about. */
export function PartsTab({
  system: { data, error, refetch },
}: {
  readonly system: UseQueryResult<DataOf<'getSystem'>>
}) {
  if (data === undefined)
    return (
      <section className="card" aria-label="Parts">
        <DataTable
          caption="Parts of the service"
          rows={undefined}
          error={error}
          onRetry={() => refetch()}
          columns={columns}
          keyOf={({ part }) => part}
          empty={null}
        />
      </section>
    )
  return (
    <div className="system-parts">
      <Troubles troubles={listTroubles(data)} />
      <div className="system-groups">
        {groups.map(([group, title]) => (
          <GroupCard key={group} title={title} parts={data.parts.filter((part) => part.group === group)} />
        ))}
      </div>
      <section className="card" aria-labelledby="works">
        <div className="card-head">
          <h2 id="works" className="grow">
            Periodic work
          </h2>
          <span className="xs muted">of all processes together</span>
        </div>
        <WorksTable works={data.works} isAway={data.figures.database === null} />
      </section>
    </div>
  )
}

/** Each trouble, its figure and what it says; where all is well one line. */
function Troubles({ troubles }: { readonly troubles: readonly Trouble[] }) {
  if (troubles.length === 0)
    return (
      <p className="card system-quiet">
        <Icon name="check" />
        Every part works, and no periodic work is late.
      </p>
    )
  return (
    <section className="card" aria-labelledby="troubles">
      <div className="card-head">
        <h2 id="troubles" className="grow">
          Look here first
        </h2>
        <a className="sm" href="/docs/watch#on-call">
          What to do about each
        </a>
      </div>
      <ul className="system-troubles">
        {troubles.map(({ name, state, title, figure, sentence }) => (
          <li key={name}>
            <StateChip state={state} />
            <b>{title}</b>
            <span className="num">{figure}</span>
            <p className="system-detail sm muted">{sentence}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function GroupCard({ title, parts }: { readonly title: string; readonly parts: readonly SystemPart[] }) {
  if (parts.length === 0) return null
  return (
    <section className="card" aria-label={title}>
      <div className="card-head">
        <h2>{title}</h2>
      </div>
      <DataTable caption={title} rows={parts} columns={columns} keyOf={({ part }) => part} empty={null} />
    </section>
  )
}
