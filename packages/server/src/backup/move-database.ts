import { compareInventories } from '@quoin/core/backup/inventory.ts'
import type { Database } from '../store/pg/database.ts'
import { store } from '../store/index.ts'
import { withDatabase } from './restore-backup.ts'
import { assertEmptyDatabase, loadRows, type LoadedRows } from './rows/load-rows.ts'
import { readRows } from './rows/database-rows.ts'

interface MoveNeeds {
  /** The database that is left; nobody writes to it. */
  readonly from: { readonly db: Database; readonly url: string }
  /** An empty database of any PostgreSQL. */
  readonly to: string
  /** Is called before the new database has anything: from then on nobody may go on with the old one. */
  readonly leave: () => Promise<void>
}

interface MovedRows extends LoadedRows {
  /** A sentence for each amount that is not what it was. */
  readonly differences: readonly string[]
}

/** Copies all rows of a database into an empty one, which is empty again where that fails. */
export async function moveDatabase({ from, to, leave }: MoveNeeds): Promise<MovedRows> {
  await assertEmptyDatabase(to)
  const counted = await store.backupInventory.countInventory(from.db)
  const assertStill = async (): Promise<void> => {
    const now = await store.backupInventory.countInventory(from.db)
    if (now.conversionEvents !== counted.conversionEvents)
      throw new Error(
        'Somebody has written to the old database meanwhile: stop Quoin everywhere, and move again',
      )
    await leave()
  }
  const loaded = await readRows(from.url, (source) => loadRows(to, source, assertStill))
  const differences: string[] = []
  await withDatabase(to, async (db) => {
    const found = await store.backupInventory.countInventory(db, counted.position)
    differences.push(...compareInventories(counted, found))
  })
  return { ...loaded, differences }
}
