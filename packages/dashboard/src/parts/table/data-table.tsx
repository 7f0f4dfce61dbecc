import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Failure } from '../feedback/failure.tsx'
import { usePhone } from '../layout/use-phone.ts'
import { Icon } from '../value/icon.tsx'
import { CardList } from './card-list.tsx'
import type { Column } from './column.ts'
import './data-table.css'

interface DataTableProps<Row> {
  /** The rows in a word, for readers who do not see them. */
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[] | undefined
  readonly keyOf: (row: Row) => string
  /** Shown instead of no rows. */
  readonly empty: ReactNode
  readonly error?: unknown
  readonly onRetry?: () => void
  /** Old rows stay, dimmed, while new ones are on their way. */
  readonly isRefreshing?: boolean
  readonly sort?: string
  readonly onSort?: (sort: string) => void
  readonly more?:
    | { readonly load: () => unknown; readonly isLoading: boolean; readonly left?: string }
    | undefined
  readonly isMarked?: (row: Row) => boolean
  /** A last row with the sums of all; its first cell says so. */
  readonly sumRow?: Row | undefined
}

/** Rows that come before the first answer: as many as a screen has, so that nothing jumps. */
const ghostRows = 12

/**
 * A native table; on a phone the same rows as a list of cards. Row links: give the link of the main cell the class
 * `row-link`, and all of the row leads there.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, rows, keyOf, caption, empty, error, onRetry, more, isRefreshing = false } = props
  const isPhone = usePhone()
  if (error !== undefined && error !== null && rows === undefined)
    return (
      <div className="table-note">
        <Failure what={`${caption} could not be loaded`} error={error} {...(onRetry ? { onRetry } : {})} />
      </div>
    )
  if (rows?.length === 0) return <>{empty}</>
  return (
    <div className={isRefreshing ? 'data-table is-refreshing' : 'data-table'} aria-busy={rows === undefined}>
      {isPhone ? (
        <CardList caption={caption} columns={columns} rows={rows} keyOf={keyOf} />
      ) : (
        <WideTable {...props} />
      )}
      {more && (
        <div className="table-more">
          <Button onClick={() => more.load()} loading={more.isLoading}>
            Show more
          </Button>
          {more.left && <span className="faint xs">{more.left}</span>}
        </div>
      )}
    </div>
  )
}

function WideTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, keyOf, sort, onSort, isMarked, sumRow } = props
  return (
    <div className="table-box">
      <table className="table">
        <caption className="sr">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeadCell key={column.name} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows === undefined
            ? Array.from({ length: ghostRows }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: they have nothing else, and never move
                <tr key={index} className="ghost">
                  {columns.map(({ name }) => (
                    <td key={name}>
                      <span />
                    </td>
                  ))}
                </tr>
              ))
            : rows.map((row) => (
                <tr key={keyOf(row)} data-marked={isMarked?.(row) || undefined}>
                  {columns.map(({ name, cell, isNumber }) => (
                    <td key={name} className={isNumber ? 'n' : undefined}>
                      {cell(row)}
                    </td>
                  ))}
                </tr>
              ))}
        </tbody>
        {sumRow !== undefined && (
          <tfoot>
            <tr>
              {columns.map(({ name, cell, isNumber }, index) =>
                index === 0 ? (
                  <th key={name} scope="row">
                    All
                  </th>
                ) : (
                  <td key={name} className={isNumber ? 'n' : undefined}>
                    {cell(sumRow)}
                  </td>
                ),
              )}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}

interface HeadCellProps<Row> {
  readonly column: Column<Row>
  readonly sort: string | undefined
  readonly onSort: ((sort: string) => void) | undefined
}

function HeadCell<Row>({ column, sort, onSort }: HeadCellProps<Row>) {
  const { head, isNumber, width } = column
  const isSorted = column.sort !== undefined && sort?.replace(/^-/, '') === column.sort
  const isDown = sort?.startsWith('-') ?? false
  const common = {
    scope: 'col',
    className: isNumber ? 'n' : '',
    style: width === undefined ? {} : { width },
  } as const
  if (column.sort === undefined || !onSort) return <th {...common}>{head}</th>
  const name = column.sort
  // Numbers and times are looked for from the largest on, names from A.
  const first = isNumber ? `-${name}` : name
  const next = isSorted ? (isDown ? name : `-${name}`) : first
  return (
    <th {...common} {...(isSorted ? { 'aria-sort': isDown ? 'descending' : 'ascending' } : {})}>
      <button type="button" className="sort-button" onClick={() => onSort(next)}>
        {head}
        <Icon name={isSorted ? (isDown ? 'down' : 'up') : 'sort'} size={12} />
      </button>
    </th>
  )
}
