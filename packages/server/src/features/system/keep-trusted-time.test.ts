import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { dayMs } from '@quoin/core/time/durations.ts'
import { addEndpoint } from '../../../../../test/support/callback-endpoints.ts'
import { createTestDatabase } from '../../../../../test/support/database.ts'
import { GatheredLog, type World, createWorld } from '../../../../../test/support/world.ts'
import { LiveClock } from '../../snapshots/live/live-clock.ts'
import { store } from '../../store/index.ts'
import type { Database } from '../../store/pg/database.ts'
import { listNeeds } from '../alerts/list-needs.ts'
import { confirmClock } from './confirm-clock.ts'
import { keepTrustedTime } from './keep-trusted-time.ts'

let db: Database
before(async () => {
  db = (await createTestDatabase()).database
})

/** A process whose clock is ahead of the database's, which runs here. */
function processAhead(aheadMs = 0) {
  const clock = { nowMs: () => Date.now() + aheadMs, monotonicMs: () => performance.now() }
  return { db, store, clock, log: new GatheredLog() }
}

/** As if the database had last been looked after so long ago. */
async function wasSeen(daysAgo: number): Promise<void> {
  await keepTrustedTime(processAhead())
  await db.query(
    `update trusted_clock set doubted_at = null, seen_at = clock_timestamp() - $1::int * interval '1 day',
       trusted_at = clock_timestamp() - $1::int * interval '1 day'`,
    [daysAgo],
  )
}

function isAbout(atMs: number | undefined, expectedMs: number): boolean {
  return atMs !== undefined && Math.abs(atMs - expectedMs) < 10_000
}

test('a new database is trusted from its first look on', async () => {
  const clock = await keepTrustedTime(processAhead())
  assert.ok(isAbout(clock?.nowMs(), Date.now()))
})

test('after 420 days the time that decides stays where it was, said once, until a person confirms', async () => {
  await wasSeen(420)
  const needs = processAhead()
  for (let look = 0; look < 3; look += 1) {
    const clock = await keepTrustedTime(needs)
    assert.ok(isAbout(clock?.nowMs(), Date.now() - 420 * dayMs))
  }
  assert.deepEqual(
    needs.log.lines.map((line) => line.replace(/ \{.*/, '')),
    ['warn database clock in doubt; nothing is decided that cannot be undone'],
  )
  await confirmClock(needs, 'test')
  assert.ok(isAbout((await keepTrustedTime(needs))?.nowMs(), Date.now()))
  const [noted] = await db.query<{ actor: string }>(
    "select actor from audit_log where action = 'clock.confirmed'",
  )
  assert.equal(noted?.actor, 'test')
})

test('a clock that was put back by a month makes nothing due early, and what is due is back with it', async () => {
  await wasSeen(-30)
  assert.ok(isAbout((await keepTrustedTime(processAhead()))?.nowMs(), Date.now()))
  await wasSeen(0)
  assert.ok(isAbout((await keepTrustedTime(processAhead()))?.nowMs(), Date.now()))
})

test('a process that is further than a minute from the database decides nothing', async () => {
  await wasSeen(0)
  for (const [aheadMs, decides] of [
    [30_000, true],
    [-30_000, true],
    [90_000, false],
    [-90_000, false],
    [420 * dayMs, false],
  ] as const)
    assert.equal((await keepTrustedTime(processAhead(aheadMs))) !== undefined, decides, `${aheadMs} ms`)
})

test('several processes look at one time, and none of them moves it further than it went', async () => {
  await wasSeen(10)
  await Promise.all(Array.from({ length: 8 }, () => keepTrustedTime(processAhead())))
  const trusted = await store.trustedClock.findTrustedClock(db)
  assert.ok(isAbout(trusted?.trustedMs, Date.now() - 10 * dayMs))
})

test('a process tells of the difference once when it begins and once when it ends', async () => {
  await confirmClock(processAhead(), 'test')
  const needs = processAhead()
  let aheadMs = 0
  const live = new LiveClock({ ...needs, clock: { nowMs: () => Date.now() + aheadMs } })
  await live.refresh()
  assert.deepEqual(live.doubts(), [])
  aheadMs = 3_600_000
  await live.refresh()
  await live.refresh()
  assert.match(live.doubts().join(), /differs from the database's by 3600 s/)
  aheadMs = 0
  await live.refresh()
  assert.deepEqual(
    needs.log.lines.map((line) => line.slice(0, 11)),
    ['warn clocks', 'info clocks'],
  )
})

test('the need about the clock says how far it is away, and of a process that differs', async (t) => {
  const world: World = await createWorld()
  t.after(() => world.close())
  const process = { ...world.ports.process, clockDifferenceMs: () => 120_000 }
  const find = async (ports = world.ports) =>
    (await listNeeds(ports)).filter(({ rule }) => rule === 'clock_doubted')
  assert.deepEqual(await find(), [])
  assert.match((await find({ ...world.ports, process }))[0]?.sentence ?? '', /by 2 min\. Nothing is deleted/)
  await world.ports.db.query(
    `insert into trusted_clock (seen_at, trusted_at, doubted_at, doubt_days, doubt_last_day)
     values (now(), now() - interval '420 days', now(), 2, now())`,
  )
  const [need] = await find()
  assert.equal(need?.cause, 'clock_doubted:database')
  assert.match(need?.sentence ?? '', /420 days ahead.*quoin clock confirm/)
})

test('a callback that a wrong clock put off by more than any delay is due now', async (t) => {
  const world = await createWorld()
  t.after(() => world.close())
  const { ports } = world
  const { id: endpointId } = await addEndpoint(ports.db, {
    appId: world.app.appId,
    url: 'http://127.0.0.1:9/callback',
  })
  const dues = ["now() + interval '420 days'", "now() + interval '23 hours'"]
  for (const due of dues) {
    await ports.db.query(
      `insert into callbacks (id, endpoint_id, conversion_id, version, event_type, next_attempt_at)
       values (gen_random_uuid(), $1, gen_random_uuid(), 1, 'conversion.approved', ${due})`,
      [endpointId],
    )
  }
  assert.equal(await store.callbacks.hastenFar(ports.db, 100), 1)
  assert.equal(await store.callbacks.hastenFar(ports.db, 100), 0)
})

test('a turn in the future was taken by a wrong clock, and is taken again', async () => {
  const nowMs = Date.now()
  const far = { nowMs: nowMs + 420 * dayMs, everyMs: 25_000 }
  assert.ok(await store.alerts.takeLook(db, far))
  assert.ok(!(await store.alerts.takeLook(db, far)))
  assert.ok(await store.alerts.takeLook(db, { nowMs, everyMs: 25_000 }))
  assert.ok(!(await store.alerts.takeLook(db, { nowMs: nowMs + 5_000, everyMs: 25_000 })))
  assert.ok(await store.riskPeers.takePeerRound(db, far))
  assert.ok(await store.riskPeers.takePeerRound(db, { nowMs, everyMs: 600_000 }))
  const round = { kept: 3, everyMs: 600_000 }
  const make = async () => ({ seed: '1', evidence: [] })
  assert.ok(await store.rankings.makeRound(db, { ...round, nowMs: far.nowMs }, make))
  assert.ok(await store.rankings.makeRound(db, { ...round, nowMs }, make))
  assert.equal(await store.rankings.makeRound(db, { ...round, nowMs: nowMs + 1_000 }, make), undefined)
})
