import { writeCsvCell } from '@quoin/core/lists/csv-cell.ts'
import type { ListPage, ListSlice } from '@quoin/core/paging/list-slice.ts'

const rowsMax = 10_000
const pageMax = 1_000

/** Every row that a list has, newest first, as far as a file may go. `proveAgain` is asked between its pages. */
export async function readAll<Row>(
  list: (slice: ListSlice) => Promise<ListPage<Row>>,
  proveAgain: () => Promise<void>,
): Promise<readonly Row[]> {
  const rows: Row[] = []
  let after: ListSlice['after'] = null
  do {
    const page: ListPage<Row> = await list({ sort: 'time', isDescending: true, after, limit: pageMax })
    rows.push(...page.rows)
    after = page.end
    if (after !== null) await proveAgain()
  } while (after !== null && rows.length < rowsMax)
  return rows
}

/** A CSV file as spreadsheets read it: with the mark of UTF-8, and no cell that would be a formula. */
export function writeCsv(
  header: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): Buffer {
  const lines = [header, ...rows].map((cells) =>
    cells.map((cell) => (typeof cell === 'number' ? String(cell) : writeCsvCell(cell ?? ''))).join(','),
  )
  return Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`)
}
