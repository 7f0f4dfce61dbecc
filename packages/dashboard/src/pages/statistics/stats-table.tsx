import { Button, SegmentedControl, Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatCount } from '../../format/format-number.ts'
import { DataTable } from '../../parts/table/data-table.tsx'
import { usePhone } from '../../parts/layout/use-phone.ts'
import { ColumnChooser } from './column-chooser.tsx'
import { type RowOrSection, isSection } from './figure-rows.ts'
import { FigureCards } from './figure-cards.tsx'
import { FigureTable } from './figure-table.tsx'
import type { StatsColumn } from './stats-columns.tsx'
import type { Group } from './stats-filters.tsx'
import './stats-table.css'

interface StatsTableProps {
  readonly head: string
  /** Over the names. */
  readonly first: string
  readonly lines: readonly RowOrSection[] | undefined
  readonly columns: readonly StatsColumn[]
  readonly allColumns: readonly StatsColumn[]
  readonly chosenColumns: string
  readonly onColumns: (columns: string) => void
  readonly sort: string
  readonly onSort: (sort: string) => void
  readonly onToggle: (group: string) => void
  readonly closed: ReadonlySet<string>
  readonly groups: readonly Group[]
  readonly by: string
  readonly onBy: (by: string) => void
  /** The second groupings that fit; none: these readers have no second one. */
  readonly seconds: readonly Group[]
  readonly within: string
  readonly onWithin: (within: string) => void
  readonly view: 'chart' | 'table'
  readonly onView: (view: string) => void
  /** In place of the table of groups. */
  readonly chart: ReactNode
  readonly hasMargin: boolean
  readonly error: unknown
  readonly onRetry: () => void
  readonly isRefreshing: boolean
  readonly empty: ReactNode
  readonly more: { readonly load: () => void; readonly left: number }
  readonly note: string
}

/** Figures of groups and their members, or over time: as a table, or as a chart. */
export function StatsTable(props: StatsTableProps) {
  const { head, lines, view, onView, chart, more, note, by } = props
  const isOfTime = by === 'day' || by === 'hour'
  return (
    <section className="card stats-card" aria-label={`Figures by ${head.toLowerCase()}`}>
      <div className="stats-head">
        <Groupings {...props} />
        <span className="grow" />
        {!isOfTime && (
          <SegmentedControl
            aria-label="How it is shown"
            value={view}
            onChange={onView}
            data={[
              { value: 'table', label: 'Table' },
              { value: 'chart', label: 'Chart' },
            ]}
          />
        )}
        {view === 'table' && (
          <span className="stats-columns">
            <ColumnChooser
              columns={props.allColumns}
              chosen={props.chosenColumns}
              onChoose={props.onColumns}
            />
          </span>
        )}
      </div>
      {view === 'chart' ? chart : <Lines {...props} />}
      {view === 'table' && more.left > 0 && (
        <div className="table-more">
          <Button onClick={more.load}>Show more</Button>
          <span className="faint xs">{formatCount(more.left)} more</span>
        </div>
      )}
      {view === 'table' && lines !== undefined && lines.length > 0 && <p className="stats-foot">{note}</p>}
    </section>
  )
}

function Groupings({ groups, by, onBy, seconds, within, onWithin }: StatsTableProps) {
  return (
    <div className="row wrap">
      <span className="muted">By</span>
      <Select
        aria-label="Rows by"
        data={[...groups]}
        value={by}
        onChange={(value) => onBy(value ?? '')}
        allowDeselect={false}
        w={124}
      />
      {seconds.length > 0 && (
        <>
          <span className="muted">then</span>
          <Select
            aria-label="Then by"
            data={[{ value: '', label: 'Nothing' }, ...seconds]}
            value={within}
            onChange={(value) => onWithin(value ?? '')}
            allowDeselect={false}
            w={124}
          />
        </>
      )}
    </div>
  )
}

function Lines(props: StatsTableProps) {
  const { head, lines, columns, error, onRetry, isRefreshing, empty } = props
  const isPhone = usePhone()
  const isReady = lines?.some((line) => !isSection(line))
  if (lines === undefined || !isReady)
    return (
      <DataTable
        caption={`Figures by ${head.toLowerCase()}`}
        columns={[{ name: 'key', head, cell: () => '' }, ...columns.map(ghostOf)]}
        rows={lines === undefined ? undefined : []}
        keyOf={() => ''}
        error={error}
        onRetry={onRetry}
        empty={empty}
      />
    )
  return (
    <div className={isRefreshing ? 'data-table is-refreshing' : 'data-table'}>
      {isPhone ? <FigureCards {...props} lines={lines} /> : <FigureTable {...props} lines={lines} />}
    </div>
  )
}

function ghostOf({ name, head }: StatsColumn) {
  return { name, head, isNumber: true, cell: () => '' }
}
