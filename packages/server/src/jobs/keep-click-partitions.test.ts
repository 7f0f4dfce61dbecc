import assert from 'node:assert/strict'
import { test } from 'node:test'

import { dayMs } from '@quoin/core/time/durations.ts'
import { createDatabaseWithoutWeeks } from '../../../../test/support/database.ts'
import { GivenClock } from '../../../../test/support/given-clock.ts'
import { makeClick } from '../../../../test/support/make-click.ts'
import { readSettings, withAddresses } from '../settings/config.ts'
import { recordClicks } from '../features/tracking/record-clicks.ts'
import type { Click } from '@quoin/core/tracking/click.ts'
import { noClickAgents } from '../../../../test/support/no-click-agents.ts'
import * as clicks from '../store/tracking/clicks.ts'
import { listClickPartitions } from '../store/tracking/click-weeks.ts'
import type { Database } from '../store/pg/database.ts'
import { store } from '../store/index.ts'
import { makeClickPartitions, setClicksAside } from './keep-click-partitions.ts'

/** A Saturday: its week began on the 16th. */
const startMs = Date.UTC(2026, 10, 21, 12)

async function makeWorld(environment: Record<string, string> = {}) {
  const { database: db } = await createDatabaseWithoutWeeks()
  const clock = new GivenClock(startMs)
  const settings = withAddresses(readSettings({ DEMO: 'off', ...environment }), 8080)
  const silent = { debug() {}, info() {}, warn() {}, error() {} }
  return { db, store, clock, settings, log: silent, clickAgents: noClickAgents }
}

function clickAt(clickedAtMs: number): Click {
  return makeClick({ clickedAtMs })
}

async function listNames(db: Database): Promise<string[]> {
  return (await listClickPartitions(db)).map(({ name }) => name)
}

test('partitions are there for last week, this week and four weeks ahead', async () => {
  const world = await makeWorld()
  const names = ['20261109', '20261116', '20261123', '20261130', '20261207', '20261214'].map(
    (day) => `fresh_clicks_${day}`,
  )
  assert.deepEqual(await makeClickPartitions(world), names)
  assert.deepEqual(await listNames(world.db), names)
})

test('making partitions again changes nothing, and every week makes one more', async () => {
  const world = await makeWorld()
  await makeClickPartitions(world)
  assert.deepEqual(await makeClickPartitions(world), [])
  world.clock.advance({ days: 7 })
  assert.deepEqual(await makeClickPartitions(world), ['fresh_clicks_20261221'])
})

test('clicks are kept for the whole retention, set aside for 30 days more, and dropped', async () => {
  const world = await makeWorld({ CLICK_RETENTION_DAYS: '35' })
  await makeClickPartitions(world)
  const old = clickAt(Date.UTC(2026, 10, 15, 23, 59, 59, 999))
  const younger = clickAt(Date.UTC(2026, 10, 16))
  await recordClicks(world, [old, younger])
  const isThere = async () => (await clicks.findClick(world.db, old.id)) !== undefined
  world.clock.advance({ ms: Date.UTC(2026, 11, 21) - 1 - startMs })
  assert.deepEqual(await setClicksAside(world), { setAside: [], dropped: [] })
  world.clock.advance({ ms: 1 })
  assert.deepEqual(await setClicksAside(world), { setAside: ['fresh_clicks_20261109'], dropped: [] })
  world.clock.advance({ ms: 30 * dayMs - 1 })
  assert.deepEqual((await setClicksAside(world)).dropped, [])
  assert.ok(await isThere())
  world.clock.advance({ ms: 1 })
  assert.deepEqual((await setClicksAside(world)).dropped, ['fresh_clicks_20261109'])
  assert.ok(!(await isThere()))
  assert.deepEqual(await clicks.findClick(world.db, younger.id), younger)
})

test('a week that is kept for longer again is set aside anew, from the beginning', async () => {
  const world = await makeWorld({ CLICK_RETENTION_DAYS: '35' })
  await makeClickPartitions(world)
  world.clock.advance({ ms: Date.UTC(2026, 11, 21) - startMs })
  assert.equal((await setClicksAside(world)).setAside.length, 1)
  world.clock.advance({ days: 6 })
  const longer = { ...world, settings: { ...world.settings, clickRetentionDays: 90 } }
  assert.deepEqual(await setClicksAside(longer), { setAside: [], dropped: [] })
  world.clock.advance({ days: 25 })
  const again = await setClicksAside(world)
  assert.equal(again.dropped.length, 0)
  assert.ok(again.setAside.includes('fresh_clicks_20261109'))
})

test('nothing is dropped while statistics are counted anew', async () => {
  const world = await makeWorld({ CLICK_RETENTION_DAYS: '35' })
  await makeClickPartitions(world)
  world.clock.advance({ days: 70 })
  await setClicksAside(world)
  world.clock.advance({ days: 31 })
  const redoing = { ...world, store: { ...store, stats: { ...store.stats, isRedoing: async () => true } } }
  assert.deepEqual((await setClicksAside(redoing)).dropped, [])
  assert.equal((await setClicksAside(world)).dropped.length, 6)
})

test('several processes may set aside and drop at the same moment', async () => {
  const world = await makeWorld({ CLICK_RETENTION_DAYS: '35' })
  await makeClickPartitions(world)
  world.clock.advance({ days: 70 })
  const together = () => Promise.all(Array.from({ length: 4 }, () => setClicksAside(world)))
  assert.equal((await together()).flatMap(({ setAside }) => setAside).length, 6)
  world.clock.advance({ days: 30 })
  const names = ['20261109', '20261116', '20261123', '20261130', '20261207', '20261214']
  assert.deepEqual(
    (await together()).flatMap(({ dropped }) => dropped).sort(),
    names.map((day) => `fresh_clicks_${day}`),
  )
  assert.deepEqual(await listNames(world.db), [])
})

test('clicks whose week has no partition are written all the same', async () => {
  const world = await makeWorld()
  await makeClickPartitions(world)
  const late = clickAt(startMs - 60 * 86_400_000)
  const early = clickAt(startMs + 60 * 86_400_000)
  const now = clickAt(startMs)
  await recordClicks(world, [early, now, late])
  for (const click of [late, now, early]) assert.deepEqual(await clicks.findClick(world.db, click.id), click)
})

test('a failure of the database is not taken for a missing partition', async () => {
  const world = await makeWorld()
  await makeClickPartitions(world)
  await world.db.query('alter table fresh_clicks rename to clicks_away')
  await assert.rejects(recordClicks(world, [clickAt(startMs)]), /clicks/)
})
