import type { UseQueryResult } from '@tanstack/react-query'
import type { DataOf } from '../../api/operation-types.ts'
import type { Column } from '../../parts/table/column.ts'
import { DataTable } from '../../parts/table/data-table.tsx'
import { Icon, type IconName } from '../../parts/value/icon.tsx'
import { Moment } from '../../parts/value/moment.tsx'
import { formatFigure, type SystemPart } from './part-figure.ts'

const states: Readonly<
  Record<SystemPart['state'], { readonly word: string; readonly tone: string; readonly icon: IconName }>
> = {
  broken: { word: 'Broken', tone: 'danger', icon: 'cross' },
  warning: { word: 'Look', tone: 'warning', icon: 'bang' },
  ok: { word: 'Works', tone: 'success', icon: 'check' },
  idle: { word: 'Idle', tone: 'neutral', icon: 'minus' },
}
const order = Object.keys(states)

const columns: readonly Column<SystemPart>[] = [
  { name: 'part', head: 'Part', card: 'main', width: '180px', cell: ({ title }) => <b>{title}</b> },
  {
    name: 'state',
    head: 'State',
    card: 'status',
    width: '110px',
    cell: ({ state }) => (
      <span className={`chip ${states[state].tone}`}>
        <Icon name={states[state].icon} size={12} />
        {states[state].word}
      </span>
    ),
  },
  {
    name: 'figure',
    head: 'Figure',
    isNumber: true,
    width: '110px',
    cell: ({ value, unit }) => <span className="num">{formatFigure(value, unit)}</span>,
  },
  {
    name: 'limit',
    head: 'Limit',
    isNumber: true,
    width: '110px',
    card: 'none',
    cell: ({ limit, unit }) => <span className="num muted">{formatFigure(limit, unit)}</span>,
  },
  { name: 'since', head: 'Since', width: '130px', card: 'none', cell: ({ since }) => <Moment at={since} /> },
  {
    name: 'detail',
    head: 'What it says',
    cell: ({ detail }) => <span className="system-detail">{detail}</span>,
  },
]

/** Broken parts come first; else they are in the order of the report. */
export function PartsTab({
  system: { data, error, refetch },
}: {
  readonly system: UseQueryResult<DataOf<'getSystem'>>
}) {
  const rows = data?.parts.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state))
  const shown = rows?.some(({ state }) => state === 'broken' || state === 'warning') ? rows : data?.parts
  return (
    <section className="card" aria-label="Parts">
      <DataTable
        caption="Parts of the service"
        rows={shown}
        error={error}
        onRetry={() => refetch()}
        columns={columns}
        keyOf={({ part }) => part}
        empty={null}
      />
    </section>
  )
}
