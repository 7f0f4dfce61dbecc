import type { Db } from '../../packages/server/src/store/pg/database.ts'
import { watermark } from '../../packages/server/src/store/pg/watermark.ts'
import { until } from './eventually.ts'

/** Waits for transactions of other tests on the server: what was written before they end is not settled yet. */
export async function untilSettled(db: Db): Promise<void> {
  await until(async () => {
    const rows = await db.query(
      `select from conversion_events where written_in >= ${watermark}
       union all select from clicks where written_in >= ${watermark} limit 1`,
      [],
    )
    return rows.length === 0
  }, 'every change and click was settled')
}
