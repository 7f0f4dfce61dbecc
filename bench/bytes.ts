// The bytes that a click takes at rest: as version 0.2.0 stored it, in a week that is written to, and in one that has ended.
// `npm run bench:bytes`; with a number: so many clicks (200,000). The same clicks go to each table, by the code that writes them.
import { weekOf } from '@quoin/core/tracking/click-partitions.ts'
import { weekMs } from '@quoin/core/time/durations.ts'
import { recordClicks } from '../packages/server/src/features/tracking/record-clicks.ts'
import { LiveClickAgents } from '../packages/server/src/snapshots/live/live-click-agents.ts'
import { store } from '../packages/server/src/store/index.ts'
import type { Database } from '../packages/server/src/store/pg/database.ts'
import { copyWide, makeWideWeek, openClickDatabase } from './clicks/click-database.ts'
import { chance, realClick } from './clicks/real-clicks.ts'

const count = Number(process.argv[2] ?? 200_000)
const batch = 500
const week = weekOf(Date.now() - weekMs)
const silent = { debug() {}, info() {}, warn() {}, error() {} }

const { db, remove } = await openClickDatabase(`bytes-${process.pid}`)
try {
  const wideName = await makeWideWeek(db, week.fromMs)
  await store.clickWeeks.createClickPartition(db, week)
  const clickAgents = new LiveClickAgents({ db, log: silent })
  const random = chance(1)
  for (let done = 0; done < count; done += batch) {
    const clicks = Array.from({ length: batch }, (_, nth) =>
      realClick(random, week.fromMs + Math.floor(((done + nth) * weekMs) / count)),
    )
    await copyWide(db, clicks)
    await recordClicks({ db, store, clickAgents }, clicks)
    // Once a minute in a server.
    if (done % (20 * batch) === 0) await clickAgents.refresh()
  }
  const sizes: Record<string, Record<string, number>> = {}
  sizes['0.2.0'] = await sizesOf(db, wideName)
  const [fresh] = await db.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'fresh_clicks'::regclass`,
  )
  sizes['fresh'] = await sizesOf(db, fresh?.name ?? '')
  if (!(await store.clickWeeks.settleClickWeek(db, week))) throw new Error('The week was not settled')
  sizes['settled'] = await sizesOf(db, `settled_${wideName}`)
  console.table(sizes)
} finally {
  await remove()
}

/** By part, in bytes a click. */
async function sizesOf(of: Database, table: string): Promise<Record<string, number>> {
  await of.query(`vacuum analyze ${table}`)
  const rows = await of.query<{ part: string; bytes: number }>(
    `select part, round(bytes::numeric / $2, 1)::float8 as bytes from (
       select 'heap' as part, pg_table_size(to_regclass($1::text)) as bytes
       union all
       select case when pg_get_indexdef(indexrelid) like '%brin%' then 'by write'
           when indisprimary then 'primary key' else 'by user' end, pg_relation_size(indexrelid)
       from pg_index where indrelid = to_regclass($1::text)
       union all
       select 'User-Agents', case when $1::text ~ 'settled|fresh' then pg_total_relation_size('click_agents') else 0 end
       ) parts`,
    [table, count],
  )
  const parts = Object.fromEntries(rows.map(({ part, bytes }) => [part, bytes]))
  return { ...parts, all: Math.round(rows.reduce((sum, { bytes }) => sum + bytes, 0)) }
}
