import { rowsOf } from '../../store/copy/copied-tables.ts'
import {
  assertNoTables,
  listTriggered,
  makeEmptyTables,
  numberFurtherOn,
  setSequences,
  setTriggers,
} from '../../store/copy/new-tables.ts'
import { inCopyTransaction } from '../../store/pg/copy-session.ts'
import type { DatabaseRows } from './database-rows.ts'

/** How much came in. */
export interface LoadedRows {
  readonly tables: number
  readonly rows: number
}

/**
 * Copies all rows into an empty database, in one transaction: whatever breaks it off, the database is empty after it. Throws
 * where it is not empty before, or where a table gets another number of rows than were counted. `beforeCommit` is called
 * when all of them are there.
 */
export async function loadRows(
  url: string,
  source: DatabaseRows,
  beforeCommit: () => Promise<void> = async () => {},
): Promise<LoadedRows> {
  const { schema, tables } = source
  let rows = 0
  await inCopyTransaction(url, 'write', async (tx) => {
    await assertNoTables(tx)
    await makeEmptyTables(tx, { schema, tables })
    const triggered = await listTriggered(tx)
    await setTriggers(tx, triggered, 'disable')
    for (const table of tables) {
      const text = `copy ${rowsOf(table)} from stdin (encoding 'UTF8', freeze)`
      const count = await tx.copyIn(text, source.read(table))
      if (table.rows !== undefined && table.rows !== count)
        throw new Error(`The table ${table.name} has ${count} rows of ${table.rows}`)
      rows += count
    }
    await setTriggers(tx, triggered, 'enable')
    await setSequences(tx, await source.sequences())
    await numberFurtherOn(tx)
    // Without it the first questions would be planned for empty tables.
    await tx.query('analyze')
    await beforeCommit()
  })
  return { tables: tables.length, rows }
}

/** Throws where rows cannot be copied into a database. */
export async function assertEmptyDatabase(url: string): Promise<void> {
  await inCopyTransaction(url, 'read', assertNoTables)
}
