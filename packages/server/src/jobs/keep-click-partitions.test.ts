import assert from 'node:assert/strict'
import { test } from 'node:test'

import { createTestDatabase } from '../../../../test/support/database.ts'
import { GivenClock } from '../../../../test/support/given-clock.ts'
import { makeClick } from '../../../../test/support/make-click.ts'
import { readSettings, withAddresses } from '../settings/config.ts'
import { recordClicks } from '../features/tracking/record-clicks.ts'
import type { Click } from '@quoin/core/tracking/click.ts'
import * as clicks from '../store/tracking/clicks.ts'
import type { Database } from '../store/pg/database.ts'
import { store } from '../store/index.ts'
import { keepClickPartitions } from './keep-click-partitions.ts'

/** A Saturday: its week began on the 16th. */
const startMs = Date.UTC(2026, 10, 21, 12)

async function makeWorld(environment: Record<string, string> = {}) {
  const { database: db } = await createTestDatabase()
  const clock = new GivenClock(startMs)
  const settings = withAddresses(readSettings({ DEMO: 'off', ...environment }), 8080)
  const silent = { debug() {}, info() {}, warn() {}, error() {} }
  return { db, store, clock, settings, log: silent }
}

function clickAt(clickedAtMs: number): Click {
  return makeClick({ clickedAtMs })
}

async function listNames(db: Database): Promise<string[]> {
  return (await clicks.listClickPartitions(db)).map(({ name }) => name)
}

test('partitions are there for last week, this week and four weeks ahead', async () => {
  const world = await makeWorld()
  const { created, dropped } = await keepClickPartitions(world)
  const names = ['20261109', '20261116', '20261123', '20261130', '20261207', '20261214'].map(
    (day) => `clicks_${day}`,
  )
  assert.deepEqual(created, names)
  assert.deepEqual(dropped, [])
  assert.deepEqual(await listNames(world.db), names)
})

test('keeping partitions again changes nothing, and every week makes one more', async () => {
  const world = await makeWorld()
  await keepClickPartitions(world)
  assert.deepEqual(await keepClickPartitions(world), { created: [], dropped: [] })
  world.clock.advance({ days: 7 })
  assert.deepEqual(await keepClickPartitions(world), { created: ['clicks_20261221'], dropped: [] })
})

test('clicks are kept for the whole retention and dropped by the week after it', async () => {
  const world = await makeWorld({ CLICK_RETENTION_DAYS: '35' })
  await keepClickPartitions(world)
  const old = clickAt(Date.UTC(2026, 10, 15, 23, 59, 59, 999))
  const younger = clickAt(Date.UTC(2026, 10, 16))
  await recordClicks(world, [old, younger])
  world.clock.advance({ ms: Date.UTC(2026, 11, 21) - 1 - startMs })
  assert.deepEqual((await keepClickPartitions(world)).dropped, [])
  assert.deepEqual(await clicks.findClick(world.db, old.id), old)
  world.clock.advance({ ms: 1 })
  assert.deepEqual((await keepClickPartitions(world)).dropped, ['clicks_20261109'])
  assert.equal(await clicks.findClick(world.db, old.id), undefined)
  assert.deepEqual(await clicks.findClick(world.db, younger.id), younger)
})

test('several processes may keep partitions at the same moment', async () => {
  const world = await makeWorld({ CLICK_RETENTION_DAYS: '35' })
  await keepClickPartitions(world)
  world.clock.advance({ days: 70 })
  const changes = await Promise.all(Array.from({ length: 4 }, () => keepClickPartitions(world)))
  assert.equal(changes.flatMap(({ created }) => created).length, 6)
  assert.deepEqual(changes.flatMap(({ dropped }) => dropped).sort(), [
    'clicks_20261109',
    'clicks_20261116',
    'clicks_20261123',
    'clicks_20261130',
    'clicks_20261207',
    'clicks_20261214',
  ])
  assert.equal((await listNames(world.db)).length, 6)
})

test('clicks whose week has no partition are written all the same', async () => {
  const world = await makeWorld()
  await keepClickPartitions(world)
  const late = clickAt(startMs - 60 * 86_400_000)
  const early = clickAt(startMs + 60 * 86_400_000)
  const now = clickAt(startMs)
  await recordClicks(world, [early, now, late])
  for (const click of [late, now, early]) assert.deepEqual(await clicks.findClick(world.db, click.id), click)
})

test('a failure of the database is not taken for a missing partition', async () => {
  const world = await makeWorld()
  await keepClickPartitions(world)
  await world.db.query('alter table clicks rename to clicks_away')
  await assert.rejects(recordClicks(world, [clickAt(startMs)]), /clicks/)
})
