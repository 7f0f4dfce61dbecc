import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keptDays } from '@quoin/core/retention/kept-days.ts'
import { dayMs } from '@quoin/core/time/durations.ts'
import { assertSums } from '../../../../../test/support/assert-sums.ts'
import { followOffer, tell } from '../../../../../test/support/conversions.ts'
import { createTestDatabase } from '../../../../../test/support/database.ts'
import { rollUpAll } from '../../../../../test/support/roll-up-all.ts'
import { createWorld, type World } from '../../../../../test/support/world.ts'
import { store } from '../../store/index.ts'
import type { Database } from '../../store/pg/database.ts'
import { checkStats } from './check-stats.ts'
import { foldStats } from './fold-stats.ts'
import { rebuildStats } from './rebuild-stats.ts'

const startSec = Date.UTC(2026, 10, 1) / 1000
const daySec = 86_400
const days = 20

/** A month of random rows, of changes and of reversals that leave groups empty. */
async function fill(db: Database): Promise<void> {
  await db.query('select setseed(0.3)')
  await db.query(
    `insert into stats_15min as s (app_id, quarter, offer_id, country, platform, sub_id, status, clicks, unique_clicks,
       conversions, revenue_micros, payout_micros)
     select 1 + n % 3, to_timestamp($1::bigint + floor(random() * $2::int * 96) * 900), 1 + (random() * 4)::int,
       (array['DE', 'US'])[1 + n % 2], (array['ios', 'android'])[1 + (n / 2) % 2],
       (array['a', '', null])[1 + (n / 7) % 3], (array['', 'approved', 'reversed'])[1 + n % 3],
       n % 7, n % 5, n % 3 - 1, (n % 11 - 5) * 1000, (n % 9 - 4) * 100
     from generate_series(1, 8000) n
     on conflict do nothing`,
    [startSec, days],
  )
  await db.query(
    `insert into stats_credit_times (app_id, quarter, offer_id, country, platform, sub_id, slot, conversions)
     select 1 + n % 3, to_timestamp($1::bigint + floor(random() * $2::int * 96) * 900), 1 + (random() * 4)::int,
       (array['DE', 'US'])[1 + n % 2], (array['ios', 'android'])[1 + (n / 2) % 2],
       (array['a', '', null])[1 + (n / 7) % 3], floor(random() * 5)::smallint, 1 + n % 5
     from generate_series(1, 5000) n on conflict do nothing`,
    [startSec, days],
  )
}

/** Reports over whole days and weeks, by one thing, by several and of one app, from the sums and from the rows. */
async function reportAll(db: Database): Promise<unknown> {
  const asked = [
    ...(['app', 'country', 'platform', 'subId', 'offer', 'network', 'status'] as const).map((one) => [one]),
    ...[[], ['app', 'country', 'offer'] as const, ['subId', 'platform', 'status'] as const],
  ]
  const edges = [
    Array.from({ length: days + 1 }, (_, day) => startSec + day * daySec),
    [startSec, startSec + 7 * daySec, startSec + days * daySec],
  ]
  const answers = []
  for (const groupBy of asked)
    for (const edgesSec of edges)
      for (const appId of [null, 2])
        answers.push(
          await store.statsReport.reportStats(db, {
            appId,
            offerId: null,
            country: null,
            platform: null,
            subId: null,
            status: null,
            groupBy,
            edgesSec,
            rowsMax: 100_000,
          }),
        )
  return answers
}

async function report(world: World, clickId: string, status: string): Promise<void> {
  const { statusCode } = await tell(world, { query: { click_id: clickId, payout: '1', status } })
  assert.equal(statusCode, 200)
}

async function countRows(db: Database, where = 'true'): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select (select count(*) from stats_15min where ${where}) + (select count(*) from stats_credit_times where ${where}) as count`,
  )
  return row?.count ?? 0
}

test('quarters that become days change no report over days, and the sums stay those of the rows', async () => {
  const { database: db } = await createTestDatabase()
  await fill(db)
  const before = await reportAll(db)
  const rowsBefore = await countRows(db)
  const untilSec = startSec + 12 * daySec
  let folded = 0
  while (await db.transaction((tx) => store.foldStats.foldNextDay(tx, untilSec))) {
    folded += 1
    if (folded % 5 === 0) assert.deepEqual(await reportAll(db), before)
  }
  assert.equal(folded, 12)
  assert.deepEqual(await reportAll(db), before)
  await assertSums(db)
  assert.equal(
    await countRows(
      db,
      `quarter < to_timestamp(${untilSec}) and extract(epoch from quarter)::bigint % 86400 <> 0`,
    ),
    0,
  )
  assert.ok((await countRows(db, `quarter >= to_timestamp(${untilSec})`)) > 3_000, 'newer quarters stay')
  assert.ok((await countRows(db)) < rowsBefore)
  const empty = await db.query(
    `select from stats_sums where kind in ('t', 'q') and slot < to_timestamp($1::bigint)
       and extract(epoch from slot)::bigint % 86400 <> 0`,
    [untilSec],
  )
  assert.equal(empty.length, 0)
})

test('a late row of a day that is kept as one is counted in it, and a rebuild counts it the same', async (t) => {
  const world = await createWorld({ environment: { CLICK_RETENTION_DAYS: '2000' } })
  t.after(() => world.close())
  const { ports, clock } = world
  const offerId = await world.addOffer()
  const fromMs = clock.nowMs()
  const clickIds: string[] = []
  for (let one = 0; one < 6; one += 1) {
    const clickId = await followOffer(world, { offerId, userId: `u${one}` })
    clickIds.push(clickId)
    await report(world, clickId, 'approved')
    clock.advance({ seconds: 1_800 })
  }
  await rollUpAll(ports)
  clock.advance({ days: keptDays.statisticsByQuarter + 2 })
  assert.ok((await foldStats(ports)) > 0)
  assert.equal(await foldStats(ports), 0)
  for (const clickId of clickIds.slice(0, 3)) await report(world, clickId, 'reversed')
  await rollUpAll(ports)
  const split = () =>
    countRows(ports.db, 'extract(epoch from quarter)::bigint % 86400 <> 0 and quarter < now()')
  assert.equal(await split(), 0)
  const check = async () => (await checkStats(ports, { fromMs, toMs: fromMs + 2 * dayMs })).differences
  assert.deepEqual(await check(), [])
  await assertSums(ports.db)
  await rebuildStats({ ...ports, actor: 'test' }, { fromMs })
  assert.deepEqual(await check(), [])
  assert.ok((await foldStats(ports)) > 0)
  assert.deepEqual(await check(), [])
  await assertSums(ports.db)
})
