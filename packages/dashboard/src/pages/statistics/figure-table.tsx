import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Icon } from '../../parts/value/icon.tsx'
import { type RowOrSection, type FigureRow, isSection } from './figure-rows.ts'
import { SectionText } from './section-text.tsx'
import type { StatsColumn } from './stats-columns.tsx'

interface FigureTableProps {
  readonly head: string
  /** Over the names. */
  readonly first: string
  readonly lines: readonly RowOrSection[]
  readonly columns: readonly StatsColumn[]
  readonly sort: string
  readonly onSort: (sort: string) => void
  readonly onToggle: (group: string) => void
  readonly closed: ReadonlySet<string>
  readonly by: string
}

/** The names stay at the start while figures are scrolled through. */
export function FigureTable(props: FigureTableProps) {
  const { head, first, lines, columns, sort, onSort, onToggle, closed, by } = props
  const [isScrolled, setScrolled] = useState(false)
  const isOfTime = by === 'day' || by === 'hour'
  const rows = (isSum: boolean) =>
    lines.filter((line) => (isSection(line) ? !isSum : isSumLine(line) === isSum))
  return (
    <section
      className={isScrolled ? 'stats-box is-scrolled' : 'stats-box'}
      aria-label={`Figures by ${head.toLowerCase()}, scrolled sideways`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so that the keyboard must reach it
      tabIndex={0}
      onScroll={(event) => setScrolled(event.currentTarget.scrollLeft !== 0)}
    >
      <table className="table stats-table">
        <caption className="sr">Figures by {head.toLowerCase()}</caption>
        <thead>
          <tr>
            <HeadCell head={first} name={isOfTime ? 'time' : ''} sort={sort} onSort={onSort} />
            {columns.map((column) => (
              <HeadCell
                key={column.name}
                head={column.head}
                name={column.name}
                sort={sort}
                onSort={onSort}
                isNumber
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows(false).map((line) =>
            isSection(line) ? (
              <tr key={line.id} className="stats-section">
                <th colSpan={columns.length + 1} scope="rowgroup">
                  <span>
                    <SectionText section={line} />
                  </span>
                </th>
              </tr>
            ) : (
              <FigureEntryRow key={line.id} line={line} {...{ columns, onToggle, closed }} />
            ),
          )}
        </tbody>
        <tfoot>
          {rows(true).map((line) =>
            isSection(line) ? null : (
              <FigureEntryRow key={line.id} line={line} {...{ columns, onToggle, closed }} />
            ),
          )}
        </tfoot>
      </table>
    </section>
  )
}

function isSumLine({ level }: FigureRow): boolean {
  return level === 'rest' || level === 'total'
}

interface LineProps extends Pick<FigureTableProps, 'columns' | 'onToggle' | 'closed'> {
  readonly line: FigureRow
}

function FigureEntryRow({ line, columns, onToggle, closed }: LineProps) {
  return (
    <tr className={`is-${line.level}`}>
      <th scope="row">
        <div className="stats-name">
          {line.hasMembers && (
            <button
              type="button"
              className="stats-toggle"
              aria-expanded={!closed.has(line.group)}
              aria-label={`Members of ${line.name}`}
              onClick={() => onToggle(line.group)}
            >
              <Icon name={closed.has(line.group) ? 'right' : 'down'} size={14} />
            </button>
          )}
          <FigureName line={line} />
        </div>
      </th>
      {columns.map((column) => (
        <td key={column.name} className={column.isHot?.(line.row) ? 'n neg' : 'n'} data-column={column.name}>
          {column.cell(line.row)}
        </td>
      ))}
    </tr>
  )
}

interface FigureNameProps {
  readonly line: FigureRow
  /** Inside something that is pressed itself. */
  readonly isPlain?: boolean
}

/** Names of sub ids are other people's texts: one line, with all of it in the title. */
export function FigureName({ line, isPlain = false }: FigureNameProps) {
  const { name, note, isForeign, offerId } = line
  const text = (
    <bdi className={isForeign ? 'mono' : ''} title={name.slice(0, 300)}>
      {name}
    </bdi>
  )
  return (
    <span className="stats-text">
      {offerId === undefined || isPlain ? (
        text
      ) : (
        <Link className="stats-link" to="/ops/offers/$offerId" params={{ offerId }}>
          {text}
        </Link>
      )}
      {note !== undefined && (
        <small>
          <bdi>{note}</bdi>
        </small>
      )}
    </span>
  )
}

interface HeadCellProps extends Pick<FigureTableProps, 'sort' | 'onSort'> {
  readonly head: string
  /** Empty: it orders nothing. */
  readonly name: string
  readonly isNumber?: boolean
}

/** From the largest on, then from the smallest on; the third press goes back to the order there was at first. */
function HeadCell({ head, name, sort, onSort, isNumber = false }: HeadCellProps) {
  const isSorted = name !== '' && sort.replace(/^-/, '') === name
  const isDown = sort.startsWith('-')
  const next = !isSorted ? `-${name}` : isDown ? name : ''
  const className = isNumber ? 'n' : ''
  if (name === '')
    return (
      <th scope="col" className={className}>
        {head}
      </th>
    )
  return (
    <th
      scope="col"
      className={className}
      {...(isSorted ? { 'aria-sort': isDown ? 'descending' : 'ascending' } : {})}
    >
      <button type="button" className="sort-button" onClick={() => onSort(next)}>
        {head}
        {isSorted && <Icon name={isDown ? 'down' : 'up'} size={12} />}
      </button>
    </th>
  )
}
