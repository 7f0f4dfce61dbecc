import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { until } from '../support/eventually.ts'
import { type ReplicaPair, type ReplicaReader, startReplicaPair } from './support/replica-pair.ts'

const run = promisify(execFile)
const version = 'select version from notes'

const isUsed = (reader: ReplicaReader) => until(() => reader.state() === 'used', 'the replica is read from')

async function startNotes(t: TestContext): Promise<ReplicaPair> {
  const pair = await startReplicaPair(t)
  await pair.db.query('create table notes (version int not null)')
  await pair.db.query('insert into notes values (0)')
  return pair
}

/** The files of a server that rests, with their owners, and how they are put back. */
async function keepCopy(t: TestContext, dataDir: string): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'quoin-test-copy-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const cluster = join(dataDir, 'postgres')
  const copy = join(folder, 'postgres')
  await run('cp', ['-a', cluster, copy])
  return async () => {
    await rm(cluster, { recursive: true })
    await run('cp', ['-a', copy, cluster])
  }
}

test('a standby that comes back with earlier data is as old as they are', { timeout: 120_000 }, async (t) => {
  const pair = await startNotes(t)
  const { db, standby } = pair
  const reader = pair.read(standby.url, { ageMaxMs: 60_000 })
  await isUsed(reader)
  await standby.stop()
  const putBack = await keepCopy(t, standby.dataDir)
  await standby.start()
  await isUsed(reader)
  await db.query('update notes set version = 1')
  await until(async () => {
    const { result, ageMs } = await reader.ask<{ version: number }>('token:0', version)
    return ageMs !== undefined && result[0]?.version === 1
  }, 'the standby has the change')
  await standby.stop()
  await until(() => reader.state() === 'away', 'the standby is away')
  await putBack()
  await appendFile(join(standby.dataDir, 'postgres', 'postgresql.auto.conf'), `primary_conninfo = ''\n`)
  await standby.start()
  await until(() => ['used', 'behind'].includes(reader.state()), 'the standby answers again')
  for (let times = 0; times < 10; times += 1) {
    const { result, ageMs } = await reader.ask<{ version: number }>('token:0', version)
    assert.deepEqual([result, ageMs], [[{ version: 1 }], undefined])
    await delay(100)
  }
  assert.equal(reader.state(), 'behind')
})

test('a primary that goes back to an earlier copy is not read past, by a standby that is ahead of it', {
  timeout: 120_000,
}, async (t) => {
  const pair = await startNotes(t)
  const { db, primary } = pair
  const reader = pair.read()
  await isUsed(reader)
  await primary.stop()
  const putBack = await keepCopy(t, primary.dataDir)
  await primary.start()
  await until(
    () =>
      db.query('update notes set version = 1').then(
        () => true,
        () => false,
      ),
    'it is written',
  )
  await isUsed(reader)
  await db.query('create table later as select generate_series(1, 200000)')
  await until(async () => {
    const read = await reader.ask('token:0', 'select count(*) from later')
    return read.ageMs !== undefined
  }, 'the standby has it')
  await primary.stop()
  await putBack()
  await primary.start()
  await until(
    () =>
      db.query('update notes set version = 7').then(
        () => true,
        () => false,
      ),
    'it is written',
  )
  await delay(1_500)
  const { result, ageMs } = await reader.ask('token:1', version)
  assert.deepEqual([result, ageMs], [[{ version: 7 }], undefined])
  const [fact] = reader.open.replicas()
  assert.deepEqual(
    [fact?.state, /ahead of the primary/.test(fact?.reason ?? '')],
    ['refused', true],
    fact?.reason,
  )
})

test('a lock that is replayed and not yet released is no wait for a reader', {
  timeout: 120_000,
}, async (t) => {
  const pair = await startNotes(t)
  const { db } = pair
  const reader = pair.read(undefined, { ageMaxMs: 60_000 })
  await isUsed(reader)
  await db.transaction(async (tx) => {
    await tx.query('lock table notes in access exclusive mode')
    await until(
      async () =>
        (
          (await pair.atStandby(
            `select 1 from pg_locks where relation = 'notes'::regclass and mode = 'AccessExclusiveLock'`,
          )) as unknown[]
        ).length > 0,
      'the lock is at the standby',
    )
    await pair.atStandby('select pg_wal_replay_pause()')
  })
  const sinceMs = performance.now()
  const { result, ageMs } = await reader.ask('token:0', version)
  const tookMs = performance.now() - sinceMs
  assert.deepEqual([result, ageMs], [[{ version: 0 }], undefined])
  assert.ok(tookMs < 2_000, `${tookMs}`)
  await pair.atStandby('select pg_wal_replay_resume()')
})

test('a standby that had too few connections free is read from when it has them', {
  timeout: 120_000,
}, async (t) => {
  const pair = await startNotes(t)
  const { db, standby } = pair
  await db.query(`create role reader login password 'of-a-test' connection limit 2`)
  await db.query('grant select on all tables in schema public to reader')
  const url = new URL(standby.url)
  url.username = 'reader'
  url.password = 'of-a-test'
  const reader = pair.read(url.href, { connectionsMax: 2 })
  await until(() => reader.state() === 'away', 'it has too few')
  await delay(2_500)
  await db.query('alter role reader connection limit -1')
  await isUsed(reader)
  assert.notEqual((await reader.ask('token:0', version)).ageMs, undefined)
})

test('a stop does not wait for a report that is still read from a standby', {
  timeout: 120_000,
}, async (t) => {
  const pair = await startNotes(t)
  const reader = pair.read()
  await isUsed(reader)
  // It is asked again at the primary then, as any that fails.
  reader.ask('token:0', 'select pg_sleep(20)').catch(() => {})
  const asleep = `select 1 from pg_stat_activity where query like '%pg_sleep(20)%' and pid <> pg_backend_pid()`
  await until(async () => ((await pair.atStandby(asleep)) as unknown[]).length > 0, 'the report is read')
  const sinceMs = performance.now()
  await reader.open.close()
  const tookMs = performance.now() - sinceMs
  assert.ok(tookMs < 5_000, `${Math.round(tookMs)} ms`)
})
