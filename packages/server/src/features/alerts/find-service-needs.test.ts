import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Need } from '@quoin/core/alerts/need.ts'
import { hourMs, minuteMs } from '@quoin/core/time/durations.ts'
import { diskWith } from '../../../../../test/support/disk-with.ts'
import { createWorld, type World } from '../../../../../test/support/world.ts'
import { listNeeds } from './list-needs.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

const gigabyte = 1024 ** 3
const megabyte = 1024 ** 2

interface Seen {
  readonly process?: Partial<World['ports']['process']>
  readonly disk?: World['ports']['disk']
}

/** The needs of a rule, of a process that has had its database for an hour. */
async function find(rule: string, { process = {}, disk = diskWith(50) }: Seen = {}): Promise<Need[]> {
  const steady = { ...world.ports.process, steadyForMs: () => hourMs, ...process }
  const needs = await listNeeds({ ...world.ports, disk, process: steady })
  return needs.filter((need) => need.rule === rule)
}

async function age(name: string, interval: string): Promise<void> {
  await world.ports.db.query(
    `update work_successes set succeeded_at = clock_timestamp() - $2::interval where name = $1`,
    [name, interval],
  )
}

test('a missing synchronous standby is told where one is required', async () => {
  assert.deepEqual(await find('standby_missing'), [])
  const settings = { ...world.ports.settings, requireStandby: true }
  const needs = await listNeeds({ ...world.ports, settings })
  const [need] = needs.filter(({ rule }) => rule === 'standby_missing')
  assert.deepEqual([need?.severity, need?.link], ['broken', '/ops/system'])
  assert.match(need?.sentence ?? '', /Bring a standby back/)
})

test('a work without success for three times its pace is told until it has one', async () => {
  const { db, store } = world.ports
  await store.workSuccesses.noteSuccess(db, 'upkeep')
  await store.workSuccesses.noteSuccess(db, 'statistics')
  assert.deepEqual(await find('work_late'), [])
  await age('upkeep', '2 hours 59 minutes')
  assert.deepEqual(await find('work_late'), [])
  await age('upkeep', '3 hours 1 minute')
  await age('statistics', '4 minutes')
  const causes = (await find('work_late')).map(({ cause }) => cause)
  assert.deepEqual(causes, ['work_late:statistics', 'work_late:upkeep'])
  const [need] = await find('work_late')
  assert.match(need?.sentence ?? '', /Reports read more and more raw rows.*The log says why/)
  await store.workSuccesses.noteSuccess(db, 'upkeep')
  await store.workSuccesses.noteSuccess(db, 'statistics')
  assert.deepEqual(await find('work_late'), [])
})

test('after a start and after an outage nothing is late yet', async () => {
  await age('upkeep', '7 days')
  assert.deepEqual(await find('work_late', { process: { steadyForMs: () => 4 * minuteMs } }), [])
  assert.equal((await find('work_late')).length, 1)
  await age('upkeep', '0')
})

test('a work that has never done well is late from when it was first expected', async () => {
  const { db, store } = world.ports
  await store.workSuccesses.expectWorks(db, ['ranking'])
  assert.deepEqual(await find('work_late'), [])
  await db.query(
    "update work_successes set known_at = known_at - interval '31 minutes' where name = 'ranking'",
  )
  assert.deepEqual(
    (await find('work_late')).map(({ title }) => title),
    ['Ranking: late'],
  )
  await store.workSuccesses.noteSuccess(db, 'ranking')
})

test('statistics that are more than ten minutes behind are told', async () => {
  const { db } = world.ports
  await db.query("update stats_progress set settled_at = clock_timestamp() - interval '9 minutes'")
  assert.deepEqual(await find('statistics_late'), [])
  await db.query("update stats_progress set settled_at = clock_timestamp() - interval '11 minutes'")
  assert.equal((await find('statistics_late')).length, 1)
  await db.query('update stats_progress set settled_at = clock_timestamp()')
  assert.deepEqual(await find('statistics_late'), [])
})

test('a disk that is full in less than two weeks is told, by the faster of what fills it', async () => {
  const { db } = world.ports
  const sample = (days: number, freeBytes: number) =>
    db.query(
      `insert into size_samples values ('here', current_date - $1::integer, clock_timestamp() - make_interval(days => $1),
         pg_database_size(current_database()), $2)`,
      [days, freeBytes],
    )
  const disk = diskWith(10 * gigabyte, { totalBytes: 50 * gigabyte })
  await sample(1, 30 * gigabyte)
  assert.deepEqual(await find('disk_filling', { disk }), [], 'a day says nothing')
  await sample(5, 20 * gigabyte)
  const [need] = await find('disk_filling', { disk })
  assert.match(need?.sentence ?? '', /full in (4|5) days.*10 GB are free/)
  assert.deepEqual(
    await find('disk_filling', { disk: diskWith(45 * gigabyte, { totalBytes: 50 * gigabyte }) }),
    [],
  )
  const apart = {
    place: 'here',
    measure: async () => [{ uses: ['data', 'spool'], freeBytes: 1, totalBytes: 9 }],
  }
  assert.deepEqual(await find('disk_filling', { disk: apart }), [], 'the database is elsewhere')
})

test('clicks that stay in the spool are told while the database is there, and one that fills up always', async () => {
  const oldestAtMs = world.clock.nowMs() - 11 * minuteMs
  const spool = (bytes: number, more: object = {}) => ({
    process: { measureSpool: async () => ({ rows: 7, bytes, oldestAtMs, damagedFiles: 0 }), ...more },
  })
  const [waiting] = await find('spool_waiting', spool(100))
  assert.equal(waiting?.count, 7)
  assert.match(waiting?.sentence ?? '', /^7 clicks wait.*do not delete the spool/)
  assert.deepEqual(await find('spool_waiting', spool(100, { awayReason: () => 'it is away' })), [])
  assert.deepEqual(await find('spool_waiting', spool(100, { steadyForMs: () => 9 * minuteMs })), [])
  assert.deepEqual(await find('spool_waiting'), [])
  const { spoolMaxMb } = world.settings
  assert.deepEqual(await find('spool_full', spool((spoolMaxMb * megabyte) / 2)), [])
  const [full] = await find('spool_full', spool(spoolMaxMb * megabyte * 0.6))
  assert.match(full?.sentence ?? '', /^It holds 60\.0 % of SPOOL_MAX_MB/)
})
