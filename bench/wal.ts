// The write-ahead log that a click takes, straight after a checkpoint and a moment later, as version 0.2.0 wrote it and as it
// is written now, in turns, beside clicks of 30 days. `npm run bench:wal`; with a number: so many clicks (2,000,000). The
// database is kept, and built once: `BENCH_DIR` says where.
import { firstIdAt } from '@quoin/core/tracking/click-id.ts'
import type { Click } from '@quoin/core/tracking/click.ts'
import { weekOf, weeksAround } from '@quoin/core/tracking/click-partitions.ts'
import { dayMs } from '@quoin/core/time/durations.ts'
import { recordClicks } from '../packages/server/src/features/tracking/record-clicks.ts'
import { LiveClickAgents } from '../packages/server/src/snapshots/live/live-click-agents.ts'
import { store } from '../packages/server/src/store/index.ts'
import { copyWide, makeWideWeek, openClickDatabase } from './clicks/click-database.ts'
import { chance, realClick } from './clicks/real-clicks.ts'

const count = Number(process.argv[2] ?? 2_000_000)
/** Random places of the former index: more rows do not make it worse, and it takes four times the disk. */
const wideCount = Math.min(count, 2_000_000)
const measured = 5_000
/** A flush under load. */
const batch = 64
const rounds = 3
const spanMs = 30 * dayMs
const atATime = 1_000_000

const silent = { debug() {}, info() {}, warn() {}, error() {} }
const say = (text: string): void =>
  void process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`)

const { db, isFilled, noteFilled, close } = await openClickDatabase(`wal-${count}`)
try {
  const nowMs = Date.now()
  for (const week of weeksAround(nowMs, { before: 5, after: 1 }))
    await store.clickWeeks.createClickPartition(db, week)
  await makeWideWeek(db, nowMs)
  if (!isFilled) {
    await fill(nowMs)
    await noteFilled()
  }
  const clickAgents = new LiveClickAgents({ db, log: silent })
  await clickAgents.refresh()
  const random = chance(Date.now())
  const writers = {
    '0.2.0': (clicks: readonly Click[]) => copyWide(db, clicks),
    now: (clicks: readonly Click[]) => recordClicks({ db, store, clickAgents }, clicks),
  }
  const found: Record<string, Record<string, number>> = {}
  for (let round = 1; round <= rounds; round += 1) {
    for (const [name, write] of Object.entries(writers)) {
      await db.query('checkpoint')
      const after = await measure(write, random)
      const later = await measure(write, random)
      found[`${name}, ${round}`] = {
        'after a checkpoint': after.bytes,
        'of them whole pages': after.pages,
        'a moment later': later.bytes,
      }
    }
  }
  console.table(found)
} finally {
  await close()
}

async function measure(
  write: (clicks: readonly Click[]) => Promise<unknown>,
  random: () => number,
): Promise<{ bytes: number; pages: number }> {
  const [start] = await db.query<{ lsn: string }>('select pg_current_wal_insert_lsn()::text as lsn')
  for (let done = 0; done < measured; done += batch) {
    await write(Array.from({ length: batch }, () => realClick(random, Date.now())))
  }
  const [row] = await db.query<{ bytes: number; pages: number }>(
    `select round((e.lsn - $1::pg_lsn) / $2)::integer as bytes,
       round((select sum(fpi_size) from pg_get_wal_stats($1::pg_lsn, e.lsn)) / $2)::integer as pages
     from (select pg_current_wal_flush_lsn() as lsn) e`,
    [start?.lsn, measured],
  )
  return row ?? { bytes: 0, pages: 0 }
}

/** By SQL, the weeks that have ended settled as they are in an installation. */
async function fill(nowMs: number): Promise<void> {
  for (let done = 0; done < count; done += atATime) {
    const rows = Math.min(atATime, count - done)
    await db.query(
      `insert into fresh_clicks (id, app_id, offer_id, agent, user_id, sub_id, address, country, platform, verdict, outcome,
         is_test)
       select ${idOf('$1::bigint + ($2::bigint * (n + $3::bigint) / $4::bigint)')}, 1 + floor(random() ^ 3 * 50)::integer,
         1 + floor(random() ^ 2 * 5000)::bigint, 0, 'u_' || md5(floor(random() * 1000000)::text),
         case when random() < 0.5 then 'campaign-' || floor(random() * 40) else '' end,
         '10.0.0.0'::inet + floor(random() * 16000000)::bigint, 'DE', 'a', 'v', 'r', false
       from generate_series(0, $5::bigint - 1) n`,
      [nowMs - spanMs, spanMs, done, count, rows],
    )
    say(`${done + rows} clicks`)
  }
  for (const week of weeksAround(nowMs, { before: 5, after: 0 })) {
    if (week.toMs < nowMs) await store.clickWeeks.settleClickWeek(db, week)
  }
  const { fromMs } = weekOf(nowMs)
  await db.query(
    `insert into wide_clicks (id, app_id, offer_id, user_id, country, platform, verdict, outcome, is_test, clicked_at)
     select ${idOf('$1::bigint + $2::bigint * n / $3::bigint')}, 1 + floor(random() ^ 3 * 50)::integer,
       1 + floor(random() ^ 2 * 5000)::bigint, 'u_' || md5(floor(random() * 1000000)::text), 'DE', 'android', 'valid',
       'redirected', false, now()
     from generate_series(0, $3::bigint - 1) n where $4::uuid is not null`,
    [fromMs, Math.max(1, nowMs - fromMs), wideCount, firstIdAt(fromMs)],
  )
  // A server on this folder has not to roll all of it up first.
  await db.query(
    `update stats_progress set position = pg_current_xact_id()::text::bigint + 1, redo_since = null, redo_click = null,
       redo_conversion = null`,
  )
  await db.query('vacuum analyze')
  say('filled')
}

function idOf(ms: string): string {
  return `(lpad(to_hex((${ms})::bigint), 12, '0') || '7' || substr(md5(random()::text), 1, 3)
    || '8' || substr(md5(random()::text), 1, 15))::uuid`
}
