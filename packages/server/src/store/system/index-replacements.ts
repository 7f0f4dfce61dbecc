import type { Database, Db } from '../pg/database.ts'

/** An index in place of another one on the same table. */
interface IndexReplacement {
  readonly name: string
  /** Its table and what it is on, as SQL has it behind `on`. */
  readonly on: string
  readonly replaces: string
}

/** In the order in which they are made. On small tables the migrations have done it. */
export const indexReplacements: readonly IndexReplacement[] = [
  {
    name: 'conversion_events_of_app',
    on: 'conversion_events (app_id, is_test, written_in)',
    replaces: 'conversion_events_by_app',
  },
  {
    name: 'conversion_events_written',
    on: 'conversion_events (written_in)',
    replaces: 'conversion_events_by_write',
  },
]

/** Any number; one process at a time replaces indexes. */
const lockKey = 7_168_217

/**
 * Replaces indexes of tables that have grown while their writers go on, and returns the names of the new ones. A
 * statement may find the old one, the new one or both. The turn is held on a connection of its own: an index is not made
 * concurrently inside a transaction. One whose making was interrupted is made again.
 */
export async function replaceIndexes(db: Database): Promise<string[]> {
  return await db.transaction(async (turn) => {
    // Without values, since a statement with values keeps its snapshot, which the making would wait for.
    const [held] = await turn.query<{ is: boolean }>(`select pg_try_advisory_xact_lock(${lockKey}) as is`)
    if (held?.is !== true) return []
    const made: string[] = []
    for (const { name, on, replaces } of indexReplacements) {
      if (await isIndex(db, replaces)) {
        if (!(await isIndex(db, name))) {
          await db.query(`drop index concurrently if exists ${name}`, [], unlimited)
          await db.query(`create index concurrently ${name} on ${on}`, [], unlimited)
          made.push(name)
        }
        await db.query(`drop index concurrently ${replaces}`, [], unlimited)
      }
    }
    return made
  }, unlimited)
}

const unlimited = { timeoutMs: 0 }

async function isIndex(db: Db, name: string): Promise<boolean> {
  const rows = await db.query(
    'select from pg_index where indexrelid = to_regclass($1) and indisvalid and indisready',
    [name],
  )
  return rows.length > 0
}
