import { countedMax, type ListPage, type ListSlice } from '@quoin/core/paging/list-slice.ts'
import type { Db } from './database.ts'

/** A column that a list is sorted by, as SQL that is never null, and the type that a position in it is given as. */
interface SortColumn {
  readonly sql: string
  readonly type: 'bigint' | 'text' | 'uuid' | 'timestamptz'
}

/** By the name of each sort its columns; the last one is unique, so that the order is total. */
type SortTable = Readonly<Record<string, readonly SortColumn[]>>

interface PageQuery {
  readonly select: string
  readonly from: string
  /** With `$1` and on for `values`. */
  readonly where: string
  readonly values: readonly unknown[]
  readonly sorts: SortTable
  readonly slice: ListSlice
}

/**
 * A page of a list from where the one before ended, and how many rows there are. It never skips or repeats a row that
 * stays, and a late page costs what the first one does.
 */
export async function selectPage<Row extends object>(db: Db, query: PageQuery): Promise<ListPage<Row>> {
  const { select, from, where, values, sorts, slice } = query
  const columns = sorts[slice.sort]
  if (columns === undefined) throw new Error(`There is no sort ${slice.sort}`)
  const [way, sign] = slice.isDescending ? ['desc', '<'] : ['asc', '>']
  const names = columns.map(({ sql }) => sql).join(', ')
  const position = columns.map(({ type }, index) => `$${values.length + 2 + index}::${type}`).join(', ')
  const beyond = slice.after === null ? '' : ` and (${names}) ${sign} (${position})`
  const order = columns.map(({ sql }) => `${sql} ${way}`).join(', ')
  const [found, [counted]] = await Promise.all([
    db.query<Row & { position: (string | number)[] }>(
      `select ${select}, json_build_array(${names}) as position from ${from} where ${where}${beyond}
       order by ${order} limit $${values.length + 1}`,
      [...values, slice.limit + 1, ...(slice.after ?? [])],
    ),
    db.query<{ rows: number }>(
      `select count(*) as rows from (select from ${from} where ${where} limit ${countedMax + 1}) counted`,
      values,
    ),
  ])
  const rows = found.slice(0, slice.limit)
  return {
    rows: rows.map(({ position: _position, ...row }) => row as unknown as Row), // what was added is taken away
    end: found.length > slice.limit ? (rows.at(-1)?.position ?? null) : null,
    total: counted?.rows ?? 0,
  }
}
