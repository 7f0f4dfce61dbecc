import type { Settings } from '../settings/config.ts'
import type { Db } from '../store/pg/database.ts'
import { recordCell } from '../store/system/id-cells.ts'
import { StartError } from './process/start-error.ts'

/**
 * Records the cell of a new database. Throws a StartError where CELL names another one than the database belongs to: its
 * ids and credentials, which networks and publishers keep, carry that.
 */
export async function checkCell(db: Db, { cell }: Pick<Settings, 'cell'>): Promise<void> {
  const recorded = await recordCell(db, cell)
  if (recorded === cell) return
  throw new StartError(
    `CELL is ${cell}, and the database belongs to cell ${recorded}, whose number stands in ids and credentials that ` +
      `others keep: set CELL=${recorded}, or give cell ${cell} a database of its own.`,
  )
}
