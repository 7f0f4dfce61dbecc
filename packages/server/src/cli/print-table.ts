import { plainText } from '@quoin/core/plain-text.ts'

/** A column: its heading, and what stands in a row. */
export interface Column<Row> {
  readonly head: string
  readonly of: (row: Row) => string | number | null | undefined
}

const cellMax = 40

/** Rows for a person at a terminal: one line each, columns aligned, nothing that a terminal would obey. */
export function printTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  if (rows.length === 0) return '(none)'
  const cells = rows.map((row) => columns.map(({ of }) => cellOf(of(row))))
  const lines = [columns.map(({ head }) => head), ...cells]
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)))
  return lines
    .map((line) =>
      line
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function cellOf(value: string | number | null | undefined): string {
  const text = plainText(value ?? '–')
  return text.length > cellMax ? `${text.slice(0, cellMax - 1)}…` : text
}

/** `2026-11-21 11:39:30`, in UTC. */
export function timeCell(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
}
