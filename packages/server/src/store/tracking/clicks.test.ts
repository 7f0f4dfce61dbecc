import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'

import type { Click } from '@quoin/core/tracking/click.ts'
import { formatId } from '@quoin/core/tracking/click-id.ts'
import { weekOf, weeksAround } from '@quoin/core/tracking/click-partitions.ts'
import { createDatabaseWithoutWeeks } from '../../../../../test/support/database.ts'
import { makeClick } from '../../../../../test/support/make-click.ts'
import { findClaimedClicks } from '../conversions/claims.ts'
import { findClick, insertClicks, isMissingPartition } from './clicks.ts'
import {
  createClickPartition,
  dropClickPartition,
  listClickPartitions,
  summariseNewClicks,
} from './click-weeks.ts'
import type { Database, Db } from '../pg/database.ts'

const monday = Date.UTC(2026, 10, 16)
const weekMs = 7 * 86_400_000

function clickAt(clickedAtMs: number, changes: Partial<Click> = {}): Click {
  return makeClick({
    offerId: 7,
    subId: 'banner-7',
    address: '2001:db8::1',
    userAgent: 'Mozilla/5.0 (iPhone) "quoted" \\ back, {brace}',
    platform: 'ios',
    clickedAtMs,
    ...changes,
  })
}

/** A database of the test's own, with partitions for some weeks around the 16th of November 2026. */
async function makeDatabase({ before = 1, after = 1 } = {}): Promise<Database> {
  const { database } = await createDatabaseWithoutWeeks()
  for (const week of weeksAround(monday, { before, after })) await createClickPartition(database, week)
  return database
}

/** The partitions that a store function's own statement reads, as the planner or the executor says. */
async function listScanned(
  db: Database,
  mode: 'force_custom_plan' | 'force_generic_plan',
  run: (db: Db) => Promise<unknown>,
): Promise<string[]> {
  const lines: string[] = []
  await db.transaction(async (tx) => {
    await tx.query(`set local plan_cache_mode = ${mode}`)
    const explaining: Db = {
      async query<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
        const literals = values.map((value) => (Array.isArray(value) ? `'{${value.join()}}'` : `'${value}'`))
        await tx.query(`prepare asked as ${text}`)
        const rows = await tx.query<Record<string, string>>(
          `explain (analyze) execute asked (${literals.join()})`,
        )
        lines.push(...rows.map((row) => row['QUERY PLAN'] ?? ''))
        return []
      },
    }
    await run(explaining)
  })
  const scanned = lines.flatMap((line) => / on (\w*clicks_\d{8})/.exec(line)?.[1] ?? [])
  return [...new Set(scanned)].sort()
}

test('a click is read back as it was written, whatever its texts', async () => {
  const db = await makeDatabase()
  const full = clickAt(monday + 123)
  const bare = clickAt(monday + 999, {
    subId: null,
    address: null,
    userAgent: null,
    userId: 'ÜñïÇø∂é 👩‍👩‍👧 NULL \' " , {} \\',
    verdict: 'bot',
    outcome: 'fallback',
    reason: 'capped',
    isTest: true,
  })
  await insertClicks(db, [full, bare])
  assert.deepEqual(await findClick(db, full.id), full)
  assert.deepEqual(await findClick(db, bare.id), bare)
  assert.equal(await findClick(db, formatId(monday, randomBytes(8))), undefined)
})

test('the time of a click is kept to the millisecond', async () => {
  const db = await makeDatabase()
  const clicks = Array.from({ length: 1000 }, (_, index) => clickAt(monday + 987_654_000 - index * 7 - 1))
  const within = clicks.filter(({ clickedAtMs }) => clickedAtMs < monday + 2 * weekMs)
  await insertClicks(db, within)
  for (const { id, clickedAtMs } of within) assert.equal((await findClick(db, id))?.clickedAtMs, clickedAtMs)
})

test('a replayed click changes nothing, and its new neighbours are written', async () => {
  const db = await makeDatabase()
  const first = clickAt(monday)
  await insertClicks(db, [first])
  const next = clickAt(monday + 1)
  await insertClicks(db, [{ ...first, userId: 'someone else' }, next, next])
  assert.deepEqual(await findClick(db, first.id), first)
  assert.deepEqual(await findClick(db, next.id), next)
})

test('clicks of several weeks go into one batch', async () => {
  const db = await makeDatabase()
  const clicks = [clickAt(monday + weekMs), clickAt(monday - 1), clickAt(monday)]
  await insertClicks(db, clicks)
  const rows = await db.query<{ partition: string }>(
    'select tableoid::regclass::text as partition from fresh_clicks order by id',
    [],
  )
  assert.deepEqual(
    rows.map(({ partition }) => partition),
    ['fresh_clicks_20261109', 'fresh_clicks_20261116', 'fresh_clicks_20261123'],
  )
})

test('a click of a week without a partition is refused with an error of its own', async () => {
  const db = await makeDatabase()
  await assert.rejects(insertClicks(db, [clickAt(monday + 9 * weekMs)]), isMissingPartition)
  await assert.rejects(db.query('select nonsense', []), (error) => !isMissingPartition(error))
})

test('the latest click is the newest one of that user, offer and app that led to the offer', async () => {
  const db = await makeDatabase()
  const older = clickAt(monday - 10)
  const newest = clickAt(monday + 10)
  await insertClicks(db, [
    newest,
    older,
    clickAt(monday + 20, { userId: 'User-42' }),
    clickAt(monday + 20, { offerId: 8 }),
    clickAt(monday + 20, { appId: 2 }),
    clickAt(monday + 20, { outcome: 'fallback', reason: 'capped' }),
  ])
  const search = { appId: 1, userId: 'user-42', offerId: 7, isTest: false, clickId: null }
  const sinces = [monday - 100, newest.clickedAtMs, newest.clickedAtMs + 1]
  const found = await findClaimedClicks(
    db,
    sinces.map((sinceMs) => ({ ...search, sinceMs })),
  )
  assert.deepEqual(
    found.map((click) => click?.clickId),
    [newest.id, newest.id, undefined],
  )
})

for (const mode of ['force_custom_plan', 'force_generic_plan'] as const) {
  test(`a click id names the one partition that is read (${mode})`, async () => {
    const db = await makeDatabase({ before: 10, after: 4 })
    const { id } = clickAt(monday)
    assert.deepEqual(await listScanned(db, mode, (asked) => findClick(asked, id)), ['fresh_clicks_20261116'])
  })
}

test('a partition is created once, by however many who want it at the same time', async () => {
  const { database } = await createDatabaseWithoutWeeks()
  const week = weekOf(monday)
  const names = await Promise.all(Array.from({ length: 8 }, () => createClickPartition(database, week)))
  assert.deepEqual(
    names.filter((name) => name !== undefined),
    ['fresh_clicks_20261116'],
  )
  assert.deepEqual(await listClickPartitions(database), [
    { name: 'fresh_clicks_20261116', table: 'fresh_clicks', ...week },
  ])
})

test('clicks are written and read while a partition is created', async () => {
  const db = await makeDatabase()
  const click = clickAt(monday)
  await db.transaction(async (tx) => {
    // A writer and a reader that are still at it: an exclusive lock on clicks would wait for both.
    await insertClicks(tx, [click])
    await tx.query('select count(*) from clicks', [])
    assert.equal(await createClickPartition(db, weekOf(monday + 5 * weekMs)), 'fresh_clicks_20261221')
  })
  assert.deepEqual(await findClick(db, click.id), click)
})

test('a partition has the keys and indexes of all clicks', async () => {
  const db = await makeDatabase()
  const rows = await db.query<{ count: number }>(
    "select count(*) as count from pg_indexes where tablename = 'fresh_clicks_20261116'",
    [],
  )
  const own = await db.query<{ count: number }>(
    "select count(*) as count from pg_indexes where tablename = 'fresh_clicks'",
    [],
  )
  assert.equal(rows[0]?.count, own[0]?.count)
})

test('a dropped partition takes its clicks along and no others; dropping it again does nothing', async () => {
  const db = await makeDatabase()
  const [old] = await listClickPartitions(db)
  assert.ok(old)
  const [gone, kept] = [clickAt(old.fromMs), clickAt(old.toMs)]
  await insertClicks(db, [gone, kept])
  const dropped = await Promise.all([dropClickPartition(db, old), dropClickPartition(db, old)])
  assert.deepEqual(dropped.sort(), [false, true])
  assert.equal(await findClick(db, gone.id), undefined)
  assert.deepEqual(await findClick(db, kept.id), kept)
  assert.equal((await listClickPartitions(db)).length, 2)
})

test('a drop that was interrupted after the detach is finished by the next', async () => {
  const db = await makeDatabase()
  const [old] = await listClickPartitions(db)
  assert.ok(old)
  await db.query(`alter table fresh_clicks detach partition ${old.name} concurrently`)
  assert.deepEqual((await listClickPartitions(db))[0], old)
  assert.equal(await dropClickPartition(db, old), true)
  assert.equal((await listClickPartitions(db)).length, 2)
})

test('a drop that was interrupted during the detach is finished by the next', async () => {
  const db = await makeDatabase()
  const [old] = await listClickPartitions(db)
  assert.ok(old)
  await db.transaction(async (tx) => {
    await tx.query('select count(*) from clicks', [])
    // The detach waits for this reader; cancelled there, it leaves the partition pending.
    await cancelAfterStart(db, `alter table fresh_clicks detach partition ${old.name} concurrently`)
  })
  const pending = await db.query('select 1 from pg_inherits where inhdetachpending', [])
  assert.equal(pending.length, 1)
  assert.equal(await dropClickPartition(db, old), true)
  assert.equal((await listClickPartitions(db)).length, 2)
})

test('a detached partition that is wanted again comes back with its clicks', async () => {
  const db = await makeDatabase()
  const click = clickAt(monday)
  await insertClicks(db, [click])
  await db.query('alter table fresh_clicks detach partition fresh_clicks_20261116 concurrently')
  assert.equal(await findClick(db, click.id), undefined)
  assert.equal(await createClickPartition(db, weekOf(monday)), 'fresh_clicks_20261116')
  assert.deepEqual(await findClick(db, click.id), click)
})

/** Starts a statement and cancels it as soon as it waits for a lock. */
async function cancelAfterStart(db: Database, text: string): Promise<void> {
  const running = db.query(text).then(
    () => 'finished',
    () => 'cancelled',
  )
  for (let round = 0; round < 1000; round += 1) {
    const [waiting] = await db.query<{ cancelled: boolean }>(
      `select pg_cancel_backend(pid) as cancelled from pg_stat_activity
       where query like 'alter table fresh_clicks detach%' and wait_event_type = 'Lock'`,
      [],
    )
    if (waiting?.cancelled) break
  }
  assert.equal(await running, 'cancelled')
}

/** The rows that a look for what was written from a number on goes through in vain. */
async function countPassedOver(db: Database): Promise<number> {
  return await db.transaction(async (tx) => {
    await tx.query('set local enable_seqscan = off')
    const rows = await tx.query<Record<string, string>>(
      'explain (analyze) select from clicks where written_in >= (select max(written_in) from clicks)',
    )
    const lines = rows.map(
      (row) => /Removed by Index Recheck: (\d+)/.exec(row['QUERY PLAN'] ?? '')?.[1] ?? '0',
    )
    return lines.reduce((sum, count) => sum + Number(count), 0)
  })
}

test('a reader of the newest clicks goes through those of minutes only until they are summarised', async () => {
  const db = await makeDatabase()
  try {
    const batch = Array.from({ length: 5_000 })
    for (let nth = 0; nth < 5; nth += 1) {
      await insertClicks(
        db,
        batch.map(() => clickAt(monday + nth)),
      )
    }
    const before = await countPassedOver(db)
    assert.ok(before > 10_000, `${before} were passed over`)
    // Vacuum holds a table so: to ask beside it changes nothing, and is no error.
    await db.transaction(async (tx) => {
      await tx.query('lock table fresh_clicks_20261116 in share update exclusive mode')
      await summariseNewClicks(db, monday)
    })
    assert.equal(await countPassedOver(db), before)
    await summariseNewClicks(db, monday)
    const after = await countPassedOver(db)
    assert.ok(after < before / 2, `${after} of ${before} are still passed over`)
  } finally {
    await db.close()
  }
})
