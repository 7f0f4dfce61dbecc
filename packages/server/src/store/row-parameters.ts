/** The columns of a batch of rows: the property of a row, and its PostgreSQL type. */
export type RowColumns<Row> = Readonly<Partial<Record<keyof Row & string, ColumnType>>>

type ColumnType = 'uuid' | 'text' | 'boolean' | 'smallint' | 'integer' | 'bigint' | 'date' | 'jsonb'

/**
 * A batch of rows as one parameter per column, named `alias` in a statement: a third of what json_to_recordset costs
 * the server for as many rows. Parameters count from `first`.
 */
export function rowsFrom<Row>(columns: RowColumns<Row>, alias: string, first = 1): string {
  const names = Object.keys(columns)
  const types = Object.values<string>(columns)
  const parameters = types.map((type, index) => `$${first + index}::${type}[]`)
  return `unnest(${parameters.join(', ')}) as ${alias} (${names.map((name) => `"${name}"`).join(', ')})`
}

/** The values of those parameters, in their order. */
export function valuesOf<Row>(columns: RowColumns<Row>, rows: readonly Row[]): unknown[] {
  return Object.entries<string>(columns).map(([name, type]) => {
    const property = name as keyof Row // the keys of the table are properties of the row
    if (type === 'text') return rows.map((row) => row[property] ?? null)
    if (type === 'jsonb') return rows.map((row) => jsonOf(row[property]))
    // Numbers, booleans, ids and days need no quotes, so that their array is written at once.
    return `{${rows.map((row) => row[property] ?? 'NULL').join(',')}}`
  })
}

function jsonOf(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value)
}
