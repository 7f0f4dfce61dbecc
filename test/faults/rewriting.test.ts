import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { firstIdAt } from '@quoin/core/tracking/click-id.ts'
import { weekOf } from '@quoin/core/tracking/click-partitions.ts'
import { dayMs, weekMs } from '@quoin/core/time/durations.ts'
import { type Database, type Db, openDatabase } from '../../packages/server/src/store/pg/database.ts'
import { takePartitionLock } from '../../packages/server/src/store/tracking/week-tables.ts'
import { makeWideWeeks } from '../support/wide-weeks.ts'
import { createFaultWorld } from './support/fault-world.ts'
import { assertNothingLost, databaseOf, describe } from './support/journal.ts'

/** `npm run faults:long` has more of them. */
const wideClicks = process.env['FAULTS'] === 'long' ? 1_000_000 : 60_000
const roundsMin = 10
const weeks = 3
/** Past weeks: the clicks of the load go to this one. */
const endMs = weekOf(Date.now()).fromMs
const startMs = endMs - weeks * weekMs

/** As many clicks as said, of the past weeks, and a sum of all that is told of each. */
async function sumOf(db: Database): Promise<{ clicks: number; ids: number; sum: string }> {
  const [row] = await db.query<{ clicks: number; ids: number; sum: string }>(
    `select count(*)::integer as clicks, count(distinct id)::integer as ids, sum(hashtextextended(concat_ws('|', id, app_id,
         offer_id, user_id, sub_id, address, user_agent, country, platform, verdict, outcome, reason, is_test, risk,
         is_unsigned), 0)::numeric)::text as sum
     from clicks where id >= $1 and id < $2 and user_id like 'past-%'`,
    [firstIdAt(startMs), firstIdAt(endMs)],
  )
  return row ?? { clicks: 0, ids: 0, sum: '' }
}

/** The clicks of past weeks that are in place, and those of copies that are being made. */
async function countRewritten(db: Database): Promise<number> {
  const tables = await db.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relname ~ '^(copied_clicks_|settled_clicks_.*_wide$)'`,
  )
  let rewritten = 0
  for (const { name } of tables) {
    const [row] = await db.query<{ rows: number }>(`select count(*)::integer as rows from ${name}`)
    rewritten += row?.rows ?? 0
  }
  return rewritten
}

/** As a database was before the narrow tables: their partitions of past weeks are not there. */
async function dropPastWeeks(db: Db): Promise<void> {
  const past = await db.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits
     where inhparent in ('fresh_clicks'::regclass, 'settled_clicks'::regclass)
       and substring(inhrelid::regclass::text from '[0-9]{8}') < to_char(to_timestamp($1::bigint / 1000), 'YYYYMMDD')`,
    [endMs],
  )
  for (const { name } of past) await db.query(`drop table ${name}`)
}

async function fillWide(db: Database): Promise<void> {
  await db.query(
    `insert into wide_clicks (id, app_id, offer_id, user_id, sub_id, address, user_agent, country, platform, verdict, outcome,
       reason, is_test, clicked_at, risk, is_unsigned)
     select (lpad(to_hex(ms), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid,
       1 + n % 3, 1 + n % 50, 'past-' || n % 997, case when n % 3 = 0 then 'sub-' || n % 7 end,
       case when n % 11 > 0 then '203.0.113.' || n % 250 end, 'Mozilla/5.0 (common ' || n % 20 || ')', 'DE',
       (array['android', 'ios', 'desktop'])[1 + n % 3], 'valid', case when n % 13 = 0 then 'fallback' else 'redirected' end,
       case when n % 13 = 0 then 'capped' end, n % 17 = 0, to_timestamp(ms / 1000.0), null, case when n % 5 = 0 then true end
     from (select n, ($1::bigint + n * $2::bigint / ($3::bigint + 1)) as ms from generate_series(1, $3) n) c`,
    [startMs, endMs - startMs, wideClicks],
  )
}

/** The reason why nothing goes on: sessions that wait, and the log of the rewriting. */
async function tellStandstill(db: Database, log: string): Promise<string> {
  const sessions = await db.query(
    `select pid, state, wait_event, pg_blocking_pids(pid) as behind, xact_start, left(query, 100) as query
     from pg_stat_activity where backend_type = 'client backend' and (state <> 'idle' or wait_event_type = 'Lock')`,
  )
  const lines = log.split('\n').filter((line) => /rewrit|clicks of a week|failed/.test(line))
  return [...sessions.map((one) => JSON.stringify(one)), ...lines.slice(-15)].join('\n')
}

test('no click is lost or there twice when server or database are killed while weeks are rewritten', async (t) => {
  const world = await createFaultWorld(t, { environment: { CLICK_REWRITING: '0' } })
  const setUp = await openDatabase({
    url: await databaseOf(world.dataDir),
    connectionsMax: 2,
    statementTimeoutMs: 0,
  })
  const mondaysMs = Array.from({ length: weeks }, (_, nth) => startMs + nth * weekMs + dayMs)
  await setUp.transaction(async (tx) => {
    // The upkeep of the server would make last week's partition again, or settle it, in between.
    await takePartitionLock(tx)
    await dropPastWeeks(tx)
    await makeWideWeeks(tx, { mondaysMs, cutoverMs: endMs })
  })
  await fillWide(setUp)
  const before = await sumOf(setUp)
  assert.equal(before.clicks, wideClicks)
  await setUp.close()
  await world.killServer()
  // Slow enough for every round to find it at work.
  await world.startServer({ environment: { CLICK_REWRITING: '15' } })
  const load = world.load({ isRelentless: true })
  let rounds = 0
  const stages = new Set<number>()
  // Chance decides how far it comes between two kills.
  for (; rounds < roundsMin || (stages.size < 3 && rounds < 3 * roundsMin); rounds += 1) {
    // Where a busy machine lets it do nothing in that time, it gets more.
    await delay(1_000 + Math.random() * (rounds < roundsMin ? 2_000 : 6_000))
    if (rounds % 3 !== 0) await world.killDatabase()
    if (rounds % 3 !== 1) {
      await world.killServer()
      await world.startServer({ environment: { CLICK_REWRITING: '15' } })
    }
    await world.settle()
    const db = await openDatabase({
      url: await databaseOf(world.dataDir),
      connectionsMax: 1,
      statementTimeoutMs: 0,
    })
    assert.deepEqual(await sumOf(db), before, `round ${rounds}`)
    stages.add(await countRewritten(db))
    await db.close()
  }
  await world.killServer()
  await world.startServer({ environment: { CLICK_REWRITING: '100' } })
  const db = await openDatabase({
    url: await databaseOf(world.dataDir),
    connectionsMax: 1,
    statementTimeoutMs: 0,
  })
  t.after(() => db.close())
  const finish = async (withinMs: number): Promise<void> => {
    const untilMs = Date.now() + withinMs
    for (let wide = 1; wide > 0 && Date.now() < untilMs; await delay(500)) {
      const [left] = await db.query<{ wide: number }>('select count(*)::integer as wide from wide_clicks')
      wide = left?.wide ?? 0
    }
  }
  await finish(60_000)
  await load.stop()
  // Where visitors took all of the machine, the rest is rewritten now.
  await finish(120_000)
  await world.settle()
  assert.deepEqual(
    await db.query('select inhrelid from pg_inherits where inhparent = $1::regclass', ['wide_clicks']),
    [],
    `weeks are not rewritten:\n${await tellStandstill(db, world.server().said.stderr)}`,
  )
  assert.deepEqual(await sumOf(db), before)
  const verdict = await world.judge()
  t.diagnostic(`${rounds} kills, rewritten clicks at each: ${[...stages].join()}; ${describe(verdict)}`)
  assert.ok(stages.size >= 3, 'it was at work between the kills')
  assertNothingLost(verdict)
})
