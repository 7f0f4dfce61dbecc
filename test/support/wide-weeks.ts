import { firstIdAt } from '@quoin/core/tracking/click-id.ts'
import { weekOf } from '@quoin/core/tracking/click-partitions.ts'
import type { Db } from '../../packages/server/src/store/pg/database.ts'

/** Gives a database weeks of clicks as version 0.2.0 made them, and has narrow clicks begin at a moment. */
export async function makeWideWeeks(
  db: Db,
  { mondaysMs, cutoverMs }: { readonly mondaysMs: readonly number[]; readonly cutoverMs: number },
): Promise<void> {
  await db.query('update click_cutover set first_id = $1', [firstIdAt(cutoverMs)])
  for (const mondayMs of mondaysMs) {
    const { fromMs, toMs } = weekOf(mondayMs)
    const name = `clicks_${new Date(fromMs).toISOString().slice(0, 10).replaceAll('-', '')}`
    await db.query(
      `create table ${name} partition of wide_clicks for values from ('${firstIdAt(fromMs)}') to ('${firstIdAt(toMs)}')`,
    )
  }
}
