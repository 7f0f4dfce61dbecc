export type ColumnType = 'uuid' | 'text' | 'boolean' | 'smallint' | 'integer' | 'bigint' | 'date' | 'jsonb'

/** The columns of a batch of rows: properties of a row, and their PostgreSQL types. */
export type RowColumns<Row> = Readonly<Partial<Record<keyof Row & string, ColumnType>>>

/**
 * A batch of rows as one parameter per column, named `alias` in a statement; parameters count from `first`.
 * The server reads them in a third of the time that json_to_recordset takes. It does not see their number: for few
 * rows it would plan the statement anew each time, which takes longer than the rows.
 */
export function rowsFrom<Row>(columns: RowColumns<Row>, alias: string, first = 1): string {
  const names = namesOf(columns)
  const parameters = names.map((name, index) => `(select $${first + index}::${columns[name]}[])`)
  return `unnest(${parameters.join(', ')}) as ${alias} (${names.map((name) => `"${name}"`).join(', ')})`
}

/** The values of those parameters, in their order. */
export function valuesOf<Row>(columns: RowColumns<Row>, rows: readonly Row[]): unknown[] {
  return namesOf(columns).map((name) => {
    const write = writers[columns[name] ?? 'text']
    const items = rows.map((row) => {
      const value = row[name] ?? null
      return value === null ? 'NULL' : write(value)
    })
    return `{${items.join(',')}}`
  })
}

/** How a value stands in an array's text. Numbers, booleans, ids and days need no quotes. */
const writers: Readonly<Record<ColumnType, (value: unknown) => string>> = {
  uuid: String,
  boolean: String,
  smallint: String,
  integer: String,
  bigint: String,
  date: String,
  text: (value) => quoted(String(value)),
  // JSON has no raw control characters, so that its own way to quote is the array's.
  jsonb: (value) => JSON.stringify(JSON.stringify(value)),
}

function quoted(text: string): string {
  return text.includes('"') || text.includes('\\') ? `"${text.replaceAll(/["\\]/g, '\\$&')}"` : `"${text}"`
}

/** `Object.keys` forgets the type of keys; a table of columns has no others. */
function namesOf<Row>(columns: RowColumns<Row>): (keyof Row & string)[] {
  return Object.keys(columns) as (keyof Row & string)[]
}

/** The first parameter of each kind of row, when a statement takes several kinds in the order of `kinds`. */
export function numberParameters<Kind extends string>(
  kinds: Readonly<Record<Kind, object>>,
): Readonly<Record<Kind, number>> {
  let next = 1
  const parameterNumbers: Partial<Record<Kind, number>> = {}
  for (const kind in kinds) {
    parameterNumbers[kind] = next
    next += Object.keys(kinds[kind]).length
  }
  return parameterNumbers as Record<Kind, number> // each kind was given its place
}
