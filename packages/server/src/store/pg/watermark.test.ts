import assert from 'node:assert/strict'
import { test } from 'node:test'

import { formatId } from '@quoin/core/tracking/click-id.ts'
import { createTestDatabase } from '../../../../../test/support/database.ts'
import { eventually } from '../../../../../test/support/eventually.ts'
import type { Db } from './database.ts'
import { findWatermark, keepWriteNumbers, watermark } from './watermark.ts'

let made = 0

/** An event, as bare as it may be; returns its conversion's id. */
async function insertEvent(db: Db): Promise<string> {
  made += 1
  const id = formatId(made, new Uint8Array(8))
  await db.query(
    `insert into conversion_events (conversion_id, version, to_status, source, payout_micros, happened_at)
     values ($1, 1, 'approved', 'postback', 0, now())`,
    [id],
  )
  return id
}

async function listSettled(db: Db): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select conversion_id as id from conversion_events where written_in < ${watermark}
     order by written_in, conversion_id, version`,
    [],
  )
  return rows.map(({ id }) => id)
}

test('nothing is settled while a transaction that began earlier may still commit', async () => {
  const { database } = await createTestDatabase()
  const early = await insertEvent(database)
  let late = ''
  let quick = ''
  await database.transaction(async (tx) => {
    late = await insertEvent(tx)
    quick = await insertEvent(database)
    // `quick` is committed and visible, but its turn comes after `late`.
    await eventually(() => listSettled(database), [early])
  })
  await eventually(() => listSettled(database), [early, late, quick])
})

test('a transaction that rolls back holds nothing up', async () => {
  const { database } = await createTestDatabase()
  const failed = database.transaction(async (tx) => {
    await insertEvent(tx)
    throw new Error('rolled back')
  })
  await assert.rejects(failed)
  const kept = await insertEvent(database)
  await eventually(() => listSettled(database), [kept])
})

const system = '7300000000000000001'
const on = (timeline: number, of = system) => ({ system: of, timeline })

test('after a restore into another server new rows come after all that were ever seen', async () => {
  const { database } = await createTestDatabase()
  assert.equal(await keepWriteNumbers(database, on(1)), false)
  assert.equal(await keepWriteNumbers(database, on(1)), false)
  const before = await insertEvent(database)
  const seen = await findWatermark(database)
  // As a dump of a busier server arrives: its numbers are far ahead of this server's.
  await database.query('update conversion_events set written_in = 5000000000 + written_in', [])
  assert.equal(await keepWriteNumbers(database, on(1, 'another')), true)
  assert.equal(await keepWriteNumbers(database, on(1, 'another')), false)
  assert.ok((await findWatermark(database)) > seen + 5_000_000_000)
  const after = await insertEvent(database)
  await eventually(() => listSettled(database), [before, after])
})

test('two processes that notice a restore together count it once', async () => {
  const { database } = await createTestDatabase()
  await keepWriteNumbers(database, on(1))
  const noticed = await Promise.all([keepWriteNumbers(database, on(2)), keepWriteNumbers(database, on(2))])
  assert.deepEqual(noticed.sort(), [false, true])
})

/** How far rows are ahead after a database has lived on these timelines, one after the other. */
async function aheadAfter(...timelines: number[]): Promise<number> {
  const { database, drop } = await createTestDatabase()
  for (const timeline of timelines) await keepWriteNumbers(database, on(timeline))
  const [row] = await database.query<{ ahead: number; used: number }>(
    "select ahead, pg_sequence_last_value('write_ahead') as used from write_numbers",
    [],
  )
  await drop()
  assert.equal(row?.used, row?.ahead)
  return row?.ahead ?? Number.NaN
}

test('two branches of a history share no numbers, whatever state each was restored from', async () => {
  const [two, three, fourByThree, fourByOne] = await Promise.all([
    aheadAfter(1, 2),
    aheadAfter(1, 3),
    aheadAfter(1, 2, 3, 4),
    aheadAfter(1, 4),
  ])
  assert.deepEqual(
    [two, three, fourByThree, fourByOne],
    [2, 3, 4, 4].map((timeline) => timeline * 2 ** 40),
  )
})

test('a later timeline is adopted at once although somebody reads the tables for long', async () => {
  const { database } = await createTestDatabase()
  await keepWriteNumbers(database, on(1))
  await database.transaction(async (reader) => {
    await reader.query('select count(*) from conversion_events', [])
    await reader.query('select count(*) from clicks', [])
    assert.equal(await keepWriteNumbers(database, on(2)), true)
    await insertEvent(database)
  })
})

test('numbers stay exact for as many timelines as there is room for, and then it says so', async () => {
  const { database } = await createTestDatabase()
  await keepWriteNumbers(database, on(1))
  await keepWriteNumbers(database, on(8_000))
  assert.ok(Number.isSafeInteger(await findWatermark(database)))
  await assert.rejects(keepWriteNumbers(database, on(8_192)), /promoted too often/)
})
