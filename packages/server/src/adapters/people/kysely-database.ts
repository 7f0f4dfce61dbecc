import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import type { Db } from '../../store/pg/database.ts'

/** Rows without a type: the sign-in library names its tables itself. */
type AnyTables = Record<string, Record<string, unknown>>

/**
 * Our database as the sign-in library's query builder wants it: the same connections, limits and faults as all else.
 * Statements stand alone; a transaction would not stay on one connection, so the library is told to begin none.
 */
export function kyselyDatabase(db: Db): Kysely<AnyTables> {
  const client: PostgresPoolClient = {
    // The driver also knows cursors; this builder is never asked for a stream.
    query: (async (text: string, values: readonly unknown[]) => {
      const rows = await db.query<Record<string, unknown>>(text, [...values])
      return { command: commandOf(text), rowCount: rows.length, rows: rows.map(withDates) }
    }) as PostgresPoolClient['query'],
    release: () => {},
  }
  return new Kysely<AnyTables>({
    dialect: new PostgresDialect({ pool: { connect: async () => client, end: async () => {} } }),
  })
}

/** Our connections read times as milliseconds; the library expects dates. */
function withDates(row: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(row).map(([name, value]) => [
    name,
    typeof value === 'number' && /_(at|until)$/.test(name) ? new Date(value) : value,
  ])
  return Object.fromEntries(entries)
}

function commandOf(text: string): 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE' {
  const word = text.slice(0, 6).toUpperCase()
  return word === 'INSERT' || word === 'UPDATE' || word === 'DELETE' ? word : 'SELECT'
}
