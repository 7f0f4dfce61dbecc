import type { Db } from './database.ts'

/**
 * For the rest of a transaction no table is scanned where there is an index: by statistics from the time when there
 * were few rows, a scan of a table that has grown since would look cheap.
 */
export async function scanNothing(tx: Db): Promise<void> {
  await tx.query('set local enable_seqscan = off')
}
