import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../../../test/support/database.ts'
import { until } from '../../../../../test/support/eventually.ts'
import { GatheredLog } from '../../../../../test/support/world.ts'
import {
  leaseDue,
  listOwedEndpoints,
  measurePending,
  putOffWaiting,
} from '../../store/callbacks/callbacks.ts'
import { awayReasonOf, faultOf, isSilence } from '../../store/pg/connection-faults.ts'
import { openBackgroundDatabase } from './background-database.ts'
import { DatabaseGate } from './database-gate.ts'

let testDatabase: TestDatabase
before(async () => {
  testDatabase = await createTestDatabase()
})
after(() => testDatabase.drop())

function openGate(): DatabaseGate {
  return new DatabaseGate({
    clock: { nowMs: Date.now, monotonicMs: () => performance.now() },
    log: new GatheredLog(),
    isAway: (error) => faultOf(error) === 'away',
    isFault: (error) => faultOf(error) !== undefined,
    isSilence,
    look: async () => {},
    reasonOf: awayReasonOf,
    onAway: () => {},
    probe: async () => {},
  })
}

test('a statement that takes too long is undone by the server, and closes the gate for nobody', async () => {
  const gate = openGate()
  const { database } = testDatabase
  const background = openBackgroundDatabase(database, gate, 100)
  await database.query('create table notes (note int)', [])
  const slow = 'with noted as (insert into notes values (1) returning 1) select pg_sleep(20) from noted'
  await assert.rejects(background.query(slow, []), { code: '57014' })
  await assert.rejects(
    background.transaction(async (tx) => {
      await tx.query('insert into notes values (2)', [])
      await tx.query('select pg_sleep(20)', [])
    }),
    { code: '57014' },
  )
  assert.deepEqual(await database.query('select note from notes', []), [])
  assert.equal(gate.isAway, false)
  // The bound goes with the transaction, and is not kept by the session.
  for (const { limit } of await database.query<{ limit: string }>('show statement_timeout', []))
    assert.notEqual(limit, '100ms')
  await gate.close()
})

test('a statement that nobody answers closes the gate for nobody, and a closed gate keeps others away', async () => {
  const gate = openGate()
  const { database } = testDatabase
  const background = openBackgroundDatabase(database, gate)
  await assert.rejects(
    background.transaction((tx) => tx.query('select pg_sleep(3)', []), { timeoutMs: 100 }),
    /timeout/,
  )
  assert.equal(gate.isAway, false)
  gate.noteFailure(new Error('Connection terminated unexpectedly'))
  await assert.rejects(background.query('select 1', []), /away/)
  await gate.close()
})

test('callbacks owed to endpoints that are gone are not read, also before the table is measured', async () => {
  const { database } = testDatabase
  await database.query('alter table callbacks set (autovacuum_enabled = false)', [])
  const gone = 1
  const well = 2
  for (const [id, count] of [
    [gone, 50_000],
    [well, 3],
  ]) {
    await database.query(
      `insert into callbacks (id, endpoint_id, conversion_id, version, event_type, next_attempt_at)
       select gen_random_uuid(), $1::bigint, gen_random_uuid(), 1, 'conversion.approved', now()
       from generate_series(1, $2::int)`,
      [id, count],
    )
  }
  const background = openBackgroundDatabase(database, openGate())
  const nowMs = Date.now() + 60_000
  const lease = { leaseId: '00000000-0000-7000-8000-000000000001', nowMs, leaseMs: 30_000 }
  const read = async (): Promise<number> => {
    const [row] = await database.query<{ read: number }>(
      `select (sum(i.idx_tup_read) + min(t.seq_tup_read))::int as read
       from pg_stat_user_indexes i join pg_stat_user_tables t using (relid) where i.relname = 'callbacks'`,
      [],
    )
    return row?.read ?? 0
  }
  const before = await read()
  const claim = async (endpointId: number, room: number) =>
    (await leaseDue(background, [{ endpointId, allowance: room }], lease)).leased.length
  assert.deepEqual([await claim(well, 10), await claim(gone, 1)], [3, 1])
  await putOffWaiting(background, { endpointIds: [gone], nowMs, limit: 100 })
  assert.equal((await measurePending(background, 100)).count, 100)
  assert.equal((await listOwedEndpoints(background, { afterId: 0, limit: 10 })).length, 2)
  await background.query('select pg_stat_force_next_flush()', [])
  await background.query('select 1', [])
  await until(async () => (await read()) > before, 'what was read is counted')
  const rowsRead = (await read()) - before
  // Sessions count late: some of it is of what was done before.
  assert.ok(rowsRead < 10_000, `${rowsRead} entries were read`)
})
