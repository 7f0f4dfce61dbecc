import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { makeClick } from '../../../../../test/support/make-click.ts'
import { openBeside } from '../../../../../test/support/outage.ts'
import { rollUpAll } from '../../../../../test/support/roll-up-all.ts'
import { until } from '../../../../../test/support/eventually.ts'
import { createWorld, type World } from '../../../../../test/support/world.ts'
import { rollUpStats } from '../../features/stats/roll-up-stats.ts'
import { version } from '../../version.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

/** The value of a line of /metrics after a new look, by its name and labels; undefined where there is none. */
async function read(line: string, { open } = world): Promise<number | undefined> {
  await open.figures.refresh()
  return find(await print({ open }), line)
}

async function print({ open }: Pick<World, 'open'>): Promise<string> {
  return (await open.meters.print()).text
}

function find(text: string, line: string): number | undefined {
  const found = text.split('\n').find((one) => one.startsWith(`quoin_${line} `))
  return found === undefined ? undefined : Number(found.split(' ').at(-1))
}

test('versions, timeline, sizes and disks are told', async () => {
  assert.equal(await read(`build_info{version="${version}"}`), 1)
  assert.match(await print(world), /^quoin_postgres_info\{version="1\d\.\d+"\} 1$/m)
  await world.ports.db.query("update write_numbers set server = '7001 9'")
  assert.equal(await read('database_timeline'), 9)
  const before = (await read('database_bytes')) ?? 0
  await world.ports.db.query(
    'create table filler as select repeat(md5(i::text), 50) from generate_series(1, 5000) i',
  )
  assert.ok(((await read('database_bytes')) ?? 0) > before + 1_000_000)
  const text = await print(world)
  const free = find(text, 'disk_free_bytes{holds="data+spool"}') ?? 0
  const all = find(text, 'disk_bytes{holds="data+spool"}') ?? 0
  assert.ok(free > 0 && free <= all, text.match(/quoin_disk.*/g)?.join('\n'))
})

test('a missing standby is 1 only where one is required', async (t) => {
  assert.equal(await read('standby_missing'), 0)
  const required = await createWorld({ environment: { REQUIRE_STANDBY: '1' } })
  t.after(() => required.close())
  assert.equal(await read('standby_missing', required), 1)
})

test('growth and days left are told from two days of samples on', async () => {
  const { db, disk } = world.ports
  await db.query('delete from size_samples')
  assert.equal(await read('database_growth_bytes'), undefined)
  await db.query(
    `insert into size_samples values ($1, current_date - 4, clock_timestamp() - interval '4 days',
       pg_database_size(current_database()) - 4000000, null)`,
    [disk.place],
  )
  const growth = (await read('database_growth_bytes')) ?? 0
  assert.ok(growth > 900_000 && growth < 1_100_000, String(growth))
})

test('statistics are behind for as long as nothing has been rolled up', async () => {
  const { ports } = world
  // Transactions of other databases of this server hold it up for a moment.
  const catchUp = async (): Promise<boolean> => {
    await rollUpAll(ports)
    return ((await read('statistics_behind_seconds')) ?? Number.NaN) < 60
  }
  await until(catchUp, 'statistics have caught up')
  await ports.db.query("update stats_progress set settled_at = settled_at - interval '1 hour'")
  await until(
    async () => ((await read('statistics_behind_seconds')) ?? 0) >= 3_600,
    'statistics are told to be behind',
  )
  await until(catchUp, 'statistics have caught up again')
})

test('a transaction that stays open keeps statistics behind, as it keeps them from being rolled up', async () => {
  const { ports } = world
  await rollUpAll(ports)
  await ports.db.transaction(async (tx) => {
    await tx.query('select pg_current_xact_id()')
    await rollUpStats(ports)
    const before = await ports.store.stats.findRollUpLag(ports.db)
    await tx.query('select pg_sleep(0.05)')
    await rollUpStats(ports)
    const after = await ports.store.stats.findRollUpLag(ports.db)
    assert.ok(before !== undefined && after !== undefined && after > before)
  })
})

test('the age of each work grows until its next success', async () => {
  const { db, store } = world.ports
  await store.workSuccesses.expectWorks(db, ['statistics', 'ranking'])
  await db.query("update work_successes set known_at = known_at - interval '1 hour'")
  const line = 'work_success_age_seconds{work="statistics"}'
  assert.ok(((await read(line)) ?? 0) >= 3_600)
  world.clock.advance({ seconds: 100 })
  assert.ok((find(await print(world), line) ?? 0) >= 3_700)
  await store.workSuccesses.noteSuccess(db, 'statistics')
  assert.ok(((await read(line)) ?? Number.NaN) < 60)
})

test('the spool is counted, and /metrics goes on while the database is away', async () => {
  const { world: beside, leave, comeBack } = await openBeside(world)
  assert.equal(await read('spool_rows', beside), 0)
  leave()
  const { appId } = world.app
  for (let one = 0; one < 3; one += 1) {
    await beside.ports.writers.recordClick(makeClick({ appId, offerId: 1, clickedAtMs: world.clock.nowMs() }))
  }
  world.clock.advance({ seconds: 90 })
  assert.equal(await read('spool_rows', beside), 3)
  const startedMs = performance.now()
  const text = await print(beside)
  assert.ok(performance.now() - startedMs < 1_000)
  assert.ok((find(text, 'spool_oldest_seconds') ?? 0) >= 90, text.match(/quoin_spool.*/g)?.join())
  assert.equal(find(text, 'database_away'), 1)
  assert.equal(find(text, 'database_timeline'), 9)
  comeBack()
  await beside.close()
})

test('open alerts are counted by rule, and a rule without one is 0', async () => {
  const line = 'alerts_open{rule="backup_late",severity="broken"}'
  assert.equal(await read(line), 0)
  await world.ports.store.alerts.insertAlert(world.ports.db, {
    id: world.ports.newId(),
    cause: 'backup_late',
    rule: 'backup_late',
    severity: 'broken',
    title: 'Late backup',
    sentence: 'The last good backup is old.',
    link: '/ops/system',
    beganAtMs: world.clock.nowMs(),
  })
  assert.equal(await read(line), 1)
})
