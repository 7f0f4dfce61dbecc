import type { Readable } from 'node:stream'
import {
  type CopiedSequence,
  type CopiedTable,
  listSequences,
  lockCopiedTables,
  rowsOf,
} from '../../store/copy/copied-tables.ts'
import { inCopyTransaction } from '../../store/pg/copy-session.ts'

/** All rows of a database at one moment. */
export interface DatabaseRows {
  /** The number of the last migration. */
  readonly schema: number
  /** Each behind those that it refers to. */
  readonly tables: readonly SourceTable[]
  /** The rows of a table as COPY writes them. One is read after the other. */
  read(table: CopiedTable): Readable
  /** Asked behind all rows. */
  sequences(): Promise<readonly CopiedSequence[]>
}

interface SourceTable extends CopiedTable {
  /** How many rows were counted; undefined where they were not. */
  readonly rows?: number
}

/** Reads a database while others write to it. */
export async function readRows<T>(url: string, work: (source: DatabaseRows) => Promise<T>): Promise<T> {
  return await inCopyTransaction(url, 'read', async (tx) => {
    const tables = await lockCopiedTables(tx)
    const [row] = await tx.query<{ schema: number }>('select max(version) as schema from schema_migrations')
    return await work({
      schema: row?.schema ?? 0,
      tables,
      read: (table) => tx.copyOut(`copy ${rowsOf(table)} to stdout (encoding 'UTF8')`),
      sequences: async () => await listSequences(tx),
    })
  })
}
